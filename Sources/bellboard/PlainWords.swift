/// The words of a usual command line, which mean the same to everyone who reads them.
///
/// Describing a command to the parser takes longer than most commands do. So those that run most
/// read such words themselves; all others are left to the parser, also what is wrong with them.
struct PlainWords {
  /// The words that are no options, in order.
  private(set) var values: [String] = []
  private var options: [String: String] = [:]

  /// Takes words apart; nil where others than these stand among them, such as a flag, or one twice.
  ///
  /// - Parameters:
  ///   - words: What follows the command.
  ///   - names: The long options that the command reads itself; each has a value.
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

  /// The value of an option; nil where it is not given.
  subscript(option: String) -> String? { options[option] }

  /// An option, and the value behind its `=`.
  private static func split(_ word: String) -> (name: String, value: String?) {
    guard let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }
}
