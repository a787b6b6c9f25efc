import InboxCore

/// The notifications that their senders still take for open, by the numbers that they know them by.
struct OpenNotifications {
  /// One notification.
  struct Entry: Hashable {
    /// The number that its sender knows.
    var id: UInt32
    /// The message that it became.
    var message: DesktopMessage
    /// What can be chosen.
    var actions: [DesktopAction]
    /// Whether it stays when an action was chosen.
    var isResident = false
    /// When its time is up; nil for never.
    var end: ContinuousClock.Instant?
  }

  /// Most notifications that are open at once; the oldest go first.
  static let most = 1_000

  private var entries: [UInt32: Entry] = [:]
  private var ids: [MessageNumber: Set<UInt32>] = [:]
  /// The messages of the open ones and of many that were closed, as their senders may still replace
  /// them.
  private var messages: [UInt32: DesktopMessage] = [:]
  /// By chance at first, so that a number from before a restart hardly means another notification.
  private var lastID = UInt32.random(in: 1...1_000_000)

  /// A number that no open notification has.
  mutating func makeID() -> UInt32 {
    repeat { lastID = lastID == .max ? 1 : lastID + 1 } while messages[lastID] != nil
    return lastID
  }

  /// The message that the notification of a number became, also when that is closed by now.
  func message(of id: UInt32) -> DesktopMessage? { messages[id] }

  /// The open notifications that became a message, the newest number last.
  func entries(of number: MessageNumber) -> [Entry] {
    ids[number, default: []].sorted().compactMap { entries[$0] }
  }

  /// Adds a notification, or replaces the one of its number; returns the one that has to go for it.
  mutating func open(_ entry: Entry) -> Entry? {
    close(entry.id)
    entries[entry.id] = entry
    if messages.count >= 4 * Self.most { messages = messages.filter { entries[$0.key] != nil } }
    messages[entry.id] = entry.message
    ids[entry.message.number, default: []].insert(entry.id)
    guard entries.count > Self.most else { return nil }
    return entries.values.min { $0.message.number < $1.message.number }.flatMap { close($0.id) }
  }

  /// Takes a notification away; nil when there is none of the number.
  @discardableResult
  mutating func close(_ id: UInt32) -> Entry? {
    guard let entry = entries.removeValue(forKey: id) else { return nil }
    let number = entry.message.number
    ids[number]?.remove(id)
    if ids[number]?.isEmpty == true { ids[number] = nil }
    return entry
  }

  /// When the next one's time is up.
  var nextEnd: ContinuousClock.Instant? { entries.values.compactMap(\.end).min() }

  /// Those whose time is up.
  func ended(by now: ContinuousClock.Instant) -> [Entry] {
    entries.values.filter { $0.end.map { $0 <= now } ?? false }.sorted { $0.id < $1.id }
  }
}

/// Why a notification is no longer open, as the specification numbers it.
enum ClosingReason: UInt32 {
  /// Its time was up.
  case expired = 1
  /// A person dealt with it.
  case dismissed
  /// Its sender asked for it.
  case closed
  /// Anything else.
  case other
}
