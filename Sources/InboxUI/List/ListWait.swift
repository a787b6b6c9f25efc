import InboxCore

/// A jump of the cursor, with the rows that are read for it.
enum ListJump: Sendable, Hashable {
  case top
  case bottom
  case to(MessageNumber)
  /// To a message that the list may lack: one that the reader on top shows, or that came back.
  case ifListed(MessageNumber)
  /// To a message that is opened where the list lacks it.
  case listedOrOpened(MessageNumber)
  /// To a message, or to the header of the folded group that hides it.
  case visible(MessageNumber)

  /// The rows that are read for it.
  var anchor: MessageWindow.Anchor {
    switch self {
    case .top: .top
    case .bottom: .bottom
    case .to(let number), .ifListed(let number), .listedOrOpened(let number),
      .visible(let number):
      .around(number)
    }
  }

  /// Whether the list may lack the message that it leads to.
  var isOptional: Bool {
    switch self {
    case .top, .bottom, .to: false
    case .ifListed, .listedOrOpened, .visible: true
    }
  }

  /// The message that is opened where the list lacks it.
  var opened: MessageNumber? {
    if case .listedOrOpened(let number) = self { number } else { nil }
  }

  /// The message that is shown itself, also where it stands for its folded group.
  var shown: MessageNumber? {
    switch self {
    case .to(let number), .listedOrOpened(let number): number
    case .top, .bottom, .ifListed, .visible: nil
    }
  }

  /// Whether a folded group that hides the message is unfolded.
  var opensFolds: Bool {
    switch self {
    case .to, .ifListed, .listedOrOpened: true
    case .top, .bottom, .visible: false
    }
  }

  /// Whether rows lack the message that it leads to.
  func isMissing(in snapshot: InboxSnapshot) -> Bool {
    switch self {
    case .top, .bottom, .visible: false
    case .to(let number), .ifListed(let number), .listedOrOpened(let number):
      !snapshot.rows.contains { $0.number == number }
    }
  }

  /// Whether rows are those of the jump, or have what it leads to all the same.
  fileprivate func isAnswered(by snapshot: InboxSnapshot, in window: MessageWindow) -> Bool {
    switch self {
    case .top: !snapshot.hasEarlier
    case .bottom: !snapshot.hasLater
    case .to(let number), .ifListed(let number), .listedOrOpened(let number),
      .visible(let number):
      window.anchor == anchor || snapshot.rows.contains { $0.number == number }
    }
  }
}

/// The pending seek, jump or slow read of a list.
///
/// Rows are usually read at once; those that exceed their budget follow later, and rows that were
/// asked for before them may come in between.
struct ListWait: Sendable, Hashable {
  /// The seek that was asked for and has not been answered.
  private(set) var seek: Seek?
  /// Where the cursor goes with the rows that were asked for.
  private(set) var jump: ListJump?
  /// Whether rows are being read that take longer than usual.
  private(set) var isForRows = false
  /// Whether rows that no longer match are on their way out.
  private var isRefreshing = false
  /// The rows of a jump that was given up; they are not shown when they come after all.
  private var abandoned: MessageWindow.Anchor?

  /// Whether the cursor is about to go elsewhere.
  var isForCursor: Bool { seek != nil || (isForRows && (jump != nil || isRefreshing)) }

  /// Notes that rows take longer than usual.
  mutating func beginRows() {
    isForRows = true
  }

  /// Notes that the next rows lack those that no longer match.
  mutating func beginRefresh() {
    isRefreshing = true
  }

  /// Lets the cursor go elsewhere with the rows of a jump.
  mutating func expect(_ jump: ListJump) {
    self.jump = jump
    abandoned = nil
  }

  /// Begins a seek; it takes the place of another.
  mutating func begin(_ seek: Seek) -> [Effect] {
    self.seek = seek
    return [.find(.row(seek))]
  }

  /// Ends the seek, answered or not.
  mutating func endSeek() {
    seek = nil
  }

  /// Gives up the seek or the jump that is under way.
  ///
  /// - Returns: What the status line shows; nil where there is neither.
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

  /// Ends the wait for rows that could not be read.
  mutating func failRows() {
    (isForRows, isRefreshing, jump) = (false, false, nil)
  }

  /// The use of rows that have been read.
  enum Arrival {
    /// They are shown, and the cursor stays on its message.
    case shown
    /// They are shown, and the cursor goes where it was to go.
    case landed(ListJump)
    /// They are not shown, as nobody wants them any more.
    case abandoned
  }

  /// Takes the rows of a window off what is waited for.
  mutating func receive(
    _ snapshot: InboxSnapshot, of window: MessageWindow, kept: Set<MessageNumber>
  )
    -> Arrival
  {
    // The rest of the rows is on its way.
    guard snapshot.isComplete else {
      isForRows = true
      return .shown
    }
    if window.kept == kept { isRefreshing = false }
    // Rows that were on their way before the jump lead nowhere.
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
