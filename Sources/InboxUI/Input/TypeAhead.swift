import struct Foundation.Date

/// The type-ahead: input that waits, in order, for the answer that it depends on.
///
/// A search, an undo or a slow read moves the cursor when it is answered; keys pressed before that
/// are meant for the message that it leads to.
struct TypeAhead: Sendable, Hashable {
  /// A queued input.
  enum Input: Sendable, Hashable {
    case key(Key)
    case pasted(String)
    /// A command that needs rows that are not loaded.
    case command(Command)
    /// A step of a chain or a repetition; the targets of a chain are those at its start.
    case step(KeyBinding, on: [ActionTarget]?)
  }

  /// Maximum number of queued inputs; more are dropped until the queue is empty.
  static let limit = 256
  /// Seconds after which an answer is noticeably late.
  private static let noticeableDelay = 0.5

  private var waiting: [Input] = []
  private var isFull = false
  /// When the wait started; nil while there is none.
  private var start: Date?
  /// Whether the next input is requested.
  private var isReleasing = false

  var isEmpty: Bool { waiting.isEmpty }

  /// The number of queued inputs, without the steps of a chain or repetition.
  var count: Int {
    waiting.count { piece in
      if case .step = piece { false } else { true }
    }
  }

  /// Whether the first input is a command that needs rows.
  var needsRows: Bool { if case .command = waiting.first { true } else { false } }

  /// Appends an input to the queue.
  mutating func add(_ input: Input) {
    isFull = isFull || waiting.count >= Self.limit
    if !isFull { waiting.append(input) }
  }

  /// Inserts inputs at the front of the queue.
  mutating func putBack(_ pieces: [Input]) { waiting.insert(contentsOf: pieces, at: 0) }

  /// Records whether an answer is pending.
  mutating func note(isWaiting: Bool, at now: Date) { start = isWaiting ? start ?? now : nil }

  /// Whether an answer is noticeably late.
  func isLate(at now: Date) -> Bool {
    start.map { abs(now.timeIntervalSince($0)) >= Self.noticeableDelay } ?? false
  }

  /// Starts the request for the next input; false if the queue is empty or the request is pending.
  mutating func release() -> Bool {
    guard !waiting.isEmpty, !isReleasing else { return false }
    isReleasing = true
    return true
  }

  /// Ends the request for the next input.
  mutating func endRelease() { isReleasing = false }

  /// Removes the next input; nil if the queue is empty.
  mutating func takeNext() -> Input? {
    guard !waiting.isEmpty else { return nil }
    defer { isFull = isFull && !waiting.isEmpty }
    return waiting.removeFirst()
  }

  /// Drops the remaining steps of the running chain; returns them.
  mutating func dropSteps() -> [KeyBinding] {
    let steps = waiting.prefix { if case .step = $0 { true } else { false } }
    waiting.removeFirst(steps.count)
    return steps.compactMap { if case .step(let binding, _) = $0 { binding } else { nil } }
  }

  /// Clears the queue; returns the number of inputs, without steps.
  mutating func drop() -> Int {
    defer { (waiting, isFull) = ([], false) }
    return count
  }
}

/// A request to dispatch the next queued input.
package struct ReleaseInput: Request {

  package var effect: Effect { .pane(.releaseInput(self)) }

  package func receive(_: Void, in state: inout UIState) {
    state.takeReleased()
  }
}
