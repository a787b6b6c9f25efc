import Foundation
import InboxCore
import InboxText

/// The header line of a group: its name, with its counts right-aligned.
struct GroupHeaderLine {
  /// Columns that a title leaves to the counts.
  private static let columnsForCounts = 26
  /// Minimum columns of a title.
  private static let leastTitle = 12

  let group: MessageGroup
  let headers: GroupHeaders
  /// The counts of the group; nil until known.
  var count: GroupCount?
  /// A text before the counts, longest form first.
  var notes: [String] = []
  /// The first row of the group; nil without one.
  var first: MessageRow?
  /// Whether the first row is the newest one, whose text stands for a folded group.
  var isNewestFirst = true

  /// Lays out the line; `states` are the roles of the row that it replaces.
  func line(in context: RowContext, states: RoleSet = []) -> Line {
    let isFolded = headers.grouping.isFolded(group)
    let ground = RoleSet(.row).union(states)
    let label = group.label(at: context.now, in: context.zone).printable()
    let name = [glyph(in: context), label].compactMap(\.self).joined(separator: " ")
    let mark = headers.isSeparating ? "" : isFolded ? "▸ " : "▾ "
    // The cursor is below that of rows, whose first column has their mark.
    let start =
      (headers.isSeparating ? [] : [Span.blank(1, roles: ground)])
      + [
        states.contains(RoleSet(.selected)) ? context.cursor(on: ground) : .blank(1, roles: ground)
      ]
    let text = TextLayout.truncate("\(mark)\(name) ", columns: context.columns - start.columns)
    let titles =
      [
        Span(text, columns: text.columns, roles: nameRoles(context, on: ground))
      ] + newest(behind: start.columns - 1 + text.columns, context, on: ground)
    let free = context.columns - titles.columns - start.columns
    // The counts give way to the note, and this to its shorter form.
    let counts = count.map { [$0.text] } ?? []
    let ends = notes.flatMap { note in counts.map { "\(note) · \($0)" } + [note] } + counts
    let shown = BarLine.fitting(ends, columns: free - 4)
    let border = ground.union(RoleSet(.border))
    guard let shown else {
      return Line(start + titles + [.rule(free, roles: border)], fill: ground)
    }
    let end = Span(
      " \(shown) ", columns: shown.columns + 2, roles: ground.union(RoleSet(.source)))
    let rules = [Span.rule(free - end.columns - 1, roles: border), end, .rule(1, roles: border)]
    return Line(start + titles + rules, fill: ground)
  }

  /// The glyph of the first message of a source or thread; nil for none.
  private func glyph(in context: RowContext) -> String? {
    guard let first, group.isThread || group.isOfOneSource else { return nil }
    return RowLayout.ownGlyph(of: first, in: context)
  }

  /// The roles of the name: bold with unread messages, and in the color of a source.
  private func nameRoles(_ context: RowContext, on ground: RoleSet) -> RoleSet {
    if group == .needed { return ground.union(RoleSet(.unreadTitle)) }
    guard !headers.isSeparating else { return ground.union(RoleSet(.source)) }
    let hasUnread = (count?.unread ?? 0) > 0
    var roles = ground.union(RoleSet(hasUnread ? .unreadTitle : .source))
    if case .source(let name) = group, context.options.colorsSources {
      roles.formUnion(RoleSet(tint: SourceTint.index(of: name)))
    }
    return roles
  }

  /// The title or text of the newest message, if there is room beside the counts.
  private func newest(
    behind columns: Int, _ context: RowContext, on ground: RoleSet
  ) -> [Span] {
    let room = context.columns - columns - Self.columnsForCounts
    guard headers.grouping.isFolded(group), isNewestFirst, let first, room >= Self.leastTitle
    else { return [] }
    let newest = first.title ?? ""
    let title = TextLayout.oneLine(
      newest.isEmpty ? RowLayout.message(of: first) : newest, columns: room)
    guard !title.isEmpty else { return [] }
    let text = TextLayout.truncate(title, columns: room - 2) + " "
    return [Span(" \(text)", columns: text.columns + 1, roles: ground.union(RoleSet(.readMessage)))]
  }
}

extension GroupCount {
  /// The counts in a header.
  var text: String {
    if unread == 0 { return "\(total)" }
    return unread == total ? "\(unread) unread" : "\(unread) unread of \(total)"
  }
}

extension MessageGroup {
  /// The name in a header.
  func label(at now: Date, in zone: TimeZone) -> String {
    switch self {
    case .needed: "Needs you"
    case .pinned: "Pinned"
    case .source(let name): name
    case .thread(let name): name ?? "No thread"
    case .priority(let priority): priority.name.capitalized + " priority"
    case .day(let day):
      DayText.text(of: DaySpan.start(of: day, in: zone), day: day, at: now, in: zone)
    }
  }
}

enum DayText {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A day such as `Today`, `Fri 20 Nov` or `20 Nov 2025`.
  static func text(of date: Date, day: Int, at now: Date, in zone: TimeZone) -> String {
    switch day - LocalClock(timeZone: zone).reading(at: now).day {
    case 0: return "Today"
    case -1: return "Yesterday"
    case 1: return "Tomorrow"
    default: break
    }
    guard let then = LocalTime(date, in: zone), let today = LocalTime(now, in: zone) else {
      return "?"
    }
    let text = "\(then.day) \(months[then.month - 1])"
    return then.year == today.year ? "\(weekdays[then.weekday]) \(text)" : "\(text) \(then.year)"
  }
}
