#include "mime.h"

#include <libetpan/mailimf.h>
#include <libetpan/mailmime.h>
#include <libetpan/mailmime_content.h>
#include <libetpan/mailmime_disposition.h>
#include <libetpan/mailmime_types.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Most levels of parts within parts: each is looked through once for its boundaries. One that is
// deeper is told as a leaf.
#define MOST_LEVELS 32

// Most comments in a value, as libetpan follows those within each other by recursion.
#define MOST_COMMENTS 64

// What libetpan has made for a part, kept for its texts.
struct parsed {
  struct mailimf_fields *fields;
  struct mailmime_content *type;
  struct mailmime_disposition *disposition;
  struct parsed *next;
};

struct mime_walk {
  struct parsed *parsed;
  struct mime_step *steps;
  size_t count, room, next;
  bool failed;
};

static struct mime_step *add(mime_walk *walk, enum mime_kind kind) {
  if (walk->count == walk->room) {
    size_t room = walk->room ? walk->room * 2 : 32;
    struct mime_step *steps = realloc(walk->steps, room * sizeof *steps);
    if (!steps) {
      walk->failed = true;
      return NULL;
    }
    walk->steps = steps;
    walk->room = room;
  }
  struct mime_step *step = &walk->steps[walk->count++];
  memset(step, 0, sizeof *step);
  step->kind = kind;
  return step;
}

static struct mime_step *add_named(
  mime_walk *walk, enum mime_kind kind, const char *name, const char *value
) {
  struct mime_step *step = add(walk, kind);
  if (!step) return NULL;
  step->name = name;
  step->name_count = name ? strlen(name) : 0;
  step->value = value;
  step->value_count = value ? strlen(value) : 0;
  return step;
}

// The header fields of a part; how many bytes they take, with the blank line behind them.
static size_t parse_fields(struct parsed *parsed, const char *text, size_t count) {
  size_t position = 0;
  int result = mailimf_optional_fields_parse(text, count, &position, &parsed->fields);
  if (result != MAILIMF_NO_ERROR) return 0;
  if (position < count && text[position] == '\r') position++;
  if (position < count && text[position] == '\n') position++;
  return position;
}

// The value of the first field of a name; NULL when there is none.
static const char *value(struct parsed *parsed, const char *name) {
  if (!parsed->fields) return NULL;
  clist *fields = parsed->fields->fld_list;
  for (clistiter *item = clist_begin(fields); item; item = clist_next(item)) {
    struct mailimf_field *field = clist_content(item);
    if (field->fld_type != MAILIMF_FIELD_OPTIONAL_FIELD) continue;
    struct mailimf_optional_field *text = field->fld_data.fld_optional_field;
    if (!strcasecmp(text->fld_name, name)) return text->fld_value;
  }
  return NULL;
}

static void add_fields(mime_walk *walk, struct parsed *parsed) {
  if (!parsed->fields) return;
  clist *fields = parsed->fields->fld_list;
  for (clistiter *item = clist_begin(fields); item; item = clist_next(item)) {
    struct mailimf_field *field = clist_content(item);
    if (field->fld_type != MAILIMF_FIELD_OPTIONAL_FIELD) continue;
    struct mailimf_optional_field *text = field->fld_data.fld_optional_field;
    add_named(walk, mime_field, text->fld_name, text->fld_value);
  }
}

// Bytes of a value that are read: up to where it has too many comments.
static size_t readable(const char *value) {
  int comments = 0;
  size_t count = 0;
  for (; value[count]; count++) if (value[count] == '(' && ++comments > MOST_COMMENTS) break;
  return count;
}

static void parse_values(struct parsed *parsed) {
  size_t position = 0;
  const char *text = value(parsed, "Content-Type");
  if (text) mailmime_content_parse(text, readable(text), &position, &parsed->type);
  position = 0;
  text = value(parsed, "Content-Disposition");
  if (text) mailmime_disposition_parse(text, readable(text), &position, &parsed->disposition);
}

