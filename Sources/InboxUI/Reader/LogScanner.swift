/// A scanner of a log line for words such as `ERROR`, and file positions.
struct LogScanner {
  /// A highlighted part of the line with its role.
  struct Tone: Hashable {
    var bytes: Range<Int>
    var role: Role
  }

  /// The line in UTF-8.
  let bytes: UnsafeBufferPointer<UInt8>

  /// The words and file positions, in the order of the line.
  func tones() -> [Tone] {
    var tones: [Tone] = []
    var index = 0
    while index < bytes.count {
      guard isWord(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, isWord(bytes[index]) { index += 1 }
      if let tone = word(start..<index) ?? place(start..<index) {
        tones.append(tone)
        index = tone.bytes.upperBound
      }
    }
    return tones
  }

  private static let words: [(text: [UInt8], role: Role)] = [
    ("ERROR", Role.error), ("FATAL", .error), ("CRITICAL", .error), ("PANIC", .error),
    ("SEVERE", .error), ("FAILED", .error), ("FAILURE", .error), ("FAIL", .error),
    ("WARNING", .warning), ("WARN", .warning),
  ].map { (Array($0.0.utf8), $0.1) }

  /// Words that are matched in any case before a colon, as in compiler messages.
  private static let prefixes: [(text: [UInt8], role: Role)] = [
    ("error", Role.error), ("fatal", .error), ("panic", .error), ("exception", .error),
    ("warning", .warning),
  ].map { (Array($0.0.utf8), $0.1) }

  private func word(_ range: Range<Int>) -> Tone? {
    // No word is longer; skip long runs of letters.
    guard range.count >= 4, range.count <= 64 else { return nil }
    if let found = Self.words.first(where: { matches($0.text, range) }) {
      return Tone(bytes: range, role: found.role)
    }
    guard range.upperBound < bytes.count, bytes[range.upperBound] == UInt8(ascii: ":") else {
      return nil
    }
    // Match suffixes too, as in `ValueError:`.
    return Self.prefixes.first { prefix in
      prefix.text.count <= range.count
        && matches(
          prefix.text, range.upperBound - prefix.text.count..<range.upperBound, ignoringCase: true)
    }.map { Tone(bytes: range, role: $0.role) }
  }

  private func matches(_ text: [UInt8], _ range: Range<Int>, ignoringCase: Bool = false) -> Bool {
    guard text.count == range.count else { return false }
    let mask: UInt8 = ignoringCase ? 0x20 : 0
    return text.indices.allSatisfy { bytes[range.lowerBound + $0] | mask == text[$0] | mask }
  }

  /// A file name with a line number: `main.swift:12:3`, or `main.py", line 12`.
  private func place(_ range: Range<Int>) -> Tone? {
    guard range.count <= 16, Self.endings.contains(Array(bytes[range])), range.lowerBound > 0,
      bytes[range.lowerBound - 1] == UInt8(ascii: "."), let end = lineNumber(at: range.upperBound)
    else { return nil }
    var start = range.lowerBound - 1
    while start > 0, isPath(bytes[start - 1]) { start -= 1 }
    return start < range.lowerBound - 1 ? Tone(bytes: start..<end, role: .code) : nil
  }

  private static let endings: Set<[UInt8]> = Set(
    """
    c cc cpp cs css cxx erl ex exs go h hpp hs html java js json jsx kt lua m mjs ml mm php pl py rb \
    rs scala sh sql swift toml ts tsx vue xml yaml yml zig
    """.split(separator: " ").map { Array($0.utf8) })

  /// The end of the line number that starts at an index; nil if there is none.
  private func lineNumber(at index: Int) -> Int? {
    for prefix in Self.linePrefixes {
      let start = index + prefix.count
      guard start < bytes.count, matches(prefix, index..<start), isDigit(bytes[start]) else {
        continue
      }
      var end = digits(from: start)
      if end + 1 < bytes.count, bytes[end] == UInt8(ascii: ":"), isDigit(bytes[end + 1]) {
        end = digits(from: end + 1)
      }
      return end
    }
    return nil
  }

  private static let linePrefixes = [":", "\", line ", "("].map { Array($0.utf8) }

  private func digits(from start: Int) -> Int {
    var end = start
    while end < bytes.count, isDigit(bytes[end]) { end += 1 }
    return end
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_") || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80
  }

  private func isPath(_ byte: UInt8) -> Bool {
    isWord(byte) || [0x2B, 0x2D, 0x2E, 0x2F, 0x40, 0x5C, 0x7E].contains(byte)
  }
}
