import NIOCore

/// Decodes header bytes that are not UTF-8 as ISO 8859-1, before the library reads them as UTF-8.
///
/// Python's `requests` and `urllib` send `Title: Grüße` in that encoding. The library would put a
/// replacement character in the place of each such byte.
///
/// State: the position in the request. Guard: the connection's event loop.
final class HeaderEncodingHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var encoding = HeaderEncoding()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var buffer = unwrapInboundIn(data)
    guard encoding.concerns(buffer.readableBytesView) else { return context.fireChannelRead(data) }
    let bytes = encoding.utf8(buffer.readableBytesView)
    buffer.clear()
    buffer.writeBytes(bytes)
    context.fireChannelRead(wrapInboundOut(buffer))
  }

  /// Records that the next decoder has read the head of a request, or its end.
  func decoderRead(headOnly: Bool) {
    encoding.isInHead = !headOnly
  }
}

/// The encoding of the bytes of a request's head.
struct HeaderEncoding {
  /// Whether the next byte belongs to a head.
  var isInHead = true
  /// How much of the head's end has been read: a line feed, then perhaps a carriage return.
  private var endOfHead = EndOfHead.none
  /// The first bytes of an incomplete character.
  private var cutCharacter: [UInt8] = []

  private enum EndOfHead {
    case none, lineFeed, carriageReturn
  }

  /// Whether bytes have to be checked because they belong to a head.
  func concerns(_ bytes: ByteBufferView) -> Bool {
    isInHead && !bytes.isEmpty
  }

  /// The bytes, with the head converted to UTF-8.
  mutating func utf8(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let bytes = cutCharacter + bytes
    cutCharacter = []
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count, isInHead {
      let byte = bytes[index]
      note(byte)
      if byte < 0x80 {
        result.append(byte)
        index += 1
        continue
      }
      switch Self.character(in: bytes[index...]) {
      case .whole(let length):
        result += bytes[index..<(index + length)]
        index += length
      case .cut:
        cutCharacter = Array(bytes[index...])
        return result
      case .none:
        result += Array(String(Unicode.Scalar(byte)).utf8)
        index += 1
      }
    }
    return result + bytes[index...]
  }

  private mutating func note(_ byte: UInt8) {
    switch (byte, endOfHead) {
    case (0x0A, .none): endOfHead = .lineFeed
    case (0x0A, _): (isInHead, endOfHead) = (false, .none)
    case (0x0D, .lineFeed): endOfHead = .carriageReturn
    default: endOfHead = .none
    }
  }

  private enum Character {
    case whole(length: Int), cut, none
  }

  /// Whether bytes start with a UTF-8 character.
  private static func character(in bytes: ArraySlice<UInt8>) -> Character {
    guard let first = bytes.first else { return .cut }
    let length: Int
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return .none
    }
    let sequence = bytes.prefix(length)
    guard sequence.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .none }
    guard sequence.count == length else { return .cut }
    return String(validating: sequence, as: UTF8.self) == nil ? .none : .whole(length: length)
  }
}
