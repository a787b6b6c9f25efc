import Foundation

/// Reads a file or standard input in pieces, however large it is.
final class InputFile {
  private let descriptor: Int32
  private let path: String
  private static let pieceSize = 256 * 1_024

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: ``InputError``.
  init(path: String) throws {
    if path == "-" {
      self.path = "standard input"
      descriptor = STDIN_FILENO
      return
    }
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem(errno) }
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// Hands over the pieces in order until the end.
  ///
  /// - Throws: ``InputError``; whatever `body` throws.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while true {
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw problem(errno) }
      guard count > 0 else { return }
      try piece.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  private func problem(_ code: Int32) -> InputError {
    if code == EBADF { return .closed }
    return .unreadable(path: path, reason: String(cString: strerror(code)))
  }
}