static const char *type_name(struct mailmime_content *type) {
  if (!type || !type->ct_type) return "text";
  if (type->ct_type->tp_type == MAILMIME_TYPE_COMPOSITE_TYPE) {
    struct mailmime_composite_type *composite = type->ct_type->tp_data.tp_composite_type;
    switch (composite->ct_type) {
      case MAILMIME_COMPOSITE_TYPE_MESSAGE: return "message";
      case MAILMIME_COMPOSITE_TYPE_MULTIPART: return "multipart";
      default: return composite->ct_token ? composite->ct_token : "application";
    }
  }
  struct mailmime_discrete_type *discrete = type->ct_type->tp_data.tp_discrete_type;
  switch (discrete->dt_type) {
    case MAILMIME_DISCRETE_TYPE_TEXT: return "text";
    case MAILMIME_DISCRETE_TYPE_IMAGE: return "image";
    case MAILMIME_DISCRETE_TYPE_AUDIO: return "audio";
    case MAILMIME_DISCRETE_TYPE_VIDEO: return "video";
    case MAILMIME_DISCRETE_TYPE_APPLICATION: return "application";
    default: return discrete->dt_extension ? discrete->dt_extension : "application";
  }
}

static void add_parameters(mime_walk *walk, struct parsed *parsed) {
  if (parsed->type && parsed->type->ct_parameters) {
    clist *list = parsed->type->ct_parameters;
    for (clistiter *item = clist_begin(list); item; item = clist_next(item)) {
      struct mailmime_parameter *parameter = clist_content(item);
      add_named(walk, mime_parameter, parameter->pa_name, parameter->pa_value);
    }
  }
  if (!parsed->disposition || !parsed->disposition->dsp_parms) return;
  clist *list = parsed->disposition->dsp_parms;
  for (clistiter *item = clist_begin(list); item; item = clist_next(item)) {
    struct mailmime_disposition_parm *parameter = clist_content(item);
    if (parameter->pa_type == MAILMIME_DISPOSITION_PARM_FILENAME) {
      add_named(walk, mime_disposition_parameter, "filename", parameter->pa_data.pa_filename);
    } else if (parameter->pa_type == MAILMIME_DISPOSITION_PARM_PARAMETER) {
      struct mailmime_parameter *other = parameter->pa_data.pa_parameter;
      add_named(walk, mime_disposition_parameter, other->pa_name, other->pa_value);
    }
  }
}

static bool is_uuencode(const char *name) {
  static const char *const names[] = {"x-uuencode", "uuencode", "x-uue", "x-uu"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++)
    if (!strcasecmp(name, names[index])) return true;
  return false;
}

static enum mime_encoding encoding(struct parsed *parsed) {
  const char *text = value(parsed, "Content-Transfer-Encoding");
  struct mailmime_mechanism *mechanism = NULL;
  size_t position = 0;
  enum mime_encoding encoding = mime_identity;
  if (!text || mailmime_encoding_parse(text, readable(text), &position, &mechanism))
    return encoding;
  if (mechanism->enc_type == MAILMIME_MECHANISM_BASE64) encoding = mime_base64;
  if (mechanism->enc_type == MAILMIME_MECHANISM_QUOTED_PRINTABLE) encoding = mime_quoted_printable;
  if (mechanism->enc_type == MAILMIME_MECHANISM_TOKEN && is_uuencode(mechanism->enc_token))
    encoding = mime_uuencode;
  mailmime_mechanism_free(mechanism);
  return encoding;
}

static void add_leaf(mime_walk *walk, struct parsed *parsed, const char *text, size_t count) {
  struct mailmime_content *type = parsed->type;
  const char *subtype = type && type->ct_subtype ? type->ct_subtype : "plain";
  struct mime_step *step = add_named(walk, mime_leaf, type_name(type), subtype);
  if (!step) return;
  step->encoding = encoding(parsed);
  step->content = text;
  step->content_count = count;
  struct mailmime_disposition *place = parsed->disposition;
  step->is_attachment =
    place && place->dsp_type && place->dsp_type->dsp_type == MAILMIME_DISPOSITION_TYPE_ATTACHMENT;
  add_parameters(walk, parsed);
}

// Whether a line is the boundary; then `is_last` says whether it ends the parts.
static bool is_boundary(
  const char *line, size_t count, const char *boundary, size_t size, bool *is_last
) {
  if (count < size + 2 || memcmp(line, "--", 2) || memcmp(line + 2, boundary, size)) return false;
  size_t place = size + 2;
  *is_last = count >= place + 2 && !memcmp(line + place, "--", 2);
  if (*is_last) return true;
  for (; place < count; place++) if (!strchr(" \t\r\n", line[place])) return false;
  return true;
}

