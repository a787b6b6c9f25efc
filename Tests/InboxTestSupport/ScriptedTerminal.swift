import Foundation
package import InboxTerminal
package import InboxUI
import Synchronization

/// A terminal without a terminal: a test types into it and waits for what it shows.
///
/// State: keys, size and what was shown. Guard: the mutex, because the loop runs on a thread of
/// its own while the test types; the pipe wakes the loop, the semaphore the test.
package final class ScriptedTerminal: Terminal, Sendable {
  /// A wait that ended without what was awaited.
  package struct Missing: Error {
    /// What was awaited.
    package var what: String
    /// What was shown at the end.
    package var screen: String
  }

  private struct State {
    var size: Size
    var input: [TerminalInput] = []
    var frames: [Frame] = []
    var theme: Theme?
    var requests: [TerminalRequest] = []
    var ends: [Int32] = [-1, -1]
  }

  private let state: Mutex<State>
  private let shown = DispatchSemaphore(value: 0)

  /// Becomes readable when something was typed.
  package let inputDescriptor: Int32

  /// Makes a terminal of a size.
  package init(columns: Int = 60, rows: Int = 16) throws {
    var state = State(size: Size(columns: columns, rows: rows))
    guard pipe(&state.ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in state.ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    inputDescriptor = state.ends[0]
    self.state = Mutex(state)
  }

  deinit {
    state.withLock { state in
      for end in state.ends where end >= 0 { close(end) }
    }
  }

  /// Columns and rows just now.
  package var size: Size { state.withLock { $0.size } }

  /// Keeps a frame.
  package func show(_ frame: Frame, in theme: Theme) {
    state.withLock { state in
      state.frames.append(frame)
      state.theme = theme
    }
    shown.signal()
  }

  /// The next of what was typed.
  package func readInput() -> TerminalInput? {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(inputDescriptor, &bytes, bytes.count) > 0 {}
    return state.withLock { $0.input.isEmpty ? nil : $0.input.removeFirst() }
  }

  /// Passes over what an inbox asks: tests look at the pane's requests.
  package func perform(_ request: HostRequest) {
    shown.signal()
  }

  /// Keeps a request.
  package func perform(_ request: TerminalRequest) {
    state.withLock { $0.requests.append(request) }
    shown.signal()
  }

  /// All frames so far.
  package var frames: [Frame] { state.withLock { $0.frames } }

  /// The look of the last frame.
  package var theme: Theme? { state.withLock { $0.theme } }

  /// All that was asked of the terminal beside drawing.
  package var requests: [TerminalRequest] { state.withLock { $0.requests } }

  /// What the last frame shows, one line for each row.
  package var screen: String {
    let lines = frames.last?.lines ?? []
    return lines.map { $0.spans.map(\.text).joined() }.joined(separator: "\n")
  }

  /// Presses keys, all of them before the loop looks.
  package func press(_ keys: Key...) {
    send(keys.map(TerminalInput.key))
  }

  /// Pastes a text.
  package func paste(_ text: String) {
    send([.pasted(text)])
  }

  /// Takes another size, which the loop finds when it next looks.
  package func resize(columns: Int, rows: Int) {
    state.withLock { $0.size = Size(columns: columns, rows: rows) }
    send([])
  }

  /// Hangs up, as a terminal that was closed does.
  package func hangUp() {
    state.withLock { state in
      close(state.ends[1])
      state.ends[1] = -1
    }
  }

  private func send(_ input: [TerminalInput]) {
    state.withLock { state in
      state.input += input
      _ = [UInt8(1)].withUnsafeBytes { write(state.ends[1], $0.baseAddress, 1) }
    }
  }

  /// Waits until the screen shows all of these texts and none of the others.
  package func awaitScreen(_ texts: String..., without absent: [String] = []) throws {
    try until("\(texts) without \(absent)") { terminal in
      let screen = terminal.screen
      return texts.allSatisfy { screen.contains($0) } && !absent.contains { screen.contains($0) }
    }
  }

  /// Waits until a condition holds, which is asked after each frame.
  package func until(_ what: String, _ condition: (ScriptedTerminal) -> Bool) throws {
    while !condition(self) {
      guard shown.wait(timeout: .now() + PseudoTerminal.limit) == .success else {
        throw Missing(what: what, screen: screen)
      }
    }
  }
}
