import InboxText
import InboxCore

extension InboxStatistics {
  /// All of it as one object, layout 1.
  var json: JSONValue {
    .object([
      "v": .integer(1), "inbox_presented": Self.number(count(of: .presented)),
      "viewed": Self.number(count(of: .viewed)), "deleted": Self.number(count(of: .deleted)),
      "seconds_shown": Self.number(secondsShown), "events": Self.object(total),
      "sources": .object(bySource.mapValues(Self.object)),
      "categories": .object(byCategory.mapValues(Self.object)),
      "days": .object(
        Dictionary(
          uniqueKeysWithValues: byDay.map { day, counts in
            (String(RFC3339.string(from: day).prefix(10)), Self.object(counts))
          })),
      "opened_from": .object(openings.mapValues(Self.number)),
      "actions": .object(actions.mapValues(Self.number)),
      "conversions": .object(conversions.mapValues(Self.number)),
    ])
  }

  private static func object(_ counts: Counts) -> JSONValue {
    .object(
      Dictionary(
        uniqueKeysWithValues: counts.map { ($0.key.rawValue, number($0.value)) }))
  }

  private static func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
}
