import Foundation
import InboxText

/// Lays out a bar: spans at the left, a text at the right.
enum BarLine {
  /// Minimum columns between both ends.
  static let gap = 2

  /// A line with spans at the left, a text at the right, and a blank at both margins.
  ///
  /// - Parameters:
  ///   - left: The spans at the left.
  ///   - sign: A sign before the text at the right, where there is room for it.
  ///   - right: The text at the right.
  ///   - columns: The columns of the line.
  ///   - roles: The roles of the line.
  /// - Returns: The line.
  static func line(
    _ left: [Span], sign: Span? = nil, right: String, columns: Int, roles: RoleSet
  ) -> Line {
    var end = [Span(right, roles: roles)].filter { $0.columns > 0 }
    if let sign, columns - left.columns - end.columns - 2 >= room(of: sign) + gap {
      end = [sign] + (end.isEmpty ? [] : [.blank(1, roles: roles)]) + end
    }
    let free = columns - left.columns - end.columns - 2
    let margin = Span.blank(1, roles: roles)
    guard free > 0, !end.isEmpty else { return Line([margin] + left, fill: roles) }
    return Line([margin] + left + [.blank(free, roles: roles)] + end, fill: roles)
  }

  /// The columns of a sign with a blank behind it.
  static func room(of sign: Span?) -> Int { sign.map { $0.columns + 1 } ?? 0 }

  /// The first text that fits; nil if none does.
  static func fitting(_ texts: [String], columns: Int) -> String? {
    texts.first { $0.columns <= columns }
  }
}

/// The borders between bars and content.
package enum BorderLine {
  private static let roles = RoleSet(.border)

  /// The border below the top bar, with the number of new messages above the visible rows, and the
  /// news since the last visit in a list without day lines.
  static func top(_ state: UIState, at now: Date, joints: [Int]) -> Line {
    let keys = lateKeys(state).flatMap([Key].init(sequence:))
    let notes = [
      arrivals(state.list).map { note($0).aimed(at: .news) },
      late(state).map { note($0).aimed(at: keys.map { .keys($0, in: state.context) }) },
    ].compactMap(\.self)
    let isTold = state.screen == .list && state.listLayout.headers == nil
    let news = isTold ? ListScreen.news(state, at: now) : []
    let columns = state.areas.columns
    let shown = BarLine.fitting(news, columns: columns - notes.columns - notes.count - 4)
    return line(
      columns: columns, joint: "┬", at: joints, notes: [shown].compactMap { $0.map(note) } + notes)
  }

  /// The border above the bottom bar, with the scroll position of the preview.
  static func bottom(_ state: UIState, _ split: PreviewSplit?, joints: [Int]) -> Line {
    let label = split.flatMap { state.preview.reader?.scrollLabel(in: $0.preview) } ?? ""
    return line(
      columns: state.areas.columns, joint: "┴", at: joints,
      notes: label.isEmpty ? [] : [note(label)])
  }

  private static func note(_ text: String) -> Span { Span(" \(text) ", roles: RoleSet(.bar)) }

  /// A border with joints to the borders between panes, and notes near the right end.
  package static func line(columns: Int, joint: String, at joints: [Int], notes: [Span]) -> Line {
    let end = notes.flatMap { [$0, rule(1)] }
    let free = columns - end.columns
    var spans: [Span] = []
    var column = 0
    for place in joints where place < free {
      spans += [rule(place - column), Span(joint, columns: 1, roles: roles)]
      column = place + 1
    }
    return Line((spans + [rule(free - column)] + end).filter { $0.columns > 0 })
  }

  /// The number of new messages above the visible rows; nil if there are none.
  private static func arrivals(_ list: ListState) -> String? {
    list.arrivals.isEmpty ? nil : "\(list.arrivals.count) new ↑"
  }

  /// The number of messages that arrived late, with the key that goes to them; nil for none.
  private static func late(_ state: UIState) -> String? {
    guard state.screen.isList, let news = state.late.news else { return nil }
    return lateKeys(state).map { "\(news) · \($0)" } ?? news
  }

  private static func lateKeys(_ state: UIState) -> String? {
    state.keymap.names(of: .stepping(.nextLate), in: .list).first
  }

  /// What arrived out of sight, for a screen without borders; nil for nothing.
  static func news(_ state: UIState) -> String? {
    let visit = state.screen == .list ? ListScreen.news(state, at: state.now).last : nil
    let texts = [visit, arrivals(state.list), late(state)].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: " · ")
  }

  private static func rule(_ columns: Int) -> Span { .rule(columns, roles: roles) }
}
