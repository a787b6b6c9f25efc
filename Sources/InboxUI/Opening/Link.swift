import InboxText

/// A link that can be an argument of a program: it begins with its scheme and is printable.
///
/// So it can never be taken for an option, and never hides what it is.
public struct Link: Sendable, Hashable {
  /// The link as a program gets it, blanks and quotes percent-encoded.
  public let text: String
  /// What comes before its first colon, in lower case.
  package let scheme: String

  /// Takes a link that came from outside.
  ///
  /// - Throws: ``LinkError``, when no program may get it.
  package init(_ text: String) throws(LinkError) {
    guard !text.unicodeScalars.contains(where: Self.isHidden) else { throw .hiddenCharacter }
    guard let scheme = Self.scheme(of: text) else { throw .noScheme }
    self.scheme = scheme
    self.text = text.unicodeScalars.reduce(into: "") { encoded, scalar in
      encoded += Self.encoded[scalar] ?? String(scalar)
    }
  }

  /// Characters that no link holds, but that careless senders write.
  private static let encoded: [Unicode.Scalar: String] = [
    " ": "%20", "\"": "%22", "<": "%3C", ">": "%3E", "`": "%60",
  ]

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    case .spaceSeparator: scalar != " "
    default: false
    }
  }

  /// A letter, then letters, digits, `+`, `-` and `.`, up to the colon (RFC 3986, 3.1).
  private static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon].lowercased()
    return LinkScheme.isValid(scheme) ? scheme : nil
  }
}

/// The names of schemes, such as `https`.
package enum LinkScheme {
  /// Those that are opened without a question unless the configuration says otherwise.
  package static let `default` = ["http", "https", "mailto"]

  /// Whether a text can be the name of a scheme, in lower case.
  package static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { byte in
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}

/// An error of a link: no program may get the text.
package enum LinkError: Error, Sendable, Hashable {
  /// It does not begin with a scheme such as `https:`.
  case noScheme
  /// It holds a control character or another one that is not seen.
  case hiddenCharacter
}

extension LinkError {
  /// What is wrong with a link, without control characters.
  package func message(about text: String) -> String {
    let shown = TextLayout.truncate(text.printable(), columns: 60)
    return switch self {
    case .noScheme: "“\(shown)” is no link: it has to begin with a scheme such as https:"
    case .hiddenCharacter: "“\(shown)” holds a character that is not seen, and is not opened"
    }
  }
}
