/// Words for what the parser calls a mistake of syntax.
enum TOMLSyntax {
  /// What the parser's reason contains, and what it comes to for whoever wrote the text.
  private static let words: [(part: String, words: String)] = [
    ("expected value, saw '\\n'", "a value is missing behind the '='"),
    ("expected '='", "an '=' is missing behind the key"),
    ("could not determine value type", "this is no value; a text needs quotes around it"),
    ("expected a comment or whitespace", "something stands behind the value that is no comment"),
    ("unescaped control characters", "a quote is not closed on its line"),
    ("expected keys, tables, whitespace or comments", "a key, a [table] or a # comment goes here"),
    ("expected comma or closing ']'", openArray),
    ("parsing string: encountered end-of-file", "a string has no end"),
    ("parsing array: encountered end-of-file", "an array has no end"),
    ("parsing inline table: encountered end-of-file", "a table in braces has no end"),
  ]

  /// An array that was left open shows only where the next line is no part of it.
  static let openArray = "an array wants a ',' or its ']' before this"

  /// What is wrong, as a clause without a full stop.
  static func words(for reason: String) -> String {
    if let found = words.first(where: { reason.contains($0.part) }) { return found.words }
    if reason.contains("cannot redefine"), let name = reason.split(separator: "'").dropFirst().first
    {
      return "'\(name)' is there a second time; keep one of them"
    }
    // What the parser was about when it stopped says nothing that the line does not.
    let clause = reason.firstRange(of: ": ").map { String(reason[$0.upperBound...]) } ?? reason
    return clause.replacing("'\\n'", with: "the end of the line")
  }
}
