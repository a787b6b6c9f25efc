package import InboxText

/// Members of a register that this version does not know: kept, joined and passed on.
///
/// Newer versions give such a member a timestamp of its own, as in `["x","1795450395980.0.c972e56f"]`:
/// its second element. Of two values the later one stands; without timestamps, the greater text.
package struct UnknownMembers: Sendable, Hashable {
  /// The values by name.
  package var values: [String: JSONValue] = [:]

  /// The members of both, each the later one.
  func joined(with other: Self) -> Self {
    if self == other || other.values.isEmpty { return self }
    return Self(values: values.merging(other.values) { Self.later($0, $1) })
  }

  private static func later(_ left: JSONValue, _ right: JSONValue) -> JSONValue {
    let clocks = (clock(of: left), clock(of: right))
    switch clocks {
    case (let first?, let second?) where first != second: return first < second ? right : left
    case (nil, _?): return right
    case (_?, nil): return left
    default: return left.isAtLeast(right) ? left : right
    }
  }

  private static func clock(of value: JSONValue) -> HybridClock? {
    guard case .array(let parts) = value, parts.count >= 2, case .string(let text) = parts[1]
    else { return nil }
    return try? HybridClock(text)
  }
}
