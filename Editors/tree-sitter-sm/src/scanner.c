// Finds where statements end and where the pieces of Swift end, as the lexer and the scanner of the compiler do. There
// is nothing to remember between two tokens.
#include "tree_sitter/parser.h"

#include <string.h>

enum Token {
  END,
  SWIFT_PAREN,
  SWIFT_BRACKET,
  SWIFT_BRACE,
  SWIFT_ANGLE,
  SWIFT_LINE,
  SWIFT_EXPRESSION,
  SWIFT_TYPE,
  SWIFT_DEFAULT,
  SWIFT_STRING,
  SWIFT_HEAD,
  HERE,
  BREAK,
  BLOCK_COMMENT,
  ERROR_SENTINEL,
};

// How deep brackets and interpolations may nest: what goes deeper is left unread.
enum { MAXIMUM_DEPTH = 1024 };

static bool is_newline(int32_t c) { return c == '\n' || c == '\r'; }
static bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == 0xFEFF; }
static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool begins_word(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c >= 0x80 && c != 0xFEFF);
}
static bool is_word(int32_t c) { return begins_word(c) || is_digit(c); }

static bool is_one_of(int32_t c, const char *characters) {
  return c > 0 && c < 0x80 && strchr(characters, (char)c) != NULL;
}

// Whether a comment begins here. What stands after its `/` is read next.
static bool begins_comment(TSLexer *lexer) {
  if (lexer->lookahead != '/') return false;
  lexer->advance(lexer, false);
  return lexer->lookahead == '/' || lexer->lookahead == '*';
}

// After the `/*` to after its `*/`; true where it holds a newline.
static bool skip_block_comment(TSLexer *lexer) {
  unsigned depth = 1;
  bool holds_newline = false;
  while (depth > 0 && !lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    lexer->advance(lexer, false);
    if (c == '/' && lexer->lookahead == '*') {
      lexer->advance(lexer, false);
      depth++;
    } else if (c == '*' && lexer->lookahead == '/') {
      lexer->advance(lexer, false);
      depth--;
    } else if (is_newline(c)) {
      holds_newline = true;
    }
  }
  return holds_newline;
}

// Whether the lines around a newline are one statement, as what follows cannot begin one. Comments between are passed.
// An arrow joins after the parameters of an event.
static bool next_joins(TSLexer *lexer, bool arrow_joins) {
  for (;;) {
    while (is_blank(lexer->lookahead) || is_newline(lexer->lookahead)) lexer->advance(lexer, false);
    if (lexer->lookahead == '[' || lexer->lookahead == ',') return true;
    if (arrow_joins && lexer->lookahead == '-') {
      lexer->advance(lexer, false);
      return lexer->lookahead == '>';
    }
    if (lexer->lookahead != '/') return false;
    lexer->advance(lexer, false);
    if (lexer->lookahead == '*') {
      lexer->advance(lexer, false);
      skip_block_comment(lexer);
    } else if (lexer->lookahead == '/') {
      unsigned slashes = 1;
      while (lexer->lookahead == '/') {
        slashes++;
        lexer->advance(lexer, false);
      }
      // What `///` documents is the next statement.
      if (slashes == 3) return false;
      while (!is_newline(lexer->lookahead) && !lexer->eof(lexer)) lexer->advance(lexer, false);
    } else {
      return true;
    }
  }
}

// An open bracket, or the string around an interpolation.
typedef struct {
  char closer;
  bool is_string;
  bool has_lines;
  unsigned hashes;
} Frame;

typedef struct {
  TSLexer *lexer;
  Frame frames[MAXIMUM_DEPTH];
  unsigned depth;
} Swift;

static bool push(Swift *swift, Frame frame) {
  if (swift->depth == MAXIMUM_DEPTH) return false;
  swift->frames[swift->depth++] = frame;
  return true;
}

