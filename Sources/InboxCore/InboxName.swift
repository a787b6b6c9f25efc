/// The name of an inbox, safe as a folder name.
package struct InboxName: Sendable, Hashable, CustomStringConvertible {
  /// The name as written.
  package let description: String

  /// The default inbox.
  package static let `default` = InboxName(description: "default")
}

extension InboxName {
  /// Validates a name: a letter or digit, then at most 63 of `a-z 0-9 . _ -`.
  ///
  /// - Throws: ``InboxError/badInboxName(_:)``.
  package init(_ text: String) throws(InboxError) {
    let bytes = Array(text.utf8)
    let isValid =
      (1...64).contains(bytes.count)
      && bytes.allSatisfy { Self.letters.contains($0) || Self.marks.contains($0) }
      && Self.letters.contains(bytes[0])
    guard isValid else { throw .badInboxName(text) }
    self.init(description: text)
  }

  private static let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let marks = Set("._-".utf8)
}
