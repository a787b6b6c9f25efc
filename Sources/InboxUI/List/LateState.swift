import InboxCore

/// The messages that arrived late: their place by time is below others that were there.
struct FindLate: StoreRequest {
  /// The filter of the list.
  var filter: MessageFilter
  /// The step of the log up to which all arrivals were seen.
  let sequence: Int64

  var turn: RequestTurn { .counting(atOnceIfQuick: false) }

  func perform(in context: RequestContext) throws -> LateArrivals {
    try context.inbox.lateArrivals(after: sequence, matching: context.narrowed(filter))
  }

  func receive(_ late: LateArrivals, in state: inout UIState) {
    let inSight = late.numbers.isEmpty ? [] : state.rowsInSight
    state.late.receive(late, of: self, inSight: inSight)
    // They are told of once.
    state.list.arrivals.subtract(state.late.numbers)
  }

  func fail(in state: inout UIState) {
    state.late.isRequested = false
  }
}

/// The messages that arrived late, out of sight, and the number of unread ones that the maximum
/// removed.
struct LateState: Sendable, Hashable {
  /// The step of the log from which arrivals count; nil before the first rows.
  private var start: Int64?
  /// Whether messages arrived since the last request, or since ``start``.
  private var isDue = false
  private var hasArrivals = false
  fileprivate var isRequested = false
  private var filter: MessageFilter?
  /// The late messages of ``filter`` that the cursor was not on, newest time first.
  private(set) var numbers: [MessageNumber] = []
  private var hasMore = false
  /// Those that were on the screen.
  private var seen: Set<MessageNumber> = []
  /// The number of removed messages since ``start`` that were counted.
  private var countedPruned = 0
  /// The number of removed messages to tell.
  fileprivate var untoldPruned = 0

  /// The number of messages that were not on the screen yet, in words; nil for none.
  var news: String? {
    let count = numbers.count { !seen.contains($0) }
    return count == 0 ? nil : "\(count)\(hasMore ? "+" : "") arrived late"
  }

  /// Begins with the previous visit, else with the first rows.
  mutating func begin(after sequence: Int64?, isVisit: Bool = false) {
    guard let sequence, isVisit || start == nil else { return }
    (start, isRequested, countedPruned) = (sequence, false, 0)
    if isVisit { invalidate() }
  }

  /// Requests the messages anew.
  mutating func invalidate() {
    (isDue, hasArrivals) = (true, true)
  }

  /// Forgets all messages up to now.
  mutating func forget(upTo sequence: Int64) {
    (start, isDue, hasArrivals, isRequested) = (sequence, false, false, false)
    (numbers, seen, countedPruned) = ([], [], 0)
  }

  /// Notes arrivals, and what was done to late messages.
  mutating func follow(_ entries: [LogEntry]) {
    let verbs: Set<LogEntry.Verb> = [.received, .imported, .resurfaced, .pruned]
    let start = start ?? 0
    hasArrivals =
      hasArrivals || entries.contains { $0.sequence > start && verbs.contains($0.verb) }
    isDue = hasArrivals
  }

  /// The request for the late messages of a list, unless they are known or requested.
  mutating func request(for wanted: MessageFilter?) -> [Effect] {
    if wanted != filter {
      (filter, numbers, isDue, isRequested) = (wanted, [], hasArrivals, false)
    }
    guard let filter, let start, isDue, !isRequested else { return [] }
    (isDue, isRequested) = (false, true)
    return [FindLate(filter: filter, sequence: start).effect]
  }

  /// Handles the late messages; those that are on the screen already are not told.
  mutating func receive(
    _ late: LateArrivals, of request: FindLate, inSight: Set<MessageNumber>
  ) {
    guard request.filter == filter, request.sequence == start else { return }
    isRequested = false
    untoldPruned += max(late.prunedUnreadCount - countedPruned, 0)
    countedPruned = late.prunedUnreadCount
    let known = Set(numbers)
    numbers = late.numbers.filter { number in
      if known.contains(number) { return true }
      if inSight.contains(number) { seen.insert(number) }
      return !seen.contains(number)
    }
    hasMore = late.hasMore
    // Nothing is left to tell in any list.
    if numbers.isEmpty, request.filter == .all, !isDue {
      (start, seen, countedPruned, hasArrivals) = (late.sequence, [], 0, false)
    }
  }

  /// Notes the messages on the screen, and the one under the cursor.
  mutating func see(_ selected: MessageNumber?, inSight: Set<MessageNumber>) {
    seen.formUnion(inSight.intersection(numbers))
    if let place = numbers.firstIndex(where: { $0 == selected }) {
      seen.insert(numbers.remove(at: place))
    }
  }

  /// The next message to go to; nil for none.
  mutating func next() -> MessageNumber? {
    guard let number = numbers.first else { return nil }
    seen.insert(number)
    numbers.removeFirst()
    return number
  }
}

extension LateState: ScreenPart {
  static func follow(_ event: Event, in state: inout UIState) {
    if state.screen.isList, !state.late.numbers.isEmpty {
      state.late.see(state.list.selected, inSight: state.rowsInSight)
    }
    tellPruned(in: &state)
  }

  /// Tells how many unread messages the maximum removed, once the status line is free.
  private static func tellPruned(in state: inout UIState) {
    guard state.late.untoldPruned > 0 else { return }
    var told = 0
    if case .prunedUnread(let count, _)? = state.status?.content {
      told = count
    } else if state.status != nil {
      return
    }
    let setting = state.hostOptions == nil ? "maximum_notifications" : nil
    state.showStatus(.prunedUnread(told + state.late.untoldPruned, setting: setting))
    state.late.untoldPruned = 0
  }

  /// None are told of in a thread, the trash, or a filter that is being typed.
  static func requestReads(in state: inout UIState) {
    let list = state.list
    let isTyping = state.overlays.prompt != nil && state.prompting.changesList
    let isTold = list.thread == nil && !list.isTrash && list.isLoaded && !isTyping
    state.effects += state.late.request(for: isTold ? list.query.filter : nil)
  }
}
