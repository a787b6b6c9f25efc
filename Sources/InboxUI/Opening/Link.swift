import InboxText

/// A link that is safe as a program's argument: it starts with its scheme and is printable.
///
/// A program cannot mistake it for an option, and it hides nothing.
public struct Link: Sendable, Hashable {
  /// The link for a program, with blanks, quotes, angle brackets and backquotes percent-encoded.
  public let text: String
  /// The scheme in lower case.
  package let scheme: String

  /// Validates an untrusted link.
  ///
  /// - Throws: ``LinkError`` if it is not safe for a program.
  package init(_ text: String) throws(LinkError) {
    guard !text.unicodeScalars.contains(where: Self.isHidden) else { throw .hiddenCharacter }
    guard let scheme = Self.scheme(of: text) else { throw .noScheme }
    self.scheme = scheme
    self.text = text.unicodeScalars.reduce(into: "") { encoded, scalar in
      encoded += Self.encoded[scalar] ?? String(scalar)
    }
  }

  /// Characters that are invalid in links, but that senders use.
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

  /// The scheme: a letter, then letters, digits, `+`, `-` and `.`, up to the colon (RFC 3986, 3.1).
  private static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon].lowercased()
    return LinkScheme.isValid(scheme) ? scheme : nil
  }
}

/// Names of schemes, such as `https`.
package enum LinkScheme {
  /// The schemes that open without a confirmation by default.
  package static let `default` = ["http", "https", "mailto"]

  /// Whether a name is a valid scheme in lower case.
  package static func isValid(_ name: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard let first = name.utf8.first, letters.contains(first) else { return false }
    return name.utf8.allSatisfy { letters.contains($0) || "0123456789+-.".utf8.contains($0) }
  }
}

/// An error of a link that is not safe for a program.
package enum LinkError: Error, Sendable, Hashable {
  /// It does not start with a scheme such as `https:`.
  case noScheme
  /// It contains a control character or another invisible one.
  case hiddenCharacter

  /// The error message about a link, made printable.
  package func message(about text: String) -> String {
    let shown = TextLayout.truncate(text.printable(), columns: 60)
    return switch self {
    case .noScheme: "“\(shown)” is not a link: it must begin with a scheme such as https:"
    case .hiddenCharacter: "“\(shown)” contains an invisible character"
    }
  }
}
