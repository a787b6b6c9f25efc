package import Foundation
package import InboxCore

/// A rule of the user that gives matching rows a color or a glyph.
package struct RowRule: Sendable, Hashable {
  /// The filter; words match the texts of a row, such as the excerpt of the body.
  package var filter: MessageFilter
  /// The color of title and glyph; nil keeps it.
  package var color: RowColor?
  /// The glyph that replaces the message's own; nil keeps it.
  package var glyph: String?

  /// Maximum different colors of all rules.
  package static let mostColors = RoleSet.tintCount - SourceTint.count

  /// The different colors of rules, in order; their tints follow those of sources.
  package static func colors(of rules: [RowRule]) -> [RowColor] {
    var colors: [RowColor] = []
    for case let color? in rules.map(\.color) where !colors.contains(color) {
      colors.append(color)
    }
    return Array(colors.prefix(mostColors))
  }
}

/// A color of a row rule: one of the palette of the built-in themes, which follows the theme, or a
/// fixed one.
package struct RowColor: Sendable, Hashable {
  /// Its name in the palette; nil for a fixed color.
  let name: String?
  /// The color in a theme without that name.
  private let color: Color

  /// Creates a fixed color.
  package init(_ color: Color) {
    (name, self.color) = (nil, color)
  }

  /// Creates a color of the palette; nil unless the built-in themes have the name.
  init?(named name: String) {
    guard let color = Self.palette[name] else { return nil }
    (self.name, self.color) = (name, color)
  }

  /// The names of the palette that the built-in themes share, and their colors elsewhere.
  static let palette: [String: Color] = [
    "strong": .default, "text": .default, "soft": .default, "muted": .indexed(8),
    "accent": .indexed(12), "tone": .indexed(6), "found": .indexed(11), "chosen": .indexed(5),
    "warm": .indexed(3), "alarm": .indexed(1),
  ]

  /// The color in a theme.
  func color(in theme: Theme) -> Color {
    name.flatMap { theme.palette[$0] } ?? color
  }

  /// The text in a configuration.
  var text: String { name ?? color.text }
}

/// The result of the user's rules for a row.
package struct RuledLook: Sendable, Hashable {
  /// The tint of title and glyph.
  package var tint: Int?
  package var glyph: String?

  /// Creates the look of a row that no rule matches.
  package init() {}

  /// Evaluates the rules, with the colors of all rules; the last matching rule wins.
  package init(of row: MessageRow, by rules: [RowRule], colors: [RowColor], at now: Date) {
    let message = Message(row)
    let forms = [message, Self.listed(message)].compactMap(\.self)
    for rule in rules where forms.contains(where: { rule.filter.matches($0, at: now) }) {
      if let place = rule.color.flatMap({ colors.firstIndex(of: $0) }) {
        tint = SourceTint.count + place
      }
      glyph = rule.glyph ?? glyph
    }
  }

  /// The message as if it were listed; nil if it is.
  ///
  /// Filters exclude scheduled, snoozed, expired and deleted messages, but a row may show one.
  private static func listed(_ message: Message) -> Message? {
    let isElsewhere =
      message.status == .deleted || message.doneAt != nil || message.snoozedUntil != nil
      || message.snoozedFor != nil
      || message.startsAt != nil
      || message.expiresAt != nil
    guard isElsewhere else { return nil }
    var listed = message
    (listed.snoozedUntil, listed.startsAt, listed.expiresAt) = (nil, nil, nil)
    listed.snoozedFor = nil
    listed.doneAt = nil
    if listed.status == .deleted { listed.status = .read }
    return listed
  }
}

extension Message {
  /// Creates a message from the fields of a row.
  fileprivate init(_ row: MessageRow) {
    self.init(number: row.number, id: row.id, source: row.source, receivedAt: row.sortDate)
    (title, subtitle, body) = (row.title, row.subtitle, row.excerpt)
    (categories, thread, tags) = (row.categories, row.thread, row.tags)
    (priority, status, isPinned) = (row.priority, row.status, row.isPinned)
    (startsAt, snoozedUntil) = (row.startsAt, row.snoozedUntil)
    expiresAt = row.isExpired ? row.sortDate : nil
    snoozedFor = row.snoozedFor
    occurrences = row.occurrences
    machine = row.machine
    resolvedAt = row.isResolved ? row.sortDate : nil
    if case .open = row.question { isQuestion = true }
  }
}
