import CMime
import Foundation

/// The transfer encodings of mails (RFC 2045, 6).
enum TransferEncoding {
  /// The decoded bytes of a content.
  static func decode(_ content: UnsafeRawBufferPointer, _ encoding: mime_encoding) -> [UInt8] {
    switch encoding {
    case mime_base64: base64(content)
    case mime_quoted_printable: quotedPrintable(content)
    default: Array(content)
    }
  }

  /// The decoded bytes of Base64, with or without padding, as far as it is valid.
  static func base64(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var count = 0
    let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    guard let start, let decoded = mime_decode_base64(start, text.count, &count) else { return [] }
    defer { free(decoded) }
    return Array(UnsafeRawBufferPointer(start: decoded, count: count))
  }

  /// The decoded bytes of quoted-printable text; invalid parts are literal.
  static func quotedPrintable(_ text: some Sequence<UInt8>, isWord: Bool = false) -> [UInt8] {
    let text = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      let byte = text[place]
      place += 1
      if byte == UInt8(ascii: "_"), isWord {
        bytes.append(UInt8(ascii: " "))
      } else if byte != UInt8(ascii: "=") {
        bytes.append(byte)
      } else if place + 1 < text.count, let high = digit(text[place]),
        let low = digit(text[place + 1])
      {
        bytes.append(high << 4 | low)
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
    let rest = text[place...]
    guard let end = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else {
      return text.count
    }
    return text[end] == UInt8(ascii: "\n") ? end + 1 : nil
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
