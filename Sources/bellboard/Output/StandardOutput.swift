import Foundation
import InboxUI

/// Where results go: lines gathered into large writes, flushed at the end or on request.
final class StandardOutput {
  /// Whether it is a terminal: output for people, else plain.
  let isTerminal = isatty(STDOUT_FILENO) == 1
  private var buffer: [UInt8] = []
  private static let bufferSize = 64 * 1_024

  /// Columns of the terminal; nil when there is none.
  var columns: Int? {
    guard isTerminal else { return nil }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Adds text as it is; whoever builds it has made what comes from outside printable.
  ///
  /// - Throws: ``OutputError``, also for earlier text that could not be handed on.
  func write(_ text: String) throws(OutputError) {
    try write(text.utf8)
  }

  /// Adds bytes as they are.
  ///
  /// - Throws: ``OutputError``, also for earlier text that could not be handed on.
  func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Adds a line.
  ///
  /// - Throws: ``OutputError``, also for earlier text that could not be handed on.
  func line(_ text: String) throws(OutputError) {
    try write(text)
    try write("\n")
  }

  /// Hands on what is gathered; those that follow a stream need it at once.
  ///
  /// - Throws: ``OutputError``.
  func flush() throws(OutputError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    let code = Self.write(buffer, to: STDOUT_FILENO)
    if code == EPIPE { throw .readerGone }
    if code != 0 { throw .unwritable(code: code) }
  }

  /// Writes all bytes, however many calls that takes; 0, or the error number.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}

/// Where complaints go, each line with the program's name.
enum StandardError {
  /// Writes one complaint that begins with the program's name.
  static func complain(_ text: String) {
    say("bellboard: \(text)")
  }

  /// Writes one complaint for each text, of very many only the first and how many more there are.
  static func complain(each texts: [String]) {
    texts.prefix(mostComplaints).forEach(complain)
    if texts.count > mostComplaints { complain("… and \(texts.count - mostComplaints) more") }
  }

  /// More would push what matters off a terminal.
  static let mostComplaints = 20

  /// Writes a question and no line end.
  static func ask(_ text: String) {
    _ = StandardOutput.write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Writes one line as it is, for messages that begin with `path:line:`.
  static func say(_ text: String) {
    // Nobody is left to tell when this fails.
    _ = StandardOutput.write(Array("\(text)\n".utf8), to: STDERR_FILENO)
  }
}

/// Why results could not be handed on.
enum OutputError: Error {
  /// The program at the other end of the pipe has ended; nobody misses anything.
  case readerGone
  /// Writing failed with this `errno`.
  case unwritable(code: Int32)
}