static unsigned skip_hashes(TSLexer *lexer, unsigned limit) {
  unsigned count = 0;
  while (count < limit && lexer->lookahead == '#') {
    lexer->advance(lexer, false);
    count++;
  }
  return count;
}

// Reads on in a string, to after its end or into an interpolation, which is pushed.
static bool read_string(Swift *swift, Frame string) {
  TSLexer *lexer = swift->lexer;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (is_newline(c) && !string.has_lines) return false;
    lexer->advance(lexer, false);
    if (c == '\\') {
      if (skip_hashes(lexer, string.hashes) < string.hashes) continue;
      if (lexer->lookahead != '(') {
        if (!is_newline(lexer->lookahead)) lexer->advance(lexer, false);
        continue;
      }
      lexer->advance(lexer, false);
      Frame interpolation = string;
      interpolation.closer = ')';
      interpolation.is_string = true;
      return push(swift, interpolation);
    }
    if (c != '"') continue;
    if (string.has_lines) {
      unsigned quotes = 1;
      while (quotes < 3 && lexer->lookahead == '"') {
        lexer->advance(lexer, false);
        quotes++;
      }
      if (quotes < 3) continue;
    }
    if (skip_hashes(lexer, string.hashes) == string.hashes) return true;
  }
  return false;
}

static bool begin_string(Swift *swift, unsigned hashes) {
  TSLexer *lexer = swift->lexer;
  Frame string = {'"', true, false, hashes};
  lexer->advance(lexer, false);
  if (lexer->lookahead == '"') {
    lexer->advance(lexer, false);
    if (lexer->lookahead != '"') {
      // An empty one.
      skip_hashes(lexer, hashes);
      return true;
    }
    lexer->advance(lexer, false);
    string.has_lines = true;
  }
  return read_string(swift, string);
}

// After the `/` of a regular expression to after its end, which stands in the same line unless there are hashes.
static void skip_regex(TSLexer *lexer, unsigned hashes) {
  bool in_class = false;
  while (!lexer->eof(lexer) && (hashes > 0 || !is_newline(lexer->lookahead))) {
    int32_t c = lexer->lookahead;
    lexer->advance(lexer, false);
    if (c == '\\') {
      if (!is_newline(lexer->lookahead)) lexer->advance(lexer, false);
    } else if (c == '[') {
      in_class = true;
    } else if (c == ']') {
      in_class = false;
    } else if (c == '/' && !in_class && skip_hashes(lexer, hashes) == hashes) {
      return;
    }
  }
}

// Whether what begins so may stand between the angle brackets of a type. After `-`, that is the rest of an arrow.
static bool is_of_type(int32_t c, int32_t last) {
  if (last == '-') return c == '>';
  return is_word(c) || is_one_of(c, "`.,?!&@~-<>([");
}

