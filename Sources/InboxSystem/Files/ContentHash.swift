import CInboxSystem

/// The SHA-256 hash of bytes in pieces.
package struct ContentHash {
  private var state = inbox_sha256()

  /// Starts with no bytes.
  package init() {
    inbox_sha256_begin(&state)
  }

  /// Adds the next bytes.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    inbox_sha256_add(&state, bytes.baseAddress, bytes.count)
  }

  /// The hash of all bytes so far, as 64 lowercase hexadecimal digits.
  package var digits: String {
    var copy = state
    var digest = [UInt8](repeating: 0, count: 32)
    inbox_sha256_end(&copy, &digest)
    let letters = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [letters[Int($0 >> 4)], letters[Int($0 & 15)]] }, as: UTF8.self)
  }
}
