// Regular expressions by PCRE2, with limits that no expression gets past.
#ifndef INBOX_EXPRESSION_H
#define INBOX_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct inbox_expression;

/// Compiles an expression; null with the number of the error and its offset in bytes.
struct inbox_expression *inbox_expression_compile(
    const uint8_t *text, size_t count, bool ignores_case, int *error, size_t *offset);

void inbox_expression_free(struct inbox_expression *expression);

/// Writes the words of an error; they end with NUL.
void inbox_expression_words(int error, char *words, size_t size);

/// The result of a search.
enum inbox_expression_result {
  inbox_expression_missing,
  inbox_expression_found,
  /// It took more steps, memory or time than an expression may.
  inbox_expression_given_up,
  /// The text is no UTF-8.
  inbox_expression_no_text,
};

/// Finds the first match in a text from an offset on; sets its range in bytes.
///
/// `is_valid` says that the text is known to be UTF-8, and is not checked.
enum inbox_expression_result inbox_expression_find(
    const struct inbox_expression *expression, const uint8_t *text, size_t count, bool is_valid,
    size_t from, size_t *start, size_t *end);

#endif
