import struct Foundation.Date

/// The type-ahead: input that waits, in order, until what it acts on is known.
///
/// A search, an undo or slow rows move the cursor when their answer comes; a key that was pressed
/// before that was meant for the message that the answer leads to.
struct TypeAhead: Sendable, Hashable {
  /// A piece of input.
  enum Input: Sendable, Hashable {
    /// A key.
    case key(Key)
    /// A pasted text.
    case pasted(String)
    /// A command for which too few rows are at hand.
    case command(Command)
    /// A step of a chain or of a repetition, on the messages for which it was begun.
    case step(KeyBinding, on: [ActionTarget]?)
  }

  /// Most pieces that wait; further ones are dropped until all of those are taken.
  static let limit = 256
  /// Seconds after which a person can tell that an answer is late.
  private static let noticeableDelay = 0.5

  private var waiting: [Input] = []
  private var isFull = false
  /// When the wait began; nil while nothing is waited for.
  private var start: Date?
  /// Whether the next piece was asked for and has not been taken.
  private var isReleasing = false

  /// Whether nothing waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// How many keys wait; the steps of a chain or a repetition are none.
  var count: Int {
    waiting.count { piece in
      if case .step = piece { false } else { true }
    }
  }

  /// Whether a command waits for rows.
  var needsRows: Bool {
    if case .command = waiting.first { true } else { false }
  }

  /// Adds a piece behind the others.
  mutating func add(_ input: Input) {
    isFull = isFull || waiting.count >= Self.limit
    if !isFull { waiting.append(input) }
  }

  /// Puts pieces before the others, which follow them.
  mutating func putBack(_ pieces: [Input]) {
    waiting.insert(contentsOf: pieces, at: 0)
  }

  /// Notes whether an answer is waited for at a moment.
  mutating func note(isWaiting: Bool, at now: Date) {
    start = isWaiting ? start ?? now : nil
  }

  /// Whether an answer is late enough for a person to have noticed.
  func isLate(at now: Date) -> Bool {
    start.map { abs(now.timeIntervalSince($0)) >= Self.noticeableDelay } ?? false
  }

  /// Asks for the next piece; false when there is none, or it was asked for already.
  mutating func release() -> Bool {
    guard !waiting.isEmpty, !isReleasing else { return false }
    isReleasing = true
    return true
  }

  /// Ends the request for the next piece.
  mutating func endRelease() {
    isReleasing = false
  }

  /// Takes the next piece; nil when there is none.
  mutating func takeNext() -> Input? {
    guard !waiting.isEmpty else { return nil }
    defer { isFull = isFull && !waiting.isEmpty }
    return waiting.removeFirst()
  }

  /// Drops the steps of the chain that is being performed; returns them.
  mutating func dropSteps() -> [KeyBinding] {
    let steps = waiting.prefix { if case .step = $0 { true } else { false } }
    waiting.removeFirst(steps.count)
    return steps.compactMap { if case .step(let binding, _) = $0 { binding } else { nil } }
  }

  /// Drops all pieces; returns how many keys they were.
  mutating func drop() -> Int {
    defer { (waiting, isFull) = ([], false) }
    return count
  }
}

/// A request to be given the next piece of the input that waits.
package struct ReleaseInput: Request {
  /// Makes a request.
  package init() {}

  package var effect: Effect { .pane(.releaseInput(self)) }
  package func answered(_: Void) -> AnsweredRequest { .releasedInput }
}

extension PaneRequest {
  /// Hands the next piece of the input that waits back in.
  package static var releaseInput: PaneRequest { .releaseInput(ReleaseInput()) }
}
