#!/usr/bin/env bash
# libetpan 1.9.4: three headers that the mail standards allow come out as another text, with success.
#
# Expected of a subject with "=?" in it that begins no encoded word: the text as it stands. Seen in
# mailmime_encoded_phrase_parse: success, and all from "=?" on is left out; only the position tells.
# Expected of an encoded word with a language ("=?UTF-8*de?Q?...", RFC 2231): its charset is UTF-8. Seen: it
# is read as Latin-1. Expected of a blank in a quoted local part (RFC 5321): it stays, or is an error. Seen:
# the address has lost it, and is another one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in libetpan20 libetpan-dev; do
  (cd "$folder" && apt-get download "$package=1.9.4-3.1" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 1.9.4-3.1" >&2; exit 1; }
done
cat >"$folder/read.c" <<'C'
#include <libetpan/libetpan.h>
#include <stdio.h>
#include <string.h>
static void subject(const char *text) {
  size_t at = 0;
  char *decoded = NULL;
  int error = mailmime_encoded_phrase_parse("utf-8", text, strlen(text), &at, "utf-8", &decoded);
  printf("subject '%s': %s, %zu of %zu read, '%s'\n", text, error ? "error" : "success", at, strlen(text),
         decoded ? decoded : "");
}
static void address(const char *text) {
  size_t at = 0;
  struct mailimf_mailbox_list *list = NULL;
  int error = mailimf_mailbox_list_parse(text, strlen(text), &at, &list);
  printf("address '%s': %s", text, error ? "error\n" : "success, ");
  if (!error) printf("'%s'\n", ((struct mailimf_mailbox *)clist_content(clist_begin(list->mb_list)))->mb_addr_spec);
}
int main(void) {
  subject("Is a =? b right");
  subject("Is a = b right?");
  subject("=?UTF-8?Q?Gr=C3=BCn?=");
  subject("=?UTF-8*de?Q?Gr=C3=BCn?=");
  address("\"ann bee\"@example.org");
  return 0;
}
C
library=$(find "$folder/root" -name 'libetpan.so.*' -printf '%h\n' | head -n 1)
cc -o "$folder/read" -I "$folder/root/usr/include" "$folder/read.c" "$(ls "$library"/libetpan.so.* | head -n 1)"
seen=$(LD_LIBRARY_PATH=$library "$folder/read")
echo "$seen"
[ "$seen" = "subject 'Is a =? b right': success, 5 of 15 read, 'Is a '
subject 'Is a = b right?': success, 15 of 15 read, 'Is a = b right?'
subject '=?UTF-8?Q?Gr=C3=BCn?=': success, 21 of 21 read, 'Grün'
subject '=?UTF-8*de?Q?Gr=C3=BCn?=': success, 24 of 24 read, 'GrÃ¼n'
address '\"ann bee\"@example.org': success, '\"annbee\"@example.org'" ]
