public import Foundation
public import InboxCore
public import InboxUI

/// A screen's state with an array for a store: events go in, effects are done at once or on demand.
public struct SimulatedInbox {
  /// The messages in list order, newest first.
  public var rows: [MessageRow]
  /// The state under test.
  public var state: UIState
  /// More about messages that arrived than their rows tell.
  public var details: [MessageNumber: Message] = [:]
  /// What else can be done with messages, whose rows only tell how much there is.
  public var actions: [MessageNumber: [MessageAction]] = [:]
  /// What messages have attached, likewise.
  public var attachments: [MessageNumber: [Attachment]] = [:]
  /// What the clock brings when it is asked.
  public var due: [Message] = []
  /// What becomes of links that are handed on.
  public var launchResult = EffectResult.done
  /// Every effect so far, in order.
  public private(set) var effects: [Effect] = []
  /// Writes wait here while they are held back.
  public private(set) var held: [Effect] = []
  /// Whether everything but reads waits for ``release()``.
  public var holdsWrites = false
  /// What deleted messages were before, where it did not come with their rows.
  var statusBeforeDelete: [MessageNumber: Status] = [:]
  /// The log's sequence.
  public internal(set) var sequence: Int64 = 1
  /// The moment of every event.
  public var now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Opens a screen on `count` unread messages, numbered from 1, the highest on top.
  public init(count: Int, size: Size = Size(columns: 80, rows: 24), query: MessageQuery = .init()) {
    let now = now
    rows = (0..<count).map { index in
      let number = Int64(count - index)
      return MessageRow(
        number: MessageNumber(number), source: "cli", title: "Message \(number)",
        sortDate: now.addingTimeInterval(-60 * Double(index + 1)))
    }
    state = UIState(size: size, query: query, filterText: query.filter.text, zone: .gmt)
    begin()
  }

  /// Lets the screen read for the first time, as one that was just opened.
  public mutating func begin() {
    perform(state.start())
  }

  /// Hands an event in and does what comes of it.
  @discardableResult
  public mutating func send(_ event: Event) -> [Effect] {
    let asked = state.update(event, at: now)
    perform(asked)
    return asked
  }

  /// Presses keys by their names, one after the other; a name that is none ends the tests.
  @discardableResult
  public mutating func press(_ names: String...) -> [Effect] {
    names.flatMap { name in
      guard let key = try? Key(name: name) else { preconditionFailure("no key is named \(name)") }
      return send(.key(key))
    }
  }

  /// Does the writes that were held back.
  public mutating func release() {
    let waiting = held
    held = []
    holdsWrites = false
    perform(waiting)
  }

  /// A message arrives from elsewhere.
  public mutating func arrive(_ count: Int = 1, thread: String? = nil) {
    let newest = rows.map(\.number.rawValue).max() ?? 0
    let numbers = (1...Int64(count)).map { MessageNumber(newest + $0) }
    for number in numbers {
      rows.insert(
        MessageRow(
          number: number, source: "cli", title: "New \(number)", thread: thread, sortDate: now),
        at: 0)
    }
    tell(.received, numbers)
  }

  /// Somebody else changes messages.
  public mutating func change(_ numbers: [Int64], to status: Status) {
    let changed = numbers.map { MessageNumber($0) }
    let wereDeleted = rows.contains { changed.contains($0.number) && $0.status == .deleted }
    set(changed, status)
    switch status {
    case .unread: tell(wereDeleted ? .restored : .unread, changed)
    case .read: tell(wereDeleted ? .restored : .read, changed)
    case .deleted: tell(.deleted, changed)
    }
  }

  /// The log tells of something that was done to messages.
  public mutating func tell(_ verb: LogEntry.Verb, _ numbers: [MessageNumber]) {
    sequence += 1
    let entry = LogEntry(sequence: sequence, time: now, verb: verb, numbers: numbers)
    send(.changed(.changed([entry])))
  }

  private mutating func set(_ numbers: [MessageNumber], _ status: Status) {
    for index in rows.indices where numbers.contains(rows[index].number) {
      rows[index].status = status
    }
  }

  private mutating func perform(_ asked: [Effect]) {
    effects += asked
    for effect in asked { perform(effect) }
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .read(let query, let window):
      perform(state.update(.answered(effect, .snapshot(snapshot(query, window))), at: now))
      return
    case .fetch(_, .reader), .arrivals: break
    default:
      if holdsWrites {
        held.append(effect)
        return
      }
    }
    guard let result = result(of: effect) else { return }
    perform(state.update(.answered(effect, result), at: now))
  }
}
