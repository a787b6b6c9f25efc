// Takes mails apart, with libetpan's readers of header fields, types and dispositions.
//
// libetpan's own tree of parts is not used: it recurses as deep as a mail says, and drops the parts
// that are not closed, as in a mail that was cut on its way.
#ifndef INBOX_MIME_H
#define INBOX_MIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a step of the walk tells.
enum mime_kind {
  /// A mail begins, or a mail within a mail; its header fields follow.
  mime_message,
  /// A part with parts in it begins.
  mime_multipart,
  /// A part with a content of its own begins; its parameters follow.
  mime_leaf,
  /// A field of the header of the mail that began last.
  mime_field,
  /// A parameter of the Content-Type of the part that began last.
  mime_parameter,
  /// A parameter of the Content-Disposition of the part that began last.
  mime_disposition_parameter,
  /// A text of a part with parts that stands before the first of them or behind the last.
  mime_aside,
  /// The mail or the part with parts that began last ends.
  mime_end,
};

/// How the content of a part is written.
enum mime_encoding { mime_identity, mime_base64, mime_quoted_printable, mime_uuencode };

/// A step of the walk. Texts are bytes of the mail, ended by no NUL, and valid until the walk ends.
struct mime_step {
  enum mime_kind kind;
  /// Of a leaf: how its content is written.
  enum mime_encoding encoding;
  /// Of a leaf: whether it is said to be an attachment.
  bool is_attachment;
  /// Of a part: its type, such as `text`; of a field or parameter: its name. NULL for none.
  const char *name;
  size_t name_count;
  /// Of a part: its subtype, such as `plain`; of a field or parameter: its value. NULL for none.
  const char *value;
  size_t value_count;
  /// Of a leaf: its content, not decoded; of an aside: its text.
  const char *content;
  size_t content_count;
};

/// The steps through a mail, in the order of its text.
typedef struct mime_walk mime_walk;

/// Takes a mail apart; the result has to be ended. NULL without memory.
///
/// The time is linear in its size: parts are followed for a few levels, and a deeper one is a leaf.
mime_walk *mime_begin(const char *text, size_t count);

/// The next step; false after the last one.
bool mime_next(mime_walk *walk, struct mime_step *step);

/// Frees what belongs to the walk.
void mime_end_walk(mime_walk *walk);

#endif
