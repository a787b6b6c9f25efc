/// Arguments of a common command line, parsed without ArgumentParser.
///
/// Building the parser's description of a command takes longer than most commands run. So frequent
/// commands parse their common arguments themselves; the parser handles the rest, and all errors.
struct PlainWords {
  /// The positional arguments, in order.
  private(set) var values: [String] = []
  private var options: [String: String] = [:]

  /// Parses the arguments after a command, with some long options that each take a value; nil for
  /// another option, a flag, or an option given twice.
  init?(_ words: [String], options names: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.utf8.first == UInt8(ascii: "-") else {
        values.append(word)
        continue
      }
      let (name, value) = Self.split(word)
      guard names.contains(name), options[name] == nil, let value = value ?? rest.popFirst(),
        let first = value.utf8.first, first != UInt8(ascii: "-")
      else { return nil }
      options[name] = value
    }
  }

  /// The value of an option; nil if it is not given.
  subscript(option: String) -> String? { options[option] }

  /// Splits an option from the value after its `=`.
  private static func split(_ word: String) -> (name: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }
}
