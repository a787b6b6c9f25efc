#include "commonmark.h"

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct commonmark_walk {
  cmark_node *document;
  cmark_iter *iterator;
};

// State: the characters that begin an inline of an extension, a table of cmark-gfm that is global and
// that each parser changes while it works. Guard: this lock. Reason: screens parse beside the loop.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void attach(cmark_parser *parser, const char *name) {
  cmark_syntax_extension *extension = cmark_find_syntax_extension(name);
  if (extension) cmark_parser_attach_syntax_extension(parser, extension);
}

commonmark_walk *commonmark_begin(const char *text, size_t count, bool tables) {
  commonmark_walk *walk = calloc(1, sizeof *walk);
  if (!walk) return NULL;
  pthread_mutex_lock(&lock);
  cmark_gfm_core_extensions_ensure_registered();
  cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  if (tables) attach(parser, "table");
  attach(parser, "strikethrough");
  attach(parser, "tasklist");
  cmark_parser_feed(parser, text, count);
  walk->document = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  pthread_mutex_unlock(&lock);
  walk->iterator = cmark_iter_new(walk->document);
  return walk;
}

// The kinds of the extensions are numbers that are given out as they are registered.
static enum commonmark_kind extended_kind(cmark_node *node) {
  const char *name = cmark_node_get_type_string(node);
  if (!strcmp(name, "table")) return commonmark_table;
  if (!strcmp(name, "table_row") || !strcmp(name, "table_header")) return commonmark_row;
  if (!strcmp(name, "table_cell")) return commonmark_cell;
  if (!strcmp(name, "strikethrough")) return commonmark_strike;
  if (!strcmp(name, "tasklist")) return commonmark_item;
  return commonmark_other;
}

static enum commonmark_kind kind(cmark_node *node) {
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_BLOCK_QUOTE: return commonmark_quote;
    case CMARK_NODE_LIST: return commonmark_list;
    case CMARK_NODE_ITEM: return commonmark_item;
    case CMARK_NODE_PARAGRAPH: return commonmark_paragraph;
    case CMARK_NODE_HEADING: return commonmark_heading;
    case CMARK_NODE_CODE_BLOCK: return commonmark_code_block;
    case CMARK_NODE_HTML_BLOCK: return commonmark_html_block;
    case CMARK_NODE_THEMATIC_BREAK: return commonmark_rule;
    case CMARK_NODE_TEXT: return commonmark_text;
    case CMARK_NODE_SOFTBREAK: return commonmark_soft_break;
    case CMARK_NODE_LINEBREAK: return commonmark_hard_break;
    case CMARK_NODE_CODE: return commonmark_code;
    case CMARK_NODE_HTML_INLINE: return commonmark_html;
    case CMARK_NODE_EMPH: return commonmark_emphasis;
    case CMARK_NODE_STRONG: return commonmark_strong;
    case CMARK_NODE_LINK: return commonmark_link;
    case CMARK_NODE_IMAGE: return commonmark_image;
    default: return extended_kind(node);
  }
}

static enum commonmark_task task(cmark_node *item) {
  if (strcmp(cmark_node_get_type_string(item), "tasklist")) return commonmark_no_task;
  return cmark_gfm_extensions_get_tasklist_item_checked(item)
    ? commonmark_done_task : commonmark_open_task;
}

static void describe(cmark_node *node, struct commonmark_step *step) {
  switch (step->kind) {
    case commonmark_heading: step->number = cmark_node_get_heading_level(node); break;
    case commonmark_list: {
      bool isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
      step->number = isOrdered ? cmark_node_get_list_start(node) : -1;
      step->flag = cmark_node_get_list_tight(node);
      break;
    }
    case commonmark_item: step->task = task(node); break;
    case commonmark_table:
      step->number = cmark_gfm_extensions_get_table_columns(node);
      step->text = (const char *)cmark_gfm_extensions_get_table_alignments(node);
      step->count = (size_t)step->number;
      return;
    case commonmark_link:
    case commonmark_image: step->text = cmark_node_get_url(node); break;
    case commonmark_text:
    case commonmark_code:
    case commonmark_html:
    case commonmark_code_block:
    case commonmark_html_block: step->text = cmark_node_get_literal(node); break;
    default: break;
  }
  if (step->text) step->count = strlen(step->text);
}

bool commonmark_next(commonmark_walk *walk, struct commonmark_step *step) {
  cmark_event_type event = cmark_iter_next(walk->iterator);
  if (event == CMARK_EVENT_DONE) return false;
  cmark_node *node = cmark_iter_get_node(walk->iterator);
  memset(step, 0, sizeof *step);
  step->kind = kind(node);
  step->enters = event == CMARK_EVENT_ENTER;
  describe(node, step);
  return true;
}

void commonmark_end(commonmark_walk *walk) {
  cmark_iter_free(walk->iterator);
  cmark_node_free(walk->document);
  free(walk);
}
