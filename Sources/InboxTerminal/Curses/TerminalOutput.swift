import Foundation

/// Writes to a terminal past ncurses.
enum TerminalOutput {
  /// Sends all of a text, so that no sequence ends in the middle.
  ///
  /// A terminal that another program has left non-blocking is waited for.
  ///
  /// - Returns: False when the terminal is gone.
  @discardableResult
  static func send(_ text: String, to descriptor: Int32 = STDOUT_FILENO) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count <= 0 else {
        rest = rest.dropFirst(count)
        continue
      }
      let isBusy = errno == EAGAIN && awaitRoom(in: descriptor)
      guard isBusy || errno == EINTR else { return false }
    }
    return true
  }

  /// Sleeps until something can be written; false when nothing ever can.
  private static func awaitRoom(in descriptor: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    while poll(&waiting, 1, -1) < 0 { guard errno == EINTR else { return false } }
    return waiting.revents & Int16(POLLOUT) != 0
  }
}
