import Foundation

/// A client that a tmux server takes commands from, so that none needs a process of its own.
///
/// It shows nothing: what programs write goes by it, and it has no part in the size of windows.
final class TmuxClient {
  /// A command that was refused, or a server that is gone.
  struct Refused: Error {
    /// The words of the command.
    var words: [String]
  }

  private let process: ChildProcess
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Attaches to the server at a socket.
  init(socket: String, environment: [String: String]) throws {
    var ends: [Int32] = [-1, -1]
    // No pipes: writing into one whose reader is gone would end the test run.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw POSIXError(.EMFILE)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    descriptor = ends[0]
    defer { close(ends[1]) }
    let words = ["tmux", "-S", socket, "-C", "attach", "-f", "no-output,ignore-size"]
    process = try ChildProcess(
      "/usr/bin/env", words, environment: environment, input: .descriptor(ends[1]),
      output: .descriptor(ends[1]))
    _ = try reply(to: words)
  }

  deinit {
    close(descriptor)
  }

  /// Does a command; what it prints.
  func perform(_ words: [String]) throws -> String {
    let quoted = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    let line = Array((quoted.joined(separator: " ") + "\n").utf8)
    let count = line.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count == line.count else { throw Refused(words: words) }
    return try reply(to: words)
  }

  /// What stands between the two lines that frame an answer; what comes meanwhile is left out.
  private func reply(to words: [String]) throws -> String {
    var lines: [String] = []
    var mark: Substring?
    while let line = nextLine() {
      guard let mark else {
        if line.hasPrefix("%begin ") { mark = line.dropFirst(7) }
        continue
      }
      if line == "%end " + mark { return lines.map { $0 + "\n" }.joined() }
      if line == "%error " + mark { break }
      lines.append(line)
    }
    throw Refused(words: words)
  }

  private func nextLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard isReadable(descriptor, within: PseudoTerminal.limit) else { return nil }
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { return nil }
      buffer += piece.prefix(count)
    }
  }
}
