#include "expression.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <time.h>

// PCRE2 counts steps anew at each place where a match may begin. So that the sum has a limit too, a
// search takes some places at a time, more while they cost little, and then looks at the clock.
enum {
  most_steps = 50000,
  most_depth = 10000,
  most_heap = 16384,  // KiB
  fewest_places = 64,
  most_places = 4096,
  most_length = 16384,
};
static const int64_t most_nanoseconds = 100000000, little_nanoseconds = 1000000;

struct inbox_expression {
  pcre2_code *code;
};

struct inbox_expression *inbox_expression_compile(
    const uint8_t *text, size_t count, bool ignores_case, int *error, size_t *offset) {
  struct inbox_expression *expression = malloc(sizeof *expression);
  pcre2_compile_context *context = pcre2_compile_context_create(0);
  if (!expression || !context) abort();
  pcre2_set_max_pattern_length(context, most_length);
  pcre2_set_parens_nest_limit(context, 100);
  // `\C` could split a character.
  uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C |
      PCRE2_USE_OFFSET_LIMIT;
  if (ignores_case) options |= PCRE2_CASELESS;
  expression->code = pcre2_compile(text, count, options, error, offset, context);
  pcre2_compile_context_free(context);
  if (expression->code) return expression;
  free(expression);
  return 0;
}

void inbox_expression_free(struct inbox_expression *expression) {
  pcre2_code_free(expression->code);
  free(expression);
}

void inbox_expression_words(int error, char *words, size_t size) {
  if (size) words[0] = 0;
  pcre2_get_error_message(error, (PCRE2_UCHAR *)words, size);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

enum inbox_expression_result inbox_expression_find(
    const struct inbox_expression *expression, const uint8_t *text, size_t count, bool is_valid,
    size_t from, size_t *start, size_t *end) {
  uint32_t options = is_valid ? PCRE2_NO_UTF_CHECK : 0;
  pcre2_match_context *context = pcre2_match_context_create(0);
  pcre2_match_data *data = pcre2_match_data_create(1, 0);
  if (!context || !data) abort();
  pcre2_set_match_limit(context, most_steps);
  pcre2_set_depth_limit(context, most_depth);
  pcre2_set_heap_limit(context, most_heap);
  enum inbox_expression_result result = inbox_expression_missing;
  size_t places = fewest_places;
  int64_t begun = now(), before = begun;
  while (true) {
    size_t last = count - from < places ? count : from + places;
    // A place is where a character begins.
    while (last < count && (text[last] & 0xC0) == 0x80) last++;
    pcre2_set_offset_limit(context, last);
    int found = pcre2_match(expression->code, text, count, from, options, data, context);
    if (found >= 0) {
      size_t *range = pcre2_get_ovector_pointer(data);
      *start = range[0];
      // `\K` may set the start behind the end.
      *end = range[1] < range[0] ? range[0] : range[1];
      result = inbox_expression_found;
      break;
    }
    if (found != PCRE2_ERROR_NOMATCH) {
      bool is_text = found > PCRE2_ERROR_UTF8_ERR1 || found < PCRE2_ERROR_UTF8_ERR21;
      result = is_text ? inbox_expression_given_up : inbox_expression_no_text;
      break;
    }
    if (last == count) break;
    options = PCRE2_NO_UTF_CHECK;
    int64_t time = now();
    if (time - begun > most_nanoseconds) {
      result = inbox_expression_given_up;
      break;
    }
    if (time - before < little_nanoseconds && places < most_places) places *= 2;
    from = last;
    before = time;
  }
  pcre2_match_data_free(data);
  pcre2_match_context_free(context);
  return result;
}
