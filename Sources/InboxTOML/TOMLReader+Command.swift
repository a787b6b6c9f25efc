extension TOMLReader {
  /// A program and its arguments at a path: a list, or a string whose words stand between blanks.
  public mutating func command(at path: TOMLPath) -> [String]? {
    let isList: Bool
    let strings: [String]
    if case .string(let text) = document.node(at: path) {
      (isList, strings) = (false, [text])
    } else if let list = self.strings(at: path) {
      (isList, strings) = (true, list)
    } else {
      return nil
    }
    let words = isList ? strings : strings[0].split(separator: " ").map(String.init)
    guard words.first?.isEmpty == false, !words.contains(where: Self.isUnfit) else {
      let expected = "a program and its arguments"
      report(.badValue(strings.joined(separator: " "), expected: expected, nearest: nil), at: path)
      return nil
    }
    guard isList || !words.contains(where: { $0.contains("\"") || $0.contains("'") }) else {
      let expected = "a list of words where one of them has quotes or blanks"
      report(.badValue(strings.joined(separator: " "), expected: expected, nearest: nil), at: path)
      return nil
    }
    return words
  }

  /// A NUL ends an argument.
  private static func isUnfit(_ word: String) -> Bool {
    word.utf8.contains(0)
  }
}
