import InboxCore

/// A jump of the cursor to rows that are read for it.
enum ListJump: Sendable, Hashable {
  case top
  case bottom
  case to(MessageNumber, Landing = .required)

  /// What a jump does where its message is missing or hidden.
  enum Landing: Sendable, Hashable {
    /// The message is there.
    case required
    /// It may be missing, such as one in the reader or one that came back.
    case ifListed
    /// It is opened in the reader if the list lacks it.
    case listedOrOpened
    /// The header of the folded group that hides it will do.
    case visible
  }

  static func ifListed(_ number: MessageNumber) -> ListJump { .to(number, .ifListed) }
  static func listedOrOpened(_ number: MessageNumber) -> ListJump { .to(number, .listedOrOpened) }
  static func visible(_ number: MessageNumber) -> ListJump { .to(number, .visible) }

  private var number: MessageNumber? {
    if case .to(let number, _) = self { number } else { nil }
  }

  private var landing: Landing? {
    if case .to(_, let landing) = self { landing } else { nil }
  }

  /// The rows to read.
  var anchor: MessageWindow.Anchor {
    switch self {
    case .top: .top
    case .bottom: .bottom
    case .to(let number, _): .around(number)
    }
  }

  /// Whether the message may be missing.
  var isOptional: Bool { landing != nil && landing != .required }

  /// The message to open if the list lacks it.
  var opened: MessageNumber? { landing == .listedOrOpened ? number : nil }

  /// The message to show even if it represents a folded group.
  var shown: MessageNumber? {
    landing == .required || landing == .listedOrOpened ? number : nil
  }

  /// Whether to unfold a group that hides the message.
  var opensFolds: Bool { landing != nil && landing != .visible }

  /// Whether the target is missing in the rows.
  func isMissing(in snapshot: InboxSnapshot) -> Bool {
    opensFolds && !snapshot.rows.contains { $0.number == number }
  }

  /// Whether the rows contain the target, or were read for it.
  fileprivate func isAnswered(by snapshot: InboxSnapshot, in window: MessageWindow) -> Bool {
    switch self {
    case .top: !snapshot.hasEarlier
    case .bottom: !snapshot.hasLater
    case .to(let number, _):
      window.anchor == anchor || snapshot.rows.contains { $0.number == number }
    }
  }
}

/// The pending seek, jump or slow read of a list.
///
/// Reads usually complete at once. Those that exceed their budget complete later, and results of
/// earlier reads may arrive before them.
struct ListWait: Sendable, Hashable {
  private(set) var seek: Seek?
  /// The pending jump.
  private(set) var jump: ListJump?
  /// Whether a slow read is pending.
  private(set) var isForRows = false
  /// Whether a read is pending that drops rows that no longer match.
  private var isRefreshing = false
  /// The anchor of a canceled jump, whose rows are ignored.
  private var abandoned: MessageWindow.Anchor?

  /// Whether a pending operation will move the cursor.
  var isForCursor: Bool { seek != nil || (isForRows && (jump != nil || isRefreshing)) }

  /// Whether a key has sent the cursor elsewhere, or has the rows read again.
  var isByKey: Bool { seek != nil || jump != nil || isRefreshing }

  /// Starts waiting for a slow read.
  mutating func beginRows() { isForRows = true }

  /// Starts waiting for a read that drops rows that no longer match.
  mutating func beginRefresh() { isRefreshing = true }

  /// Starts a jump, which moves the cursor when its rows arrive.
  mutating func expect(_ jump: ListJump) {
    self.jump = jump
    abandoned = nil
  }

  /// Starts a seek, which replaces a pending one.
  mutating func begin(_ seek: Seek) -> [Effect] {
    self.seek = seek
    return [seek.effect]
  }

  mutating func endSeek() { seek = nil }

  /// Cancels the pending seek or jump.
  ///
  /// - Returns: The status text; nil if nothing was pending.
  mutating func giveUp() -> StatusText? {
    guard seek == nil else {
      seek = nil
      return .searchStopped
    }
    guard let jump else { return nil }
    abandoned = jump.anchor
    self.jump = nil
    return .stayedHere
  }

  /// Handles a failed read.
  mutating func failRows() { (isForRows, isRefreshing, jump) = (false, false, nil) }

  /// What to do with rows that were read.
  enum Arrival {
    /// Show the rows, with the cursor on its message.
    case shown
    /// Show the rows, with the cursor at the target of the jump.
    case landed(ListJump)
    /// Ignore the rows, since their jump was canceled.
    case abandoned
  }

  /// Ends the pending operations that the rows complete.
  mutating func receive(
    _ snapshot: InboxSnapshot, of window: MessageWindow, kept: Set<MessageNumber>
  )
    -> Arrival
  {
    // More rows of this read follow.
    guard snapshot.isComplete else {
      isForRows = true
      return .shown
    }
    if window.kept == kept { isRefreshing = false }
    // These rows were requested before the jump.
    if let jump, !jump.isAnswered(by: snapshot, in: window) { return .shown }
    isForRows = isForRows && isRefreshing
    if let jump {
      self.jump = nil
      return .landed(jump)
    }
    guard window.anchor == abandoned else { return .shown }
    abandoned = nil
    return .abandoned
  }
}
