package import Foundation
package import InboxCore

/// A rule of the person's for rows: which messages, and the color or glyph that they have.
package struct RowRule: Sendable, Hashable {
  /// Which messages it is for; words are sought in what a row has of the text.
  package var filter: MessageFilter
  /// The color of title and glyph; nil leaves it as it is.
  package var color: Color?
  /// The glyph in place of the message's own; nil leaves it as it is.
  package var glyph: String?

  /// Makes a rule.
  package init(filter: MessageFilter, color: Color? = nil, glyph: String? = nil) {
    self.filter = filter
    self.color = color
    self.glyph = glyph
  }

  /// How many colors the rules can have together.
  package static let mostColors = RoleSet.tintCount - SourceTint.count

  /// The different colors of rules, in their order, which are the tints behind those of sources.
  package static func colors(of rules: [RowRule]) -> [Color] {
    var colors: [Color] = []
    for case let color? in rules.map(\.color) where !colors.contains(color) {
      colors.append(color)
    }
    return Array(colors.prefix(mostColors))
  }
}

/// What the person's rules make of a row.
package struct RuledLook: Sendable, Hashable {
  /// The tint of its title and glyph.
  package var tint: Int?
  /// Its glyph.
  package var glyph: String?

  /// Makes the look of a row that no rule is for.
  package init() {}

  /// Asks the rules, whose colors are the same for every row; of two that match, the later decides.
  package init(of row: MessageRow, by rules: [RowRule], colors: [Color], at now: Date) {
    let message = Message(row)
    let subjects = [message, Self.listed(message)].compactMap(\.self)
      .map { MessageFilter.Subject(message: $0, now: now) }
    for rule in rules where subjects.contains(where: rule.filter.matches) {
      if let place = rule.color.flatMap({ colors.firstIndex(of: $0) }) {
        tint = SourceTint.count + place
      }
      glyph = rule.glyph ?? glyph
    }
  }

  /// The message as it would be in the list; nil for one that is there.
  ///
  /// A filter passes over what the clock hides and what is in the trash; here it is in sight.
  private static func listed(_ message: Message) -> Message? {
    let isElsewhere =
      message.status == .deleted || message.snoozedUntil != nil || message.startsAt != nil
      || message.expiresAt != nil
    guard isElsewhere else { return nil }
    var listed = message
    (listed.snoozedUntil, listed.startsAt, listed.expiresAt) = (nil, nil, nil)
    if listed.status == .deleted { listed.status = .read }
    return listed
  }
}

extension Message {
  /// A message with what a row shows of it.
  fileprivate init(_ row: MessageRow) {
    self.init(
      number: row.number, id: row.id, source: row.source, title: row.title,
      subtitle: row.subtitle, body: row.excerpt, categories: row.categories, thread: row.thread,
      tags: row.tags, priority: row.priority, receivedAt: row.sortDate, startsAt: row.startsAt,
      expiresAt: row.isExpired ? row.sortDate : nil, snoozedUntil: row.snoozedUntil,
      status: row.status, isPinned: row.isPinned)
    occurrences = row.occurrences
    resolvedAt = row.isResolved ? row.sortDate : nil
    if case .open = row.question { isQuestion = true }
  }
}