// Reads Swift up to what ends it. The token ends after its last character that is no blank.
static bool scan_swift(TSLexer *lexer, enum Token kind) {
  Swift swift;
  swift.lexer = lexer;
  swift.depth = 0;
  const bool has_closer = kind == SWIFT_PAREN || kind == SWIFT_BRACKET || kind == SWIFT_BRACE || kind == SWIFT_ANGLE;
  const bool ends_with_line = !has_closer && kind != SWIFT_HEAD;
  const bool ends_with_comma =
    kind == SWIFT_EXPRESSION || kind == SWIFT_TYPE || kind == SWIFT_DEFAULT || kind == SWIFT_STRING;
  const bool is_result = kind == SWIFT_TYPE || kind == SWIFT_DEFAULT;
  // A `<` in a value may compare: it is a bracket where a `>` closes it, and the first comma after it ends the piece
  // where none does.
  const bool may_compare = kind == SWIFT_EXPRESSION || kind == SWIFT_DEFAULT;
  bool is_empty = true;
  unsigned angles = 0;
  bool ends_before = false;
  // The character before, blanks included, and the last that was none.
  int32_t before = ' ';
  int32_t last = 0;
  for (;;) {
    if (lexer->eof(lexer)) break;
    int32_t c = lexer->lookahead;
    const bool outside = swift.depth == 0;

    if (is_newline(c)) {
      if (outside && ends_with_line && !is_empty && last != '=') break;
      lexer->advance(lexer, is_empty);
      before = ' ';
      continue;
    }
    if (is_blank(c)) {
      lexer->advance(lexer, is_empty);
      before = ' ';
      continue;
    }

    if (outside) {
      if (c == ')' || c == ']' || c == '}' || (c == ';' && !has_closer)) break;
      if (c == '{' && (kind == SWIFT_HEAD || kind == SWIFT_TYPE)) break;
      if (may_compare && angles > 0 && !is_of_type(c, last)) {
        if (ends_before) break;
        angles = 0;
      }
      if (c == ',' && ends_with_comma) {
        if (angles == 0) break;
        ends_before = may_compare;
      }
      if (c == '=' && angles == 0 && kind == SWIFT_TYPE && is_empty) break;
      if (kind == SWIFT_STRING && !is_empty) break;
      if (kind == SWIFT_STRING && c != '"' && c != '#') return false;
    }

    if (c == '"') {
      if (!begin_string(&swift, 0)) break;
      if (!ends_before) lexer->mark_end(lexer);
      is_empty = false;
      before = last = '"';
      continue;
    }
    if (c == '#') {
      unsigned hashes = skip_hashes(lexer, 1000);
      if (lexer->lookahead == '"') {
        if (!begin_string(&swift, hashes)) break;
      } else if (lexer->lookahead == '/') {
        lexer->advance(lexer, false);
        skip_regex(lexer, hashes);
      }
      if (!ends_before) lexer->mark_end(lexer);
      is_empty = false;
      before = last = '#';
      continue;
    }
    if (c == '`') {
      lexer->advance(lexer, false);
      while (lexer->lookahead != '`' && !is_newline(lexer->lookahead) && !lexer->eof(lexer)) {
        lexer->advance(lexer, false);
      }
      if (lexer->lookahead == '`') lexer->advance(lexer, false);
      if (!ends_before) lexer->mark_end(lexer);
      is_empty = false;
      before = last = '`';
      continue;
    }
    if (c == '/') {
      const bool follows_value = is_word(last) || last == ')' || last == ']' || last == '}' || last == '"' ||
                                 last == '`' || last == '!' || last == '?';
      const bool follows_blank = before == ' ';
      lexer->advance(lexer, false);
      if (lexer->lookahead == '/') {
        while (!is_newline(lexer->lookahead) && !lexer->eof(lexer)) lexer->advance(lexer, false);
        // A comment at the end is none of the Swift's.
        continue;
      }
      if (lexer->lookahead == '*') {
        lexer->advance(lexer, false);
        skip_block_comment(lexer);
        continue;
      }
      const bool precedes_blank = is_blank(lexer->lookahead) || is_newline(lexer->lookahead);
      // ` / ` ends a result.
      if (outside && is_result && follows_blank && precedes_blank && !is_empty) break;
      if (!follows_value && !precedes_blank) skip_regex(lexer, 0);
      if (!ends_before) lexer->mark_end(lexer);
      is_empty = false;
      before = last = '/';
      continue;
    }
    if (begins_word(c)) {
      char word[12];
      unsigned length = 0;
      while (is_word(lexer->lookahead)) {
        if (length < sizeof word) word[length] = lexer->lookahead < 0x80 ? (char)lexer->lookahead : '?';
        length++;
        lexer->advance(lexer, false);
      }
      const bool ends_result = (length == 9 && memcmp(word, "unhandled", 9) == 0) ||
                               (length == 5 && memcmp(word, "where", 5) == 0);
      if (ends_result && outside && angles == 0 && !is_empty && before == ' ' && is_result) break;
      if (kind == SWIFT_BRACKET && is_empty && length == 4 && memcmp(word, "else", 4) == 0) {
        lexer->mark_end(lexer);
        while (is_blank(lexer->lookahead) || is_newline(lexer->lookahead)) lexer->advance(lexer, false);
        // The keyword.
        if (lexer->lookahead == ']') return false;
      }
      if (!ends_before) lexer->mark_end(lexer);
      is_empty = false;
      before = last = 'a';
      continue;
    }

    lexer->advance(lexer, false);
    if (c == '(' || c == '[' || c == '{') {
      Frame frame = {c == '(' ? ')' : c == '[' ? ']' : '}', false, false, 0};
      if (!push(&swift, frame)) return false;
    } else if (c == ')' || c == ']' || c == '}') {
      Frame frame = swift.frames[swift.depth - 1];
      if (c != frame.closer) break;
      swift.depth--;
      if (frame.is_string && !read_string(&swift, frame)) break;
    } else if (outside && c == '<' && (is_word(last) || kind == SWIFT_ANGLE) && before != ' ') {
      if (kind == SWIFT_ANGLE || kind == SWIFT_TYPE) angles++;
      if (may_compare && (last == 'a' || last == '`') && !is_blank(lexer->lookahead)) angles++;
    } else if (outside && c == '>' && last != '-') {
      if (angles > 0) {
        angles--;
        if (angles == 0) ends_before = false;
      } else if (kind == SWIFT_ANGLE) {
        // The closer itself is not part of the token: the end was marked before it.
        break;
      }
    } else if (outside && c == '=' && angles == 0 && kind == SWIFT_TYPE && lexer->lookahead != '=' && before == ' ') {
      break;
    }
    if (!ends_before) lexer->mark_end(lexer);
    is_empty = false;
    before = last = c;
  }
  lexer->result_symbol = kind;
  return !is_empty;
}

