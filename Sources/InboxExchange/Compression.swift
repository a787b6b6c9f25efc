import CZlib

/// Compression of values by zlib (RFC 1950).
enum Compression {
  /// Bytes of the smallest value that is compressed.
  static let threshold = 1_024
  /// Bytes of the largest value after decompression: more than any register.
  private static let limit = 4 << 20

  /// The compressed bytes; nil where they are not fewer.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= threshold else { return nil }
    var size = compressBound(uLong(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(size))
    guard compress(&result, &size, bytes, uLong(bytes.count)) == Z_OK, size < bytes.count
    else { return nil }
    return Array(result.prefix(Int(size)))
  }

  /// The decompressed bytes; nil if they are damaged or too many.
  static func decompressed(_ bytes: [UInt8]) -> [UInt8]? {
    var capacity = max(bytes.count * 4, threshold)
    while capacity <= limit {
      var size = uLong(capacity)
      var result = [UInt8](repeating: 0, count: capacity)
      switch uncompress(&result, &size, bytes, uLong(bytes.count)) {
      case Z_OK: return Array(result.prefix(Int(size)))
      case Z_BUF_ERROR: capacity *= 2
      default: return nil
      }
    }
    return nil
  }
}
