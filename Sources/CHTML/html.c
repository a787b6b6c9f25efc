#include "html.h"

#include <libxml/HTMLparser.h>
#include <string.h>

// Most bytes of a tag with more than MOST_ATTRIBUTES: the parser compares each one with all others.
#define LONGEST_TAG 4096
#define MOST_ATTRIBUTES 256
// Most elements that the parser remembers as open: an end that fits none is looked for in all.
#define MOST_OPEN 256

// An element around all: the parser puts text that stands in none into a paragraph.
#define ROOT "<whole-text>"

struct reading {
  const struct html_reader *reader;
  htmlParserCtxtPtr parser;
  const char *content;
  size_t count;
  // Bytes that the parser has been given, in all and since it told something last.
  size_t place, untold;
  // What may part attributes among those that it told nothing of.
  size_t separators;
  bool has_root, is_done;
};

static void has_told(struct reading *reading) { reading->untold = reading->separators = 0; }

static void begins(void *context, const xmlChar *name, const xmlChar **attributes) {
  struct reading *reading = context;
  htmlParserCtxtPtr parser = reading->parser;
  static const char *const none[] = {NULL};
  const char *const *pairs = attributes ? (const char *const *)attributes : none;
  has_told(reading);
  if (!reading->is_done)
    reading->reader->begins(reading->reader->context, (const char *)name, pairs);
  if (parser->nameNr > MOST_OPEN) {
    parser->nameNr = MOST_OPEN / 2;
    parser->name = parser->nameTab[parser->nameNr - 1];
  }
}

static void ends(void *context, const xmlChar *name) {
  struct reading *reading = context;
  has_told(reading);
  if (!reading->is_done) reading->reader->ends(reading->reader->context, (const char *)name);
}

static void text(void *context, const xmlChar *text, int count) {
  struct reading *reading = context;
  has_told(reading);
  if (reading->is_done || count <= 0) return;
  const struct html_reader *reader = reading->reader;
  reading->is_done = !reader->text(reader->context, (const char *)text, (size_t)count);
}

// Gives the parser more of the text.
static int give(void *context, char *buffer, int room) {
  // Ends a tag whether or not a quote is open in it.
  static const char end[] = "\">'>";
  struct reading *reading = context;
  if (!reading->has_root && room >= (int)sizeof ROOT) {
    reading->has_root = true;
    memcpy(buffer, ROOT, sizeof ROOT - 1);
    return sizeof ROOT - 1;
  }
  if (reading->untold > LONGEST_TAG && reading->separators > MOST_ATTRIBUTES &&
      room >= (int)sizeof end) {
    has_told(reading);
    memcpy(buffer, end, sizeof end - 1);
    return sizeof end - 1;
  }
  size_t rest = reading->is_done ? 0 : reading->count - reading->place;
  size_t size = rest < (size_t)room ? rest : (size_t)room;
  const char *piece = reading->content + reading->place;
  memcpy(buffer, piece, size);
  for (size_t index = 0; index < size; index++)
    reading->separators += memchr(" \t\n\r\f\"'", piece[index], 7) != NULL;
  reading->place += size;
  reading->untold += size;
  return (int)size;
}

bool html_knows(const char *name) { return htmlEntityLookup((const xmlChar *)name) != NULL; }

const char *html_name(uint32_t code) {
  const htmlEntityDesc *entity = htmlEntityValueLookup(code);
  return entity ? entity->name : "";
}

void html_read(const char *content, size_t count, const struct html_reader *reader) {
  struct reading reading = {.reader = reader, .content = content, .count = count};
  reading.parser = htmlNewParserCtxt();
  if (!reading.parser) return;
  htmlSAXHandler *handler = reading.parser->sax;
  memset(handler, 0, sizeof *handler);
  handler->startElement = begins;
  handler->endElement = ends;
  handler->characters = text;
  handler->ignorableWhitespace = text;
  reading.parser->userData = &reading;
  htmlCtxtReadIO(
    reading.parser, give, NULL, &reading, NULL, "UTF-8",
    HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_RECOVER | HTML_PARSE_NONET |
      HTML_PARSE_NOIMPLIED | HTML_PARSE_IGNORE_ENC);
  htmlFreeParserCtxt(reading.parser);
}