void *tree_sitter_sm_external_scanner_create(void) { return NULL; }
void tree_sitter_sm_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_sm_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_sm_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_sm_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  if (valid[ERROR_SENTINEL]) return false;
  lexer->mark_end(lexer);

  bool saw_newline = false;
  // What ends a statement has no width, and stands where the statement ends; so does what asks for the same line.
  while (is_blank(lexer->lookahead) || is_newline(lexer->lookahead)) {
    if (is_newline(lexer->lookahead)) saw_newline = true;
    lexer->advance(lexer, !valid[END] && !valid[HERE]);
  }
  if (valid[END]) {
    if (lexer->eof(lexer) || lexer->lookahead == '}' || lexer->lookahead == ';') {
      lexer->result_symbol = END;
      return true;
    }
    if (saw_newline) {
      if (next_joins(lexer, valid[BREAK])) return false;
      lexer->result_symbol = END;
      return true;
    }
  }
  if (valid[HERE]) {
    if (saw_newline || lexer->eof(lexer) || is_one_of(lexer->lookahead, ",;)]}")) return false;
    if (!begins_comment(lexer)) {
      lexer->result_symbol = HERE;
      return true;
    }
  } else {
    for (int kind = SWIFT_PAREN; kind <= SWIFT_HEAD; kind++) {
      if (valid[kind]) return scan_swift(lexer, (enum Token)kind);
    }
    if (!begins_comment(lexer)) return false;
  }
  // The lexer itself reads the comments of one line.
  if (valid[BLOCK_COMMENT] && lexer->lookahead == '*') {
    lexer->advance(lexer, false);
    bool holds_newline = skip_block_comment(lexer);
    if (valid[END] && holds_newline && !next_joins(lexer, valid[BREAK])) {
      lexer->result_symbol = END;
      return true;
    }
    if (holds_newline && valid[END]) return false;
    lexer->mark_end(lexer);
    lexer->result_symbol = BLOCK_COMMENT;
    return true;
  }
  return false;
}
