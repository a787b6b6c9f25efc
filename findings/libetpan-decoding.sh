#!/usr/bin/env bash
# libetpan 1.9.4: decoding a body reports success for two texts that it reads in its own way.
#
# Expected of base64 with a padded group in the middle (two encoded texts one after the other, as some
# gateways send): the second is decoded as well, or the rest is left out, or an error is reported. Seen: the
# rest is decoded out of step, to other bytes, with success.
# Expected of quoted-printable with a blank between "=" and the line end, which RFC 2045 lets a transport
# add: a soft line break. Seen: a byte 0 and the line end stand in the text, with success.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/decode.c" <<'C'
#include <libetpan/libetpan.h>
#include <stdio.h>
#include <string.h>
static void decode(const char *name, const char *text, int encoding) {
  size_t at = 0, length = 0;
  char *decoded = NULL;
  int error = mailmime_part_parse(text, strlen(text), &at, encoding, &decoded, &length);
  printf("%s: %s, ", name, error ? "error" : "success");
  for (size_t i = 0; i < length; i++)
    if (decoded[i] >= 32 && decoded[i] < 127) putchar(decoded[i]);
    else printf("<%02X>", (unsigned char)decoded[i]);
  putchar('\n');
}
int main(void) {
  decode("whole", "aGVsbG8=\r\n", MAILMIME_MECHANISM_BASE64);
  decode("two", "aGVsbG8=IHdvcmxk\r\n", MAILMIME_MECHANISM_BASE64);
  decode("soft break", "one=\r\ntwo", MAILMIME_MECHANISM_QUOTED_PRINTABLE);
  decode("padded soft break", "one= \r\ntwo", MAILMIME_MECHANISM_QUOTED_PRINTABLE);
  return 0;
}
C
(cd "$folder" && for package in libetpan20 libetpan-dev; do
  apt-get download "$package=1.9.4-3.1" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root
done)
library=$(find "$folder/root" -name 'libetpan.so.*' -printf '%h\n' | head -n 1)
cc -o "$folder/decode" -I "$folder/root/usr/include" "$folder/decode.c" "$(ls "$library"/libetpan.so.* | head -n 1)"
seen=$(LD_LIBRARY_PATH=$library "$folder/decode")
echo "$seen"
[ "$seen" = "whole: success, hello
two: success, hello<08><1D><DB><DC><9B><19>
soft break: success, onetwo
padded soft break: success, one<00><0D><0A>two" ]
