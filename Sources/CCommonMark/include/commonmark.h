// Walks a Markdown text: CommonMark with tables, task lists and strikethrough, by cmark-gfm.
#ifndef INBOX_COMMONMARK_H
#define INBOX_COMMONMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The kind of a node of a document.
enum commonmark_kind {
  commonmark_other,
  commonmark_quote,
  commonmark_list,
  commonmark_item,
  commonmark_paragraph,
  commonmark_heading,
  commonmark_code_block,
  commonmark_html_block,
  commonmark_rule,
  commonmark_table,
  commonmark_row,
  commonmark_cell,
  commonmark_text,
  commonmark_soft_break,
  commonmark_hard_break,
  commonmark_code,
  commonmark_html,
  commonmark_emphasis,
  commonmark_strong,
  commonmark_strike,
  commonmark_link,
  commonmark_image,
};

/// The state of the box of a task list.
enum commonmark_task { commonmark_no_task, commonmark_open_task, commonmark_done_task };

/// A step of the walk: a node is entered or left. Leaves are entered only.
struct commonmark_step {
  /// What the node is.
  enum commonmark_kind kind;
  /// Whether the node is entered.
  bool enters;
  /// Of an item: the state of its box.
  enum commonmark_task task;
  /// Of a list: whether no blank lines part its items.
  bool flag;
  /// Of a heading: its level. Of a list: the number of its first item, negative where items have
  /// no numbers. Of a table: its columns.
  int32_t number;
  /// Of a text or code: what it says. Of a link or image: where it goes. Of a table: one letter for
  /// each column, 'l', 'c', 'r' or 0. NULL where there is none. Valid until the walk ends.
  const char *text;
  /// Bytes of `text`.
  size_t count;
};

/// A walk through the nodes of a document, in the order of the text.
typedef struct commonmark_walk commonmark_walk;

/// Parses a text in UTF-8; the result has to be ended. NULL without memory.
commonmark_walk *commonmark_begin(const char *text, size_t count, bool tables);

/// The next step; false after the last one.
bool commonmark_next(commonmark_walk *walk, struct commonmark_step *step);

/// Frees the document.
void commonmark_end(commonmark_walk *walk);

#endif
