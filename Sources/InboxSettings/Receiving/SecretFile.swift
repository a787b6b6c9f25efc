import Foundation
import InboxSystem
import InboxText

/// Reads files with secrets: tokens, the secret of a webhook, a password.
package enum SecretFile {
  /// Maximum bytes of such a file.
  package static let mostBytes = 65_536
  /// Minimum length of a secret.
  private static let fewest = 8

  /// The tokens of a file, one per line; lines that start with `#` are comments.
  ///
  /// - Throws: ``SecretError``.
  package static func tokens(_ path: String) throws(SecretError) -> [AccessToken] {
    try tokens(in: text(path), of: path)
  }

  /// The tokens in the text of a file or a program.
  ///
  /// - Throws: ``SecretError``.
  package static func tokens(
    in text: String, of place: String
  ) throws(SecretError) -> [AccessToken] {
    let tokens = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
      .map(AccessToken.init(line:))
    guard !tokens.isEmpty else {
      throw SecretError("\(place) has no token in it; write one line with a long random text")
    }
    guard tokens.allSatisfy({ $0.text.utf8.count >= fewest }) else {
      throw SecretError(
        "\(place) has a token of fewer than \(fewest) characters; make it longer")
    }
    return tokens
  }

  /// The secret in the first line of a file, of a minimum length.
  ///
  /// - Throws: ``SecretError``.
  package static func secret(_ path: String) throws(SecretError) -> String {
    let secret = try firstLine(path)
    guard secret.utf8.count >= fewest else {
      throw SecretError(
        "\(path) has a secret of fewer than \(fewest) characters; make it longer")
    }
    return secret
  }

  /// The credential in the first line of a file, issued by another server.
  ///
  /// - Throws: ``SecretError``.
  package static func credential(_ path: String) throws(SecretError) -> String {
    let text = try firstLine(path)
    guard !text.isEmpty else { throw SecretError("\(path) has no token in it") }
    return text
  }

  private static func firstLine(_ path: String) throws(SecretError) -> String {
    try text(path).prefix { !$0.isNewline }.trimmingCharacters(in: .whitespaces)
  }

  /// The text of a file that only its owner can read.
  ///
  /// - Throws: ``SecretError``.
  package static func text(_ path: String) throws(SecretError) -> String {
    let file = open(HomePath.expanded(path), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      throw SecretError("cannot read \(path): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    guard let status = FileStatus(descriptor: file), status.kind == .regular else {
      throw SecretError("\(path) is not a regular file")
    }
    guard status.permissions & 0o077 == 0 else {
      throw SecretError("\(path) may be read or changed by others; run: chmod 600 \(path)")
    }
    var buffer = [UInt8](repeating: 0, count: mostBytes)
    let count = read(file, &buffer, buffer.count)
    guard count >= 0, let text = String(validating: buffer[..<max(0, count)], as: UTF8.self) else {
      throw SecretError("\(path) holds no text")
    }
    return text
  }
}

/// A token for senders: `TOKEN`, or `NAME = TOKEN`.
package struct AccessToken: Sendable, Hashable {
  /// The sender's name; nil if the line has none.
  package var name: String?
  /// The token itself.
  package var text: String

  /// Makes a token.
  package init(_ text: String, name: String? = nil) {
    (self.text, self.name) = (text, name)
  }

  /// Parses a line.
  ///
  /// Only an equals sign with a space on both sides is a separator, because tokens may end in
  /// equals signs.
  init(line: String) {
    self.init(line)
    guard let sign = line.firstRange(of: " = ") else { return }
    let name = line[..<sign.lowerBound].trimmingCharacters(in: .whitespaces)
    let isName = name.allSatisfy { character in
      character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
    }
    guard isName, !name.isEmpty else { return }
    self.name = name
    text = line[sign.upperBound...].trimmingCharacters(in: .whitespaces)
  }
}

/// An error of a secret, with the remedy.
package struct SecretError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The description, without control characters.
  package let description: String

  /// Makes an error.
  package init(_ description: String) {
    self.description = description.printable()
  }
}
