import Foundation
import InboxCore
package import InboxSystem
import InboxText

/// The standard input stream.
package enum StandardInput {
  /// Whether it is a terminal, so that a person can be asked.
  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Asks a question on the terminal.
  ///
  /// - Throws: `Failure` with the reason where nobody can be asked; the error for any answer but yes.
  package static func confirm(
    _ question: String, elsewhere reason: String, orThrow refusal: any Error
  ) throws {
    guard isTerminal, isatty(STDERR_FILENO) == 1 else { throw Failure(reason) }
    StandardError.prompt("\(question) [y/N] ")
    guard readLine()?.lowercased().hasPrefix("y") == true else { throw refusal }
  }

  /// The complete input as text.
  ///
  /// Invalid UTF-8 is replaced by U+FFFD; a final line end is left out.
  ///
  /// - Throws: ``InputError``.
  package static func text(atMost limit: Int = Payload.maximumSize) throws -> String {
    let text = String(decoding: try bytes(atMost: limit), as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// The complete input.
  ///
  /// - Throws: ``InputError``, also if it exceeds `limit`.
  package static func bytes(atMost limit: Int = .max) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try InputFile(path: "-").forEachPiece {
      bytes.append(contentsOf: $0)
      if bytes.count > limit { throw InputError.tooLong(limit: limit) }
    }
    return bytes
  }
}

/// A file or standard input of any size, read in pieces.
package final class InputFile {
  private let descriptor: Int32
  private let path: String
  /// Where reading starts; nil if it can be read only once.
  private var start: off_t?
  private static let pieceSize = 256 * 1_024

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: ``InputError``.
  package init(path: String) throws {
    if path == "-" {
      self.path = "standard input"
      descriptor = STDIN_FILENO
      start = Self.place(in: descriptor)
      return
    }
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error(SystemError(call: "open")) }
    start = Self.place(in: descriptor)
  }

  private init(descriptor: Int32, path: String) {
    (self.descriptor, self.path, start) = (descriptor, path, 0)
  }

  private static func place(in descriptor: Int32) -> off_t? {
    let place = lseek(descriptor, 0, SEEK_CUR)
    return place < 0 ? nil : place
  }

  /// The file itself if it can be read again, else a temporary copy of all that is to come.
  ///
  /// - Throws: ``InputError``; `SystemError` if there is no room for a copy.
  package func readableAgain() throws -> InputFile {
    guard start == nil else { return self }
    let copy = InputFile(descriptor: try UnnamedFile.openTemporary(), path: path)
    try forEachPiece { try Descriptors.write($0, to: copy.descriptor) }
    copy.rewind()
    return copy
  }

  /// Goes back to where reading started.
  package func rewind() {
    if let start { lseek(descriptor, start, SEEK_SET) }
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// Calls `body` with the pieces in order until the end.
  ///
  /// - Throws: ``InputError``; whatever `body` throws.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while true {
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw error(SystemError(call: "read")) }
      guard count > 0 else { return }
      try piece.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  private func error(_ error: SystemError) -> InputError {
    error.code == EBADF ? .closed : .unreadable(path: path, error)
  }
}

/// An error of the input.
package enum InputError: Error {
  /// Standard input is closed.
  case closed
  /// It is empty.
  case empty
  /// It has no line that could be a title.
  case noTitle
  /// It exceeds the maximum size of a message in bytes.
  case tooLong(limit: Int)
  /// The file cannot be read.
  case unreadable(path: String, SystemError)
}

extension InputError: Reportable {
  package var report: String {
    switch self {
    case .closed: "standard input is closed, and there is something to be read from it"
    case .empty: "nothing came in; give payloads as JSON on standard input"
    case .noTitle: "nothing came in on standard input that could be a title"
    case .tooLong(let limit):
      "standard input has more than \(limit) bytes, and a message may have no more"
    case .unreadable(let path, let error): "cannot read \(path.printable()): \(error.reason)"
    }
  }
}
