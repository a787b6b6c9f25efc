import Foundation
package import InboxSystem

/// The standard output stream, buffered.
package final class StandardOutput {
  /// Whether it is a terminal; otherwise output is plain.
  package let isTerminal = isatty(STDOUT_FILENO) == 1
  private var buffer: [UInt8] = []
  /// The pager for output longer than the screen; nil once it is started, or without one.
  private var waitingPager: (line: String, environment: [String: String], rows: Int)?
  private var pager: Pager?
  /// The signals that end a stream, also while nobody reads it; nil for their default actions.
  package var endingSignals: SignalSource?
  private static let bufferSize = 64 * 1_024

  /// Starts with an empty buffer.
  package init() {}

  /// Columns of the terminal; nil without a terminal.
  package var columns: Int? {
    guard isTerminal else { return nil }
    let columns = Int(size.ws_col)
    return columns > 0 ? columns : 80
  }

  private var size: winsize {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : winsize()
  }

  /// Writes output for people, through a pager if it is longer than the screen.
  ///
  /// - Parameters:
  ///   - environment: The environment, with the pager.
  ///   - body: Writes the output.
  /// - Throws: Errors of the body, except for a pager that was left early.
  package func paged(in environment: [String: String], _ body: () throws -> Void) throws {
    if isTerminal, let line = Pager.line(in: environment), size.ws_row > 0 {
      waitingPager = (line, environment, Int(size.ws_row))
    }
    defer { endPaging() }
    do {
      try body()
      try flush()
    } catch OutputError.readerGone where pager != nil {
      buffer.removeAll()
    }
  }

  private func endPaging() {
    waitingPager = nil
    pager?.finish()
    pager = nil
  }

  /// Starts the pager once the output exceeds the screen.
  private func startPager() {
    guard let waiting = waitingPager else { return }
    guard buffer.count(where: { $0 == 0x0A }) >= waiting.rows else { return }
    waitingPager = nil
    // If that fails, the output is written without a pager.
    pager = try? Pager(waiting.line, environment: waiting.environment)
  }

  /// Adds text unchanged; the caller has made external text printable.
  ///
  /// - Throws: ``OutputError``, also for earlier text that could not be written.
  package func write(_ text: String) throws(OutputError) {
    try write(text.utf8)
  }

  /// Adds bytes unchanged.
  ///
  /// - Throws: ``OutputError``, also for earlier text that could not be written.
  package func write(_ bytes: some Sequence<UInt8>) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    if waitingPager != nil { startPager() }
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Adds a line.
  ///
  /// - Throws: ``OutputError``, also for earlier text that could not be written.
  package func line(_ text: String) throws(OutputError) {
    try write(text)
    try write("\n")
  }

  /// Adds a line on a terminal, for what needs no words where it is piped.
  ///
  /// - Throws: ``OutputError``, also for earlier text that could not be written.
  package func sentence(_ text: String) throws(OutputError) { if isTerminal { try line(text) } }

  /// Flushes the buffer; readers of a stream need the output at once.
  ///
  /// - Throws: ``OutputError``.
  package func flush() throws(OutputError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    do throws(SystemError) {
      let target = pager?.descriptor ?? STDOUT_FILENO
      guard let endingSignals else { return try Descriptors.write(buffer, to: target) }
      let isWritten = try Descriptors.write(
        buffer, to: target, unlessReadable: endingSignals.descriptor)
      guard !isWritten else { return }
    } catch {
      throw error.code == EPIPE ? .readerGone : .unwritable(error)
    }
    throw .interrupted(endingSignals?.take().first ?? SIGTERM)
  }
}

/// An error of writing output.
package enum OutputError: Error {
  /// The reader of the pipe has ended.
  case readerGone
  /// Writing failed.
  case unwritable(SystemError)
  /// A signal ended the program before all was written.
  case interrupted(Int32)
}

extension OutputError: Reportable {
  package var report: String {
    switch self {
    case .readerGone: "the reader of the output has gone"
    case .unwritable(let error): "cannot write the output: \(error.reason)"
    case .interrupted(let signal): "ended by signal \(signal) before all was written"
    }
  }
}
