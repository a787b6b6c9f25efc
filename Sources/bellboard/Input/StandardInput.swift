import Foundation
import InboxCore

/// What is piped in.
enum StandardInput {
  /// Whether somebody sits there who can be asked.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Everything up to the end, as text.
  ///
  /// Text that is not UTF-8 gets U+FFFD for what cannot be read; a last line end is left out.
  ///
  /// - Throws: ``InputError``.
  static func text(atMost limit: Int = Payload.maximumSize) throws -> String {
    let text = String(decoding: try bytes(atMost: limit), as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Everything up to the end.
  ///
  /// - Throws: ``InputError``, as soon as there is more than `limit`.
  static func bytes(atMost limit: Int = .max) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try InputFile(path: "-").forEachPiece {
      bytes.append(contentsOf: $0)
      if bytes.count > limit { throw InputError.tooLong(limit: limit) }
    }
    return bytes
  }
}
