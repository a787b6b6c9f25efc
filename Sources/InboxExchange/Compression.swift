import CZlib

/// Compression of values by zlib (RFC 1950), with a dictionary of what most values begin with.
///
/// Most values are shorter than 300 bytes: without a dictionary they would not get shorter. A later
/// version that compresses otherwise says so in a header, see ``ExchangeCodec``.
enum Compression {
  /// Bytes of the largest value after decompression: more than any register.
  static let limit = 4 << 20
  /// The default compression level of zlib, which has levels from 0 to 9.
  static let level: Int32 = 6
  /// Bytes from which a value gets the large window and tables, which take longer to set up.
  private static let large = 4_096

  /// The texts of registers, the most frequent last.
  ///
  /// It must never change: values that were compressed with it are in the streams.
  static let dictionary = Array(
    """
    "actions":[{"label":"","url":"https://"}],"asks":true,"asker":"1795450395980.0.","attachments":\
    [{"path":"stored:","type":"image/png"}],"awake":"badge":"categories":["conversion_tags":"custom"\
    :{"delivery":"alert","expires_at":17954503,"f":{"body":"17954503","title":"17954503","fold":"","\
    format":"markdown","full":["glyph":"partial":true,"part":["placed_at":17954503,"progress":"purge\
    d":true,"rules":["snooze":[17954503,"17954503","sound":"starts_at":17954503,"subtitle":"","tap":\
    "https://github.com/","up":[true,"17954503","whole":"17954503{"at":17954503,"by":"me","label":""\
    ,"n":1,"last":17954503,"on":"","pin":[true,"17954503{"g":0,"status":["deleted","17954503.0.","un\
    read"],"v":1}{"g":0,"status":["unread","17954503{"g":0,"id":"","p":{"arrived_on":"","body":"","p\
    riority":4,"sent_at":17954503,"tags":["","thread":"","title":""},"received":17954503,"source":"h\
    ttp/","t":"17954503.0.","v":1}{"g":0,"status":["read","17954503.0."],"v":1}
    """.utf8)

  /// The compressed bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - level: The compression level, from 0 to 9.
  /// - Returns: A zlib stream, also where it is longer.
  /// - Throws: ``Failure`` if zlib cannot start, for example for lack of memory.
  static func compressed(
    _ bytes: [UInt8], level: Int32 = Compression.level
  ) throws(Failure) -> [UInt8] {
    // Powers of two.
    let (window, memory): (Int32, Int32) = bytes.count < large ? (12, 4) : (15, 8)
    var stream = z_stream()
    let isOpen = deflateInit2_(
      &stream, level, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard isOpen == Z_OK else { throw Failure(code: isOpen) }
    defer { deflateEnd(&stream) }
    deflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))
    let capacity = Int(deflateBound(&stream, uLong(bytes.count)))
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      withReadOnlyBytes(bytes) { input in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (buffer.baseAddress, UInt32(capacity))
        // One call is enough, as the result fits.
        _ = deflate(&stream, Z_FINISH)
      }
      count = capacity - Int(stream.avail_out)
    }
  }

  /// Error: zlib cannot start to compress.
  struct Failure: Error, Hashable, CustomStringConvertible {
    /// The error code of zlib, such as `Z_MEM_ERROR`.
    let code: Int32

    /// The error in a sentence without a period.
    var description: String {
      "a message cannot be compressed: \(String(cString: zError(code)))"
    }
  }

  /// The decompressed bytes; nil if they are damaged, or too many.
  static func decompressed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    let isOpen = inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard isOpen == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    return withReadOnlyBytes(bytes) { input in
      (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
      return inflated(&stream, expecting: bytes.count * 4 + 256)
    }
  }

  private static func inflated(_ stream: inout z_stream, expecting size: Int) -> [UInt8]? {
    var result: [UInt8] = []
    var capacity = size
    while result.count <= limit {
      // One byte more than allowed tells that there are more.
      capacity = min(capacity, limit + 1 - result.count)
      var code = Z_OK
      result += [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        (stream.next_out, stream.avail_out) = (buffer.baseAddress, UInt32(capacity))
        code = inflate(&stream, Z_FINISH)
        if code == Z_NEED_DICT {
          code = inflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))
          if code == Z_OK { code = inflate(&stream, Z_FINISH) }
        }
        count = capacity - Int(stream.avail_out)
      }
      if code == Z_STREAM_END {
        return stream.avail_in == 0 && result.count <= limit ? result : nil
      }
      guard code == Z_BUF_ERROR, stream.avail_out == 0 else { return nil }
      capacity = max(result.count, 256)
    }
    return nil
  }

  /// Calls a closure with bytes in the form that zlib wants, which does not change them.
  private static func withReadOnlyBytes<T>(
    _ bytes: [UInt8], _ body: (UnsafeMutableBufferPointer<UInt8>) -> T
  ) -> T {
    bytes.withUnsafeBufferPointer { body(UnsafeMutableBufferPointer(mutating: $0)) }
  }
}
