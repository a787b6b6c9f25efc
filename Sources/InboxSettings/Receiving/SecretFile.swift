import Foundation
import InboxSystem
import InboxText

/// Files that hold something secret: tokens, the secret of a webhook, a password.
package enum SecretFile {
  /// Most bytes of such a file.
  package static let mostBytes = 65_536
  /// Fewest characters of what keeps others out.
  private static let fewest = 8

  /// The tokens of a file, one a line; lines that begin with `#` are comments.
  ///
  /// - Throws: ``SecretError``.
  package static func tokens(_ path: String) throws(SecretError) -> [AccessToken] {
    try tokens(in: text(path), of: path)
  }

  /// The tokens of a text that came from a file or a program.
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

  /// The secret in the first line of a file, which keeps others out.
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

  /// The first line of a file, as another server gave it out.
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

  /// The text of a file that only its owner may read.
  ///
  /// - Throws: ``SecretError``.
  package static func text(_ path: String) throws(SecretError) -> String {
    let file = open(HomePath.expanded(path), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      throw SecretError("cannot read \(path): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    guard let status = FileStatus(descriptor: file), status.kind == .regular else {
      throw SecretError("\(path) is no regular file")
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

/// A token that lets a sender in: `TOKEN`, or `NAME = TOKEN`.
package struct AccessToken: Sendable, Hashable {
  /// Who sends with it; nil where its line names nobody.
  package var name: String?
  /// The token itself.
  package var text: String

  /// Makes a token by hand.
  package init(_ text: String, name: String? = nil) {
    (self.text, self.name) = (text, name)
  }

  /// Reads a line.
  ///
  /// Only with a blank on both sides an equals sign divides: tokens may end in some.
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

/// Why a secret cannot be used, and what to do about it.
package struct SecretError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in words without control characters.
  package let description: String

  /// Makes an error.
  package init(_ description: String) {
    self.description = description.printable()
  }
}
