#!/usr/bin/env bash
# PCRE2 10.47: once a pattern is compiled for JIT, pcre2_match fails with an error on texts of a few kilobytes.
#
# Expected: pcre2_jit_compile makes matching faster and changes no result; a text of 2000 letters is far from
# any limit. Seen in 10.47 with plain pcre2_match and no other setting: a quoted string and "all lines up to
# END" match without JIT, and give error -46 (PCRE2_ERROR_JIT_STACKLIMIT) with it, as the machine code has a
# stack of 32 KiB; the interpreter takes its own from the heap. A search over bodies needs a stack of its own
# (pcre2_jit_stack_assign) or has to match again with PCRE2_NO_JIT: an error that is taken for "no match"
# hides just the long messages. "^.*END" has no such limit.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The package brings the library itself, with its header.
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --only-binary :all: --target "$folder/packages" pcre2==0.7.1
cat >"$folder/match.c" <<'C'
#define PCRE2_CODE_UNIT_WIDTH 8
#define PCRE2_STATIC
#include <pcre2.h>
#include <stdio.h>
#include <string.h>
static const char *match(const char *pattern, const char *text, int uses_jit, int has_stack) {
  static char answer[16];
  int error;
  PCRE2_SIZE at;
  pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, 0, &error, &at, NULL);
  if (!code || (uses_jit && pcre2_jit_compile(code, PCRE2_JIT_COMPLETE))) return "no JIT here";
  pcre2_match_context *context = pcre2_match_context_create(NULL);
  pcre2_match_data *data = pcre2_match_data_create_from_pattern(code, NULL);
  if (has_stack) pcre2_jit_stack_assign(context, NULL, pcre2_jit_stack_create(32 * 1024, 8 * 1024 * 1024, NULL));
  int count = pcre2_match(code, (PCRE2_SPTR)text, strlen(text), 0, 0, data, context);
  snprintf(answer, sizeof answer, count > 0 ? "match" : "%d", count);
  return answer;
}
int main(void) {
  static char text[2100];
  const char *patterns[] = {"\"(?:[^\"\\\\]|\\\\.)*\"", "^(?:.|\\n)*END", "^.*END"};
  memset(text, 'a', 2000);
  text[0] = '"';
  strcpy(text + 2000, "\" END");
  char version[64];
  pcre2_config(PCRE2_CONFIG_VERSION, version);
  printf("%s\n", version);
  for (int i = 0; i < 3; i++) {
    printf("%s  interpreter: %s,", patterns[i], match(patterns[i], text, 0, 0));
    printf(" JIT: %s,", match(patterns[i], text, 1, 0));
    printf(" JIT with 8 MiB: %s\n", match(patterns[i], text, 1, 1));
  }
  return 0;
}
C
library=$(find "$folder/packages" -name libpcre2-8.a | head -n 1)
cc -o "$folder/match" -I "$folder/packages/include" "$folder/match.c" "$library"
seen=$("$folder/match")
echo "$seen"
[ "$seen" = '10.47 2025-10-21
"(?:[^"\\]|\\.)*"  interpreter: match, JIT: -46, JIT with 8 MiB: match
^(?:.|\n)*END  interpreter: match, JIT: -46, JIT with 8 MiB: match
^.*END  interpreter: match, JIT: match, JIT with 8 MiB: match' ]
