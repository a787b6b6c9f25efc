import Foundation
import InboxCore

/// The tabs with their numbers, which are counted beside the loop.
///
/// What the counters of the inbox know is taken from there. The rest is counted a moment after a
/// change, and the less often the longer a count takes, so that a storm of arrivals costs little.
struct TabState: Sendable {
  /// A tab with its filter, as it was read last.
  struct Tab: Sendable, Hashable {
    let tab: ListTab
    let filter: MessageFilter
  }

  /// Seconds from a change to the count.
  private static let delay = 0.05
  /// Seconds for which a failed count is not tried again.
  private static let pause = 30.0
  /// How many times as long as a count no other is begun.
  private static let rest = 5.0

  /// The tabs whose filters can be read.
  private(set) var tabs: [Tab] = []
  private var source: [ListTab]?
  private var numbers: [MessageFilter: Int] = [:]
  /// When the next count begins; nil while the numbers hold.
  private var dueAt: Date?
  /// When the count that runs was begun.
  private var begunAt: Date?
  /// Until when none is begun.
  private var restsUntil: Date?

  /// Whether other tabs were read than these.
  func isOutdated(_ source: [ListTab]) -> Bool { source != self.source }

  /// Reads the filters of tabs at a moment, on which their days depend.
  mutating func read(_ source: [ListTab], at now: Date, in zone: TimeZone) {
    self.source = source
    tabs = source.compactMap { tab in
      (try? MessageFilter(parsing: tab.filter, now: now, timeZone: zone)).map {
        Tab(tab: tab, filter: $0)
      }
    }
  }
}

extension TabState {
  /// The number of a filter's matches; nil until it was counted.
  subscript(filter: MessageFilter) -> Int? { numbers[filter] }

  /// Notes that the numbers may have changed.
  mutating func invalidate(at now: Date) {
    guard dueAt == nil else { return }
    let soon = now.addingTimeInterval(Self.delay)
    // A rest that lasts longer is one from before the clock was set.
    let rest = restsUntil.flatMap { $0.isAhead(upTo: Self.pause, at: now) ? $0 : nil }
    dueAt = max(soon, rest ?? soon)
  }

  /// When something is to be done; nil while the numbers hold, or while they are counted.
  var deadline: Date? { begunAt == nil ? dueAt : nil }

  /// Begins the count that is due; false while none is.
  mutating func begin(at now: Date) -> Bool {
    guard let deadline, deadline <= now else { return false }
    (dueAt, begunAt) = (nil, now)
    return true
  }

  /// Takes numbers in; the next count waits longer after a long one.
  mutating func receive(_ counts: [Int], of filters: [MessageFilter], at now: Date) {
    numbers = Dictionary(zip(filters, counts)) { first, _ in first }
    let seconds = begunAt.map { max(now.timeIntervalSince($0), 0) } ?? 0
    end(restingUntil: now.addingTimeInterval(min(seconds * Self.rest, Self.pause)))
  }

  /// Takes in that a count has failed; the next one waits for a while.
  mutating func fail(at now: Date) {
    end(restingUntil: now.addingTimeInterval(Self.pause))
  }

  /// Forgets the numbers, as they are those of another inbox.
  mutating func reset(at now: Date) {
    (numbers, dueAt, begunAt, restsUntil) = ([:], nil, nil, nil)
    invalidate(at: now)
  }

  private mutating func end(restingUntil moment: Date) {
    (begunAt, restsUntil) = (nil, moment)
    dueAt = dueAt.map { max($0, moment) }
  }
}
