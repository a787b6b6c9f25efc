import Foundation

/// What is piped in.
enum StandardInput {
  /// Whether somebody sits there who can be asked.
  static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Everything up to the end, as text.
  ///
  /// Text that is not UTF-8 gets U+FFFD for what cannot be read; a last line end is left out.
  ///
  /// - Throws: ``InputProblem``.
  static func text() throws -> String {
    let text = String(decoding: try bytes(), as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// Everything up to the end.
  ///
  /// - Throws: ``InputProblem``.
  static func bytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try InputFile(path: "-").forEachPiece { bytes.append(contentsOf: $0) }
    return bytes
  }
}

/// What can be wrong with input.
enum InputProblem: Error {
  /// Standard input is closed.
  case closed
  /// There is nothing in it.
  case empty
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
}
