import InboxText

/// The last timestamp by each inbox of one kind of news, such as what asked for attention.
///
/// Where two machines had news while apart, the later does not hide the other.
package struct OriginClocks: Sendable, Hashable {
  private var clocks: [ExchangeOrigin: HybridClock] = [:]

  /// The timestamps, in no order.
  package var all: some Collection<HybridClock> { clocks.values }

  /// The highest timestamp; nil for none.
  package var latest: HybridClock? { clocks.values.max() }

  /// Whether a timestamp, or a later one of its inbox, is among them.
  package func includes(_ clock: HybridClock) -> Bool {
    clocks[clock.origin].map { clock <= $0 } ?? false
  }

  /// Adds timestamps; of one inbox the later stays.
  package mutating func insert(_ others: HybridClock?...) {
    for case let clock? in others where !includes(clock) { clocks[clock.origin] = clock }
  }

  /// The timestamps of both.
  package func joined(with other: Self) -> Self {
    Self(clocks: clocks.merging(other.clocks) { max($0, $1) })
  }
}

extension OriginClocks {
  /// The members of a register for them, one each, so that older programs join each alone.
  ///
  /// - Parameters:
  ///   - name: What they are of.
  ///   - told: The timestamp that another member has.
  /// - Returns: Such as `"up.c972e56f": [true, "9.0.c972e56f"]`.
  func members(_ name: String, besides told: HybridClock? = nil) -> [String: JSONValue] {
    clocks.values.filter { $0 != told }.reduce(into: [:]) {
      $0["\(name).\($1.origin)"] = .array([.bool(true), JSONValue($1)])
    }
  }
}

extension MemberReader {
  /// Takes the timestamps of ``OriginClocks/members(_:besides:)``.
  mutating func clocks(
    _ name: String, and told: HybridClock? = nil
  ) throws(RegisterError) -> OriginClocks {
    var clocks = OriginClocks()
    clocks.insert(told)
    for member in names where member.hasPrefix("\(name).") {
      clocks.insert(try stampedFlag(member)?.clock)
    }
    return clocks
  }
}
