import InboxText

/// A scanner of the links in a text.
struct LinkScanner {
  let units: TextUnits

  /// The ranges of the links, in the order of the text.
  func links() -> [Range<Int>] {
    var links: [Range<Int>] = []
    var index = 0
    while index < units.count {
      if let end = end(ofLinkAt: index) {
        links.append(index..<end)
        index = end
      } else {
        index += 1
      }
    }
    return links
  }

  private func end(ofLinkAt start: Int) -> Int? {
    guard let body = bodyStart(ofLinkAt: start) else { return nil }
    var end = body
    while end < units.count, isPart(units.byte(at: end)) { end += 1 }
    while end > body, isPunctuation(at: end - 1, from: start) { end -= 1 }
    return end > body ? end : nil
  }

  /// The index after the scheme of a link; nil if no link starts here.
  private func bodyStart(ofLinkAt start: Int) -> Int? {
    let first = units.byte(at: start) | 0x20
    guard first == UInt8(ascii: "h") || first == UInt8(ascii: "m"),
      start == 0 || !isWord(units.byte(at: start - 1))
    else { return nil }
    let scheme = LinkPrefixes.all.first { scheme in
      start + scheme.count < units.count
        && scheme.indices.allSatisfy { units.byte(at: start + $0) | 0x20 == scheme[$0] | 0x20 }
    }
    return scheme.map { start + $0.count }
  }

  /// Whether a unit may be part of a link: ASCII, and letters from Latin to Cyrillic.
  ///
  /// Other scripts put no space after a link.
  private func isPart(_ byte: UInt8) -> Bool {
    0x21...0x7E ~= byte && !"<>\"`".utf8.contains(byte) || 0xC3...0xD4 ~= byte
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  /// Whether the last unit of a link is punctuation of the surrounding sentence.
  private func isPunctuation(at index: Int, from start: Int) -> Bool {
    let byte = units.byte(at: index)
    guard byte == UInt8(ascii: ")") else { return ".,;:!?']".utf8.contains(byte) }
    return count(UInt8(ascii: "("), start..<index) <= count(byte, start..<index)
  }

  private func count(_ byte: UInt8, _ range: Range<Int>) -> Int {
    range.count { units.byte(at: $0) == byte }
  }
}

/// The prefixes of links.
private enum LinkPrefixes {
  static let all = ["https://", "http://", "mailto:"].map { Array($0.utf8) }
}