static void add_part(
  mime_walk *walk, const char *text, size_t count, size_t room, int level, bool is_message
);

// Tells a text before the first or after the last boundary.
static void add_aside(mime_walk *walk, const char *text, size_t count) {
  struct mime_step *step = count ? add(walk, mime_aside) : NULL;
  if (!step) return;
  step->content = text;
  step->content_count = count;
}

// Tells the parts between the boundaries; false where there is none.
static bool add_parts(
  mime_walk *walk, const char *boundary, const char *text, size_t count, int level
) {
  size_t size = strlen(boundary);
  const char *part = NULL;
  bool has_parts = false;
  for (size_t place = 0; place < count;) {
    const char *line = text + place;
    const char *end = memchr(line, '\n', count - place);
    size_t length = end ? (size_t)(end - line) + 1 : count - place;
    bool is_last = false;
    if (is_boundary(line, length, boundary, size, &is_last)) {
      // The end of the line before a boundary belongs to the boundary.
      const char *before = line;
      if (part && before > part && before[-1] == '\n') before--;
      if (part && before > part && before[-1] == '\r') before--;
      size_t room = part ? (size_t)(line - part) : 0;
      if (part) add_part(walk, part, (size_t)(before - part), room, level, false);
      if (is_last && part) add_aside(walk, line + length, count - place - length);
      if (is_last) return part != NULL;
      if (!part) add_aside(walk, text, place);
      part = line + length;
      has_parts = true;
    }
    place += length;
  }
  size_t rest = part ? (size_t)(text + count - part) : 0;
  if (part) add_part(walk, part, rest, rest, level, false);
  return has_parts;
}

// Tells a part and those in it. Its header may end at the end of a line that belongs to a boundary,
// so it is read in a room that may be larger than the part.
static void add_part(
  mime_walk *walk, const char *text, size_t count, size_t room, int level, bool is_message
) {
  struct parsed *parsed = calloc(1, sizeof *parsed);
  if (!parsed) {
    walk->failed = true;
    return;
  }
  parsed->next = walk->parsed;
  walk->parsed = parsed;
  size_t header = parse_fields(parsed, text, room);
  if (header > count) header = count;
  parse_values(parsed);
  if (is_message) add(walk, mime_message);
  if (is_message) add_fields(walk, parsed);
  const char *content = text + header, *type = type_name(parsed->type);
  const char *subtype = parsed->type && parsed->type->ct_subtype ? parsed->type->ct_subtype : "";
  char *boundary = parsed->type ? mailmime_extract_boundary(parsed->type) : NULL;
  bool is_shallow = level < MOST_LEVELS;
  if (is_shallow && !strcasecmp(type, "multipart") && boundary && *boundary) {
    add_named(walk, mime_multipart, type, subtype);
    // Where no line is the boundary that is named, all of it is a content.
    if (!add_parts(walk, boundary, content, count - header, level + 1))
      add_leaf(walk, parsed, content, count - header);
    add(walk, mime_end);
  } else if (
    is_shallow && !strcasecmp(type, "message") && encoding(parsed) == mime_identity &&
    (!strcasecmp(subtype, "rfc822") || !strcasecmp(subtype, "global"))) {
    add_part(walk, content, count - header, room - header, level + 1, true);
  } else {
    add_leaf(walk, parsed, content, count - header);
  }
  free(boundary);
  if (is_message) add(walk, mime_end);
}

mime_walk *mime_begin(const char *text, size_t count) {
  mime_walk *walk = calloc(1, sizeof *walk);
  if (!walk) return NULL;
  add_part(walk, text, count, count, 0, true);
  if (!walk->failed) return walk;
  mime_end_walk(walk);
  return NULL;
}

bool mime_next(mime_walk *walk, struct mime_step *step) {
  if (walk->next == walk->count) return false;
  *step = walk->steps[walk->next++];
  return true;
}

void mime_end_walk(mime_walk *walk) {
  while (walk->parsed) {
    struct parsed *parsed = walk->parsed;
    walk->parsed = parsed->next;
    if (parsed->fields) mailimf_fields_free(parsed->fields);
    if (parsed->type) mailmime_content_free(parsed->type);
    if (parsed->disposition) mailmime_disposition_free(parsed->disposition);
    free(parsed);
  }
  free(walk->steps);
  free(walk);
}
