import Foundation
import GRDB
import InboxText

/// A condition on one row that no index serves: a pattern, a link, an id, or the sender's data.
///
/// Each must hold, or must not; the SQL of the store and the check of a message agree.
struct RowTest: Hashable {
  /// The condition.
  var condition: MessageFilter.Condition
  /// Whether it must not hold.
  var isNegated: Bool

  /// The test of a term; nil for terms of other kinds.
  init?(_ term: MessageFilter.Term) {
    (condition, isNegated) = (term.condition, term.isNegated)
    guard condition.isOnContent, condition.searched == nil else { return nil }
  }
}

// MARK: - In the store

extension RowTest {
  /// The condition on a row of the table `message`.
  func condition(of row: String) -> SQLCondition {
    isNegated ? found(in: row).negated : found(in: row)
  }

  private func found(in row: String) -> SQLCondition {
    switch condition {
    case .part(let text):
      SQLCondition(
        "text_matches(?, \(row).title, \(row).subtitle, \(row).source, \(row).body, \(row).rest)",
        text.storable)
    case .id(let id): SQLCondition("\(row).id = ?", id.storable)
    case .title(let title): SQLCondition("\(row).title = ?", title.storable)
    case .hasAction: SQLCondition("\(row).actions IS NOT NULL")
    case .opened: SQLCondition("\(row).opened_at IS NOT NULL")
    case .hasPicture:
      Self.any("\(row).attachments", SQLCondition("v.value ->> 'format' = 'image'"))
    case .hasLink:
      // A quote within a text would stand behind a backslash.
      .any(
        ["\(row).tap", "\(row).actions"].map { SQLCondition("\($0) LIKE '%\"url\":%'") }
          + [SQLCondition("\(row).body LIKE '%http://%' OR \(row).body LIKE '%https://%'")])
    case .url(let text):
      .any(
        [
          SQLCondition(
            "json_valid(\(row).tap) AND text_matches(?, \(row).tap ->> 'url')", text.storable)
        ]
          + ["\(row).actions", "\(row).attachments"].map {
            Self.any($0, SQLCondition("text_matches(?, v.value ->> 'url')", text.storable))
          })
    case .custom(let path, let comparison, let value):
      .all(
        Self.mayContain(value, "\(row).custom") + [
          Self.value(
            in: "\(row).custom", at: path.map { ".\(JSONValue.string($0).json)" }.joined(),
            comparison, value)
        ])
    default: SQLCondition("1")
    }
  }

  /// The condition that one of the elements of a column's JSON satisfies another one.
  private static func any(
    _ column: String, at path: String = "", _ condition: SQLCondition
  ) -> SQLCondition {
    SQLCondition(
      """
      EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(\(column)) THEN \(column) END, ?) AS v \
      WHERE \(condition.sql))
      """, arguments: [("$" + path).databaseValue] + condition.arguments)
  }

  /// The condition that a column has a word somewhere, which takes a third of the time of its JSON;
  /// none for what JSON may write otherwise.
  private static func mayContain(_ text: String, _ column: String) -> [SQLCondition] {
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"\\/%_".utf8.contains($0) }
    return isPlain && Double(text) == nil ? [SQLCondition("\(column) LIKE ?", "%\(text)%")] : []
  }

  /// The condition that one of the values at a path satisfies a comparison.
  ///
  /// A number needs no table of elements, for which SQLite parses the JSON once more than for all
  /// functions.
  private static func value(
    in column: String, at path: String, _ comparison: MessageFilter.Comparison, _ text: String
  ) -> SQLCondition {
    let element = any(column, at: path, value(comparison, text))
    guard let number = Double(text) else { return element }
    let place = ("$" + path).databaseValue
    let test = "CAST(json_extract(\(column), ?) AS REAL) \(comparison.rawValue) ?"
    return SQLCondition(
      """
      CASE ifnull(CASE WHEN json_valid(\(column)) THEN json_type(\(column), ?) END, '') \
      WHEN '' THEN 0 WHEN 'integer' THEN \(test) WHEN 'real' THEN \(test) ELSE \(element.sql) END
      """,
      arguments: [place, place, number.databaseValue, place, number.databaseValue]
        + element.arguments)
  }

  private static func value(
    _ comparison: MessageFilter.Comparison, _ text: String
  ) -> SQLCondition {
    let sign = comparison.rawValue
    let number = Double(text).map { number in
      SQLCondition(
        """
        (v.type IN ('integer', 'real') OR v.type = 'text' AND v.atom <> '' \
        AND trim(v.atom, '-.0123456789') = '') AND CAST(v.atom AS REAL) \(sign) ?
        """, number)
    }
    guard comparison == .equal else { return number ?? SQLCondition("0") }
    return .any(
      [
        SQLCondition("v.type = 'text' AND v.atom = ? COLLATE NOCASE", text.storable),
        SQLCondition("v.type IN ('true', 'false', 'null') AND v.type = lower(?)", text.storable),
      ] + [number].compactMap(\.self))
  }
}

// MARK: - In memory

extension RowTest {
  /// Whether a message passes the test.
  func passes(_ message: Message) -> Bool { holds(for: message) != isNegated }

  private func holds(for message: Message) -> Bool {
    switch condition {
    case .part(let text):
      let texts = message.searchedTexts + [message.source]
      return texts.contains { $0.map(TextPattern(text.storable).matches) ?? false }
    case .id(let id): return message.id.utf8.elementsEqual(id.storable.utf8)
    case .title(let title): return message.title?.utf8.elementsEqual(title.storable.utf8) ?? false
    case .hasAction: return !message.actions.isEmpty
    case .opened: return message.openedAt != nil
    case .hasPicture: return message.attachments.contains { $0.format == .image }
    case .hasLink:
      return message.tap.url != nil || message.actions.contains { $0.url != nil }
        || ["http://", "https://"].contains {
          message.body?.range(of: $0, options: .caseInsensitive) != nil
        }
    case .url(let text):
      let links =
        [message.tap.url] + message.actions.map(\.url) + message.attachments.map(\.url)
      return links.contains { $0.map(TextPattern(text.storable).matches) ?? false }
    case .custom(let path, let comparison, let value):
      let found = path.reduce(message.custom) { $0?[$1] }
      return (found?.elements ?? []).contains { Self.holds($0, comparison, value) }
    default: return true
    }
  }

  private static func holds(
    _ value: JSONValue, _ comparison: MessageFilter.Comparison, _ text: String
  ) -> Bool {
    if let number = Double(text), let own = value.comparedNumber, comparison.holds(own, number) {
      return true
    }
    guard comparison == .equal else { return false }
    return switch value {
    case .string(let own): own.storable.isEqualIgnoringASCIICase(to: text.storable)
    case .bool, .null: value.json == text.lowercased()
    default: false
    }
  }
}

extension JSONValue {
  /// The values of a list or an object, else the value itself.
  fileprivate var elements: [JSONValue] {
    switch self {
    case .array(let elements): elements
    case .object(let fields): Array(fields.values)
    default: [self]
    }
  }

  /// A number, also one in a text of digits.
  fileprivate var comparedNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .decimal(let digits): Double(digits)
    case .string(let text):
      text.allSatisfy { "-.0123456789".contains($0) } ? Double(text) : nil
    case .bool, .null, .array, .object: nil
    }
  }
}

extension String {
  fileprivate func isEqualIgnoringASCIICase(to other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { one, other in
      one == other || (one | 0x20 == other | 0x20 && (0x61...0x7A).contains(one | 0x20))
    }
  }
}
