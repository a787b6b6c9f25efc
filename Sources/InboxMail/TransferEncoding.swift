import CMime

/// The transfer encodings of mails (RFC 2045, 6).
enum TransferEncoding {
  /// The decoded bytes of a content, and the text that follows or precedes them unencoded.
  static func decode(
    _ content: UnsafeRawBufferPointer, _ encoding: mime_encoding
  ) -> (content: [UInt8], tail: [UInt8]) {
    switch encoding {
    case mime_base64: Base64.body(content)
    case mime_quoted_printable: (quotedPrintable(content), [])
    case mime_uuencode: uuencode(content)
    default: (Array(content), [])
    }
  }

  /// The decoded bytes of quoted-printable text, or of one with another mark before its digits;
  /// invalid parts are literal.
  static func quotedPrintable(
    _ text: some Sequence<UInt8>, mark: UInt8 = UInt8(ascii: "="), isWord: Bool = false
  ) -> [UInt8] {
    let text = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      let byte = text[place]
      place += 1
      if byte == UInt8(ascii: "_"), isWord {
        bytes.append(UInt8(ascii: " "))
      } else if byte != mark {
        bytes.append(byte)
      } else if place + 1 < text.count, let high = digit(text[place]),
        let low = digit(text[place + 1])
      {
        bytes.append(UInt8(high << 4 | low))
        place += 2
      } else if let next = behindLineEnd(text, from: place) {
        place = next
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// The start of the next line if only white space is left on this one; otherwise nil.
  private static func behindLineEnd(_ text: [UInt8], from place: Int) -> Int? {
    let rest = text[place...].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    guard let next = rest.first else { return text.count }
    return next == UInt8(ascii: "\n") ? rest.startIndex + 1 : nil
  }

  private static func digit(_ byte: UInt8) -> Int? {
    Character(Unicode.Scalar(byte)).hexDigitValue
  }

  /// The decoded bytes between the lines `begin` and `end`; all of it is the tail without them.
  private static func uuencode(
    _ text: UnsafeRawBufferPointer
  ) -> (content: [UInt8], tail: [UInt8]) {
    let lines = Array(text).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let begin = lines.firstIndex(where: { $0.starts(with: "begin ".utf8) }) else {
      return ([], Array(text))
    }
    let end = lines[begin...].firstIndex { $0.starts(with: "end".utf8) } ?? lines.endIndex
    let content = lines[(begin + 1)..<end].flatMap(uuencodedLine)
    return (content, Array((lines[..<begin] + lines[end...].dropFirst()).joined(separator: [0x0A])))
  }

  /// The bytes of a line: their number, then four characters for three of them.
  private static func uuencodedLine(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let values = line.map { UInt32($0 &- 0x20) & 0x3F }
    guard let count = values.first else { return [] }
    var bytes: [UInt8] = []
    for start in stride(from: 1, to: values.count, by: 4) {
      let group = (0..<4).reduce(UInt32(0)) { group, index in
        group << 6 | (start + index < values.count ? values[start + index] : 0)
      }
      bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: group >> $0) }
    }
    return bytes.prefix(Int(count))
  }
}
