package import Foundation
import InboxCore
import InboxText

extension MuteSubject {
  /// The name in texts.
  var name: String {
    switch self {
    case .source(let name), .pattern(let name): TextLayout.oneLine(name, columns: 40)
    case .thread(let thread): "thread “\(TextLayout.oneLine(thread, columns: 40))”"
    }
  }

  /// Its messages; of a source, without those of the sources below it.
  var term: MessageFilter.Term {
    switch self {
    case .source(let source): .init(.source(SourcePattern(exactly: source).text))
    case .pattern(let pattern): .init(.source(pattern))
    case .thread(let thread): .init(.thread(thread))
    }
  }

  /// The filter of its messages.
  var filter: MessageFilter { MessageFilter([term]) }
}

extension [ActiveMute] {
  /// Whether alerts of a source are muted.
  func include(source: String) -> Bool { contains { $0.includes(.source(source)) } }

  /// Whether alerts of a message are muted, by its source or its thread.
  func include(_ row: MessageRow) -> Bool {
    guard !isEmpty else { return false }
    return include(source: row.source)
      || row.thread.map { thread in contains { $0.includes(.thread(thread)) } } ?? false
  }

  /// Whether alerts of all that a filter of one source matches are muted.
  func include(_ filter: MessageFilter) -> Bool {
    guard !isEmpty, filter.isOfOneSource, case .source(let text) = filter.terms[0].condition
    else { return false }
    return SourcePattern(parsing: text).map { include(source: $0.path) } ?? false
  }
}

/// A change of a mute.
package enum MuteChange: Sendable, Hashable {
  /// Mute until a moment; nil until unmuted.
  case mute(until: Date?)
  /// Unmute messages from now on.
  case unmute
}

/// The menu of actions on all messages of a source or thread.
enum NarrowingMenu {
  /// Creates the menu for the source and the thread of a row.
  static func menu(
    of row: MessageRow, muted mutes: [ActiveMute], allowsActions: Bool, in context: PartContext
  ) -> MenuState {
    let source = MuteSubject.source(row.source)
    var items = [MenuItem("Only \(source.name)", choice: .only(source))]
    if let thread = row.thread.map(MuteSubject.thread) {
      items.append(MenuItem("Only \(thread.name)", choice: .only(thread)))
      let ends = unmuteItems(of: thread, among: mutes, in: context)
      items += ends.isEmpty ? [lastingMute(of: thread)] : ends
    }
    let ends = unmuteItems(of: source, among: mutes, in: context)
    items += ends.isEmpty ? muteItems(of: source, in: context) : ends
    if allowsActions {
      let label = "Allow the actions of \(source.name) no longer"
      items.append(MenuItem(label, choice: .request(DisallowActions(source: row.source).effect)))
    }
    let filter = source.filter
    if let unread = filter.unreadOnly {
      items.append(
        MenuItem("Mark all from \(source.name) read…", key: "m", choice: .all(.markAllRead, unread))
      )
    }
    items.append(
      MenuItem(
        "Mark all from \(source.name) done…", key: "e",
        choice: .all(.change(.done, of: nil), filter)))
    items.append(
      MenuItem("Delete all from \(source.name)…", key: "d", choice: .all(.deleteAll, filter)))
    items.append(MenuItem("Always…", key: "a", choice: .perform(.finding(.always))))
    return MenuState(title: source.name, items: items)
  }

  private static func muteItems(of subject: MuteSubject, in context: PartContext) -> [MenuItem] {
    let hour = context.now.addingTimeInterval(3_600)
    let today = LocalTime.midnight(after: context.now, in: context.zone)
    let name = "Mute \(subject.name)"
    return [
      MenuItem(
        "\(name) for an hour", detail: "until \(context.text(of: hour))",
        choice: change(subject, .mute(until: hour))),
      MenuItem(
        "\(name) today", detail: "until midnight", choice: change(subject, .mute(until: today))),
      lastingMute(of: subject),
    ]
  }

  private static func lastingMute(of subject: MuteSubject) -> MenuItem {
    MenuItem("Mute \(subject.name) for good", choice: change(subject, .mute(until: nil)))
  }

  /// The ends of all mutes that include a subject.
  private static func change(_ subject: MuteSubject, _ change: MuteChange) -> ParentMessage {
    .request(ChangeMute(subject: subject, change: change).effect)
  }

  private static func unmuteItems(
    of subject: MuteSubject, among mutes: [ActiveMute], in context: PartContext
  ) -> [MenuItem] {
    mutes.filter { $0.includes(subject) }.map { mute in
      MenuItem(
        "Unmute \(mute.subject.name)",
        detail: mute.end.map { "muted until \(context.text(of: $0))" } ?? "",
        choice: change(mute.subject, .unmute))
    }
  }
}
