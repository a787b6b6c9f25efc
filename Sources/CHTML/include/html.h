// Reads HTML in one pass, by the parser of libxml2; no tree is built.
#ifndef INBOX_HTML_H
#define INBOX_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What is told of an HTML text, in its order. Names are in small letters.
struct html_reader {
  /// Handed to each function.
  void *context;
  /// An element begins; attributes are pairs of a name and a value that may be NULL, ended by NULL.
  void (*begins)(void *context, const char *name, const char *const *attributes);
  /// An element ends; also one that began never, or that is ended twice.
  void (*ends)(void *context, const char *name);
  /// Text in UTF-8, with its references to characters resolved; false when no more is wanted.
  bool (*text)(void *context, const char *text, size_t count);
};

/// Reads HTML in UTF-8. The time is linear in its size.
void html_read(const char *text, size_t count, const struct html_reader *reader);

/// Whether the reader resolves a reference with this name.
bool html_knows(const char *name);

/// The name of a reference to a character that HTML 4 has; empty where there is none.
const char *html_name(uint32_t code);

#endif
