import Foundation
import InboxText

/// The body of a desktop notification: its text and links, without the markup.
package struct DesktopMarkup: Sendable, Hashable {
  /// The text without markup; a link's URL follows in parentheses if its text differs.
  package let plain: String
  /// The URLs of its web links.
  package let links: [String]
  /// What its markup says and the text does not: addresses of pictures and of other links, and what
  /// is beyond the maximum size.
  package let unshown: [String]

  /// Maximum bytes of a body.
  private static let mostBytes = 128 * 1_024

  /// Parses a body; only the tags of the specification are markup, and line breaks and paragraphs.
  package init(_ markup: String) {
    var scanner = MarkupScanner()
    var text = markup[...]
    if markup.utf8.count > Self.mostBytes {
      text = Substring(decoding: markup.utf8.prefix(ofTextUpTo: Self.mostBytes), as: UTF8.self)
      // A tag is not cut in two.
      if let start = text.suffix(1_024).lastIndex(of: "<"), !text[start...].contains(">") {
        text = text[..<start]
      }
    }
    scanner.scan(text)
    plain = scanner.text.replacing("\r\n", with: "\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    links = scanner.links
    let rest = String(decoding: markup.utf8.dropFirst(text.utf8.count), as: UTF8.self)
    unshown = scanner.unshown + [rest].filter { !$0.isEmpty }
  }
}

/// Parses markup in one pass.
private struct MarkupScanner {
  private(set) var text = ""
  private(set) var links: [String] = []
  private(set) var unshown: [String] = []
  /// The URL and the text of an open link.
  private var open: (url: String, text: String)?
  /// The number of open elements of each name.
  private var depths: [String: Int] = [:]

  /// Maximum length of a character reference, with its delimiters.
  private static let longestReference = 12
  private static let references = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": " ",
  ]

  mutating func scan(_ markup: Substring, hasTags: Bool = true) {
    var rest = markup
    while let start = rest.firstIndex(where: { $0 == "&" || hasTags && $0 == "<" }) {
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
    guard let tag = MarkupTag(rest) else { return 0 }
    let isEnd = tag.name.first == "/"
    if isEnd, !["/br", "/p"].contains(tag.name) {
      // The end of what was no tag is none.
      guard depths[tag.name, default: 0] > 0 else { return 0 }
      depths[tag.name, default: 0] -= 1
    }
    switch tag.name {
    case "a":
      guard let url = tag.attributes["href"].map(Self.resolved) else { return 0 }
      endLink()
      if Self.isOpened(url) { open = (url, "") } else { unshown.append(url) }
    case "/a": endLink()
    case "br", "/br": append("\n")
    case "p", "/p":
      let written = open?.text ?? text
      if !written.isEmpty, written.last?.isNewline == false { append("\n") }
    case "img":
      guard !tag.attributes.isEmpty else { return 0 }
      append(tag.attributes["alt"].map(Self.resolved) ?? "")
      if let source = tag.attributes["src"] { unshown.append(Self.resolved(source)) }
    default: break
    }
    if !isEnd { depths["/" + tag.name, default: 0] += 1 }
    return tag.length
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

  private static func resolved(_ value: Substring) -> String {
    var scanner = MarkupScanner()
    scanner.scan(value, hasTags: false)
    return scanner.text
  }

  private static func isOpened(_ url: String) -> Bool {
    ["https://", "http://", "mailto:"].contains(where: url.prefix(8).lowercased().hasPrefix)
  }
}

/// A tag of the specification's markup, or of a line break or paragraph.
private struct MarkupTag {
  /// The name in small letters, of an end with its slash.
  let name: String
  /// The quoted values by name.
  private(set) var attributes: [String: Substring] = [:]
  /// The number of its characters.
  let length: Int

  /// The names of tags, and whether they have attributes.
  private static let names = [
    "a": true, "b": false, "br": true, "i": false, "img": true, "p": true, "u": false,
  ]

  /// Maximum attributes of a tag.
  private static let mostAttributes = 16

  /// Reads the tag at the start of a text; nil if something else stands there.
  init?(_ text: Substring) {
    var rest = text.dropFirst()
    let slash = rest.first == "/" ? "/" : ""
    rest = rest.dropFirst(slash.count)
    let word = rest.prefix { $0.isASCII && $0.isLetter }.lowercased()
    rest = rest.dropFirst(word.count).drop(while: \.isWhitespace)
    guard let hasAttributes = Self.names[word] else { return nil }
    while slash.isEmpty, let (name, value, next) = Self.attribute(rest) {
      guard hasAttributes, attributes.count < Self.mostAttributes else { return nil }
      attributes[name] = attributes[name] ?? value
      rest = next
    }
    if rest.first == "/" { rest = rest.dropFirst() }
    guard rest.first == ">" else { return nil }
    name = slash + word
    length = text.distance(from: text.startIndex, to: rest.startIndex) + 1
  }

  /// An attribute with a quoted value at the start of a text, and what follows it.
  private static func attribute(_ text: Substring) -> (String, Substring, Substring)? {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == ":" }
    var rest = text[name.endIndex...].drop(while: \.isWhitespace)
    guard !name.isEmpty, rest.first == "=" else { return nil }
    rest = rest.dropFirst().drop(while: \.isWhitespace)
    guard let mark = rest.first, mark == "\"" || mark == "'" else { return nil }
    rest = rest.dropFirst()
    guard let end = rest.firstIndex(of: mark) else { return nil }
    let next = rest[rest.index(after: end)...].drop(while: \.isWhitespace)
    return (name.lowercased(), rest[..<end], next)
  }
}
