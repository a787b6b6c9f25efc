import Foundation
import InboxText

/// The body of a desktop notification: its text and links, without the markup.
package struct DesktopMarkup: Sendable, Hashable {
  /// The text without markup; a link's URL follows in parentheses if its text differs.
  package let plain: String
  /// The URLs of its web links.
  package let links: [String]

  /// Maximum bytes of a body.
  private static let mostBytes = 128 * 1_024

  /// Parses a body; invalid markup stays as it is.
  package init(_ markup: String) {
    var scanner = MarkupScanner()
    let text =
      markup.utf8.count <= Self.mostBytes
      ? markup : String(decoding: markup.utf8.prefix(ofTextUpTo: Self.mostBytes), as: UTF8.self)
    scanner.scan(text)
    plain = scanner.text.replacing("\r\n", with: "\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    links = scanner.links
  }
}

/// Parses markup in one pass.
private struct MarkupScanner {
  private(set) var text = ""
  private(set) var links: [String] = []
  /// The URL and the text of an open link.
  private var open: (url: String, text: String)?

  /// Maximum length of a character reference, with its delimiters.
  private static let longestReference = 12
  private static let references = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": " ",
  ]

  mutating func scan(_ markup: String) {
    var rest = markup[...]
    while let start = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      append(rest[..<start])
      rest = rest[start...]
      let length = rest.first == "<" ? takeTag(rest) : takeReference(rest)
      if length == 0 { append(rest.prefix(1)) }
      rest = rest.dropFirst(max(length, 1))
    }
    append(rest)
    endLink()
  }

  private mutating func append(_ piece: some StringProtocol) {
    if open == nil { text += piece } else { open?.text += piece }
  }

  /// Consumes a tag; returns its length in characters, or 0 if there is none.
  private mutating func takeTag(_ rest: Substring) -> Int {
    let inner = rest.dropFirst()
    guard let end = inner.firstIndex(where: { $0 == ">" || $0 == "<" }), inner[end] == ">",
      let first = inner.first, first.isLetter || first == "/"
    else { return 0 }
    let tag = inner[..<end]
    let name = tag.prefix { !$0.isWhitespace }.lowercased()
    switch name {
    case "a":
      endLink()
      if let url = Self.attribute("href", of: tag), Self.isOpened(url) { open = (url, "") }
    case "/a": endLink()
    case "br", "br/": append("\n")
    case "img": append(Self.attribute("alt", of: tag) ?? "")
    default: break
    }
    return tag.count + 2
  }

  private mutating func endLink() {
    guard let (url, label) = open else { return }
    open = nil
    links.append(url)
    let isNamed = !label.isEmpty && label != url
    text += isNamed ? "\(label) (\(url))" : url
  }

  /// Consumes a character reference; returns its length in characters, or 0 if there is none.
  private mutating func takeReference(_ rest: Substring) -> Int {
    let near = rest.prefix(Self.longestReference)
    guard let end = near.firstIndex(of: ";"),
      let character = Self.character(near[..<end].dropFirst())
    else { return 0 }
    append(character)
    return near[...end].count
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return references[String(name)] }
    let digits = name.dropFirst()
    let code =
      digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).flatMap { $0.value == 0 ? nil : String($0) }
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    guard let place = tag.range(of: name + "=", options: .caseInsensitive) else { return nil }
    let rest = tag[place.upperBound...]
    guard let mark = rest.first, mark == "\"" || mark == "'" else { return nil }
    var value = MarkupScanner()
    value.scanPlain(String(rest.dropFirst().prefix { $0 != mark }))
    return value.text
  }

  /// Resolves character references only.
  private mutating func scanPlain(_ value: String) {
    var rest = value[...]
    while let start = rest.firstIndex(of: "&") {
      text += rest[..<start]
      rest = rest[start...]
      let length = takeReference(rest)
      if length == 0 { text += rest.prefix(1) }
      rest = rest.dropFirst(max(length, 1))
    }
    text += rest
  }

  private static func isOpened(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    return start.hasPrefix("https://") || start.hasPrefix("http://") || start.hasPrefix("mailto:")
  }
}
