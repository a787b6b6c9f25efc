public import InboxCore

/// A search for the next row of a list that also matches a second filter.
public struct Seek: Sendable, Hashable {
  /// The list.
  public var query: MessageQuery
  /// The filter that the row has to match as well.
  public var filter: MessageFilter
  /// The row to start after; nil starts before the first or after the last row.
  public var origin: MessageNumber?
  /// The direction through the list.
  public var direction: SearchDirection

  /// Makes a search.
  public init(
    query: MessageQuery, filter: MessageFilter, origin: MessageNumber?,
    direction: SearchDirection = .forward
  ) {
    self.query = query
    self.filter = filter
    self.origin = origin
    self.direction = direction
  }
}

/// What a seek looks for, and in which direction.
enum SeekKind: Sendable, Hashable {
  case unread(SearchDirection)
  case match(SearchDirection)
}

/// The seek of a list that runs, and those that were asked for since.
struct SeekQueue: Sendable, Hashable {
  /// The seek that runs.
  private(set) var running: Seek?
  private var waiting: [SeekKind] = []

  /// Begins a seek in place of all others.
  mutating func begin(_ seek: Seek) -> [Effect] {
    self = SeekQueue(running: seek)
    return [.find(.row(seek))]
  }

  /// Begins a seek; those that wait follow it.
  mutating func goOn(with seek: Seek) -> [Effect] {
    running = seek
    return [.find(.row(seek))]
  }

  /// Lets a seek wait for the one that runs; false when none does.
  mutating func enqueue(_ kind: SeekKind) -> Bool {
    guard running != nil else { return false }
    waiting.append(kind)
    return true
  }

  /// Ends the seek that runs; those that wait remain.
  mutating func end() {
    running = nil
  }

  /// Takes the next seek that waits; nil while one runs.
  mutating func takeNext() -> SeekKind? {
    running != nil || waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Forgets all seeks.
  mutating func cancel() {
    self = SeekQueue()
  }

  private init(running: Seek) {
    self.running = running
  }

  /// No seek runs.
  init() {}
}

/// A text that is searched for within a list.
public struct SearchState: Sendable, Hashable {
  /// The text as it was typed.
  public var text: String
  /// The filter that finds it.
  public var filter: MessageFilter

  /// Makes a search for messages that have a word beginning with each of the typed ones.
  public init(text: String) {
    self.text = text
    filter = MessageFilter(text.split(separator: " ").map { .init(.word(String($0))) })
  }
}
