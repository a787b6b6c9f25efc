package import Foundation
import InboxCore
import InboxText

/// Something whose alerts can be muted.
package enum MuteSubject: Sendable, Hashable {
  /// A source and all below it.
  case source(String)
  /// A conversation.
  case thread(String)

  /// What a person reads.
  var name: String {
    switch self {
    case .source(let source): TextLayout.oneLine(source, columns: 40)
    case .thread(let thread): "thread “\(TextLayout.oneLine(thread, columns: 40))”"
    }
  }

  fileprivate var term: MessageFilter.Term {
    switch self {
    case .source(let source): .init(.source(SourcePattern(exactly: source).text))
    case .thread(let thread): .init(.thread(thread))
    }
  }
}

/// A change of what is muted.
package enum MuteChange: Sendable, Hashable {
  /// It alerts no more until a moment; nil is until it is unmuted.
  case mute(until: Date?)
  /// What comes from now on alerts again.
  case unmute
}

extension UIState {
  /// Offers what can be done with all that is like the present message.
  mutating func offerNarrowing(at now: Date) -> [Effect] {
    guard let row = currentRow else {
      showStatus(.listEmpty, at: now)
      return []
    }
    guard foldedGroup.map({ $0.isOfOneSource || $0.isThread }) ?? true else {
      return refuse(at: now)
    }
    let source = MuteSubject.source(row.source)
    var items = [MenuItem("Only \(source.name)", choice: .only(source))]
    if let thread = row.thread.map(MuteSubject.thread) {
      items.append(MenuItem("Only \(thread.name)", choice: .only(thread)))
      items += muteItems(of: thread, at: now).suffix(2)
    }
    items += muteItems(of: source, at: now)
    let filter = MessageFilter([source.term])
    if let unread = filter.unreadOnly {
      items.append(
        MenuItem("Mark all from \(source.name) read…", key: "m", choice: .all(.markAllRead, unread))
      )
    }
    items.append(
      MenuItem("Delete all from \(source.name)…", key: "d", choice: .all(.deleteAll, filter)))
    menu = MenuState(title: source.name, items: items)
    return []
  }

  private func muteItems(of subject: MuteSubject, at now: Date) -> [MenuItem] {
    let hour = now.addingTimeInterval(3_600)
    let today = LocalTime.midnight(after: now, in: zone)
    let name = "Mute \(subject.name)"
    return [
      MenuItem(
        "\(name) for an hour", detail: "until \(shown(hour, at: now))",
        choice: .mute(subject, .mute(until: hour))),
      MenuItem(
        "\(name) today", detail: "until midnight", choice: .mute(subject, .mute(until: today))),
      MenuItem("\(name) for good", choice: .mute(subject, .mute(until: nil))),
      MenuItem("Unmute \(subject.name)", choice: .mute(subject, .unmute)),
    ]
  }

  /// Shows only what is from a source or in a thread; a reader is left for the list.
  mutating func showOnly(_ subject: MuteSubject, at now: Date) -> [Effect] {
    var effects: [Effect] = []
    while !screen.isList { effects += leave() }
    let filter = MessageFilter([subject.term])
    effects += show(list.replacingFilter(filter))
    showFilterStatus(at: now)
    return effects
  }

  /// Mutes what the present message is from, as a line says; without an argument, offers how long.
  mutating func mute(_ argument: LineArgument, at now: Date) throws(PromptError) -> [Effect] {
    guard !argument.text.isEmpty else { return offerNarrowing(at: now) }
    guard let row = currentRow else { return offerNarrowing(at: now) }
    let end = try argument.moment(at: now, in: zone)
    guard foldedGroup?.isOfOneSource ?? true else { return refuse(at: now) }
    return [.pane(.mute(.source(row.source), .mute(until: end)))]
  }

  /// Unmutes what the present message is from.
  mutating func unmute(at now: Date) -> [Effect] {
    guard let row = currentRow else { return offerNarrowing(at: now) }
    guard foldedGroup?.isOfOneSource ?? true else { return refuse(at: now) }
    return [.pane(.mute(.source(row.source), .unmute))]
  }

  /// The folded group under the cursor, of which one message alone says nothing.
  private var foldedGroup: MessageGroup? { screen.isList ? list.foldedGroup : nil }

  /// Tells what is muted now.
  mutating func showMuted(_ subject: MuteSubject, _ change: MuteChange, at now: Date) {
    switch change {
    case .unmute: showStatus(.unmuted(subject), at: now)
    case .mute(let end):
      showStatus(.muted(subject, until: end.map { shown($0, at: now) }), at: now)
    }
  }
}
