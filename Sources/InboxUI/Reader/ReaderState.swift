import InboxText
public import InboxCore

/// One message, shown whole.
public struct ReaderState: Sendable, Hashable {
  /// Which one.
  public var number: MessageNumber
  /// The message; nil until it was read from the store.
  public var message: Message? {
    didSet { if message != oldValue { laidOut = nil } }
  }
  /// Lines that are scrolled out above.
  public var scroll = 0
  /// What is searched for in it.
  var search: ReaderSearch?

  /// What led here from elsewhere than the list, until the message is at hand.
  var guide: Guide?
  /// Whether a link or an alert opened it, whose place the next one takes.
  var wasGuided = false

  /// What can lead to a message that no cursor is on.
  enum Guide: Sendable, Hashable {
    case link
    case alert
  }

  /// The message's lines for the width of the screen: a long text is broken once, not each frame.
  private var laidOut: ReaderContent?

  /// Makes a reader that has read nothing yet.
  public init(number: MessageNumber) {
    self.number = number
  }

  /// The lines of the message at a width; nil until it was read.
  func content(columns: Int) -> ReaderContent? {
    if let laidOut, laidOut.columns == columns { return laidOut }
    return message.map { ReaderContent(of: $0, columns: columns) }
  }

  /// Breaks the message into lines of a width, unless that is done.
  mutating func layOut(columns: Int) {
    guard laidOut?.columns != columns else { return }
    laidOut = content(columns: columns)
    if let search, let laidOut { self.search = search.again(in: laidOut) }
  }
}
