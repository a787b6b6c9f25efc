import Foundation
import InboxCore
import InboxText

extension UIState {
  /// The folded group that an action applies to; nil where messages are marked or under the cursor.
  var targetGroup: MessageGroup? {
    guard screen.isList, interaction.boundTargets == nil, list.marked.isEmpty else { return nil }
    return list.foldedGroup
  }

  /// Acts on all messages of a folded group, after a question with their number.
  mutating func act(
    _ command: Command.Acting, on group: MessageGroup, at now: Date
  ) -> [Effect] {
    switch command {
    case .toggleRead:
      return ask(about: group, listCounts.groups[group]?.unread == 0 ? .unread : .read, at: now)
    case .togglePin: return ask(about: group, group == .pinned ? .unpin : .pin, at: now)
    case .delete: return ask(about: group, .delete, at: now)
    case .restore: return ask(about: group, .restore, at: now)
    case .purge:
      return filter(of: group, for: .restore, at: now).map { askAboutAll(.purge, $0, at: now) }
        ?? []
    case .snooze: return offerMoments(for: group, at: now)
    default: return refuse(at: now)
    }
  }

  /// Asks whether a verb shall change all messages of a group.
  mutating func ask(about group: MessageGroup, _ verb: Verb, at now: Date) -> [Effect] {
    filter(of: group, for: verb, at: now).map {
      askAboutAll(.change(verb, of: group), $0, at: now)
    } ?? []
  }

  /// The filter of the messages of a group that a verb changes; tells why there is none.
  mutating func filter(
    of group: MessageGroup, for verb: Verb, at now: Date
  ) -> MessageFilter? {
    guard let kind = list.snapshot.query.activeGrouping?.kind,
      let scope = MessageFilter(of: group, by: kind)
    else {
      showStatus(.groupNotNamed, at: now)
      return nil
    }
    let shown = list.query.filter
    switch verb {
    case .read: return (shown.unreadOnly ?? shown).within(scope)
    case .unread:
      return shown.within(scope).within(MessageFilter([.init(.status(.read))]))
    default: return shown.within(scope)
    }
  }

  /// Offers moments until which the messages of a group can be hidden.
  private mutating func offerMoments(for group: MessageGroup, at now: Date) -> [Effect] {
    let verb = list.showsSnoozed ? Verb.unsnooze : Verb.read
    guard let filter = filter(of: group, for: .restore, at: now) else { return [] }
    guard verb != .unsnooze else { return ask(about: group, .unsnooze, at: now) }
    menu = SnoozeMenu.menu(for: group, filter, in: partContext(at: now))
    return []
  }

  /// Changes many messages at once; the cursor goes on from what moves or leaves the list.
  mutating func change(_ selection: MessageSelection, by verb: Verb) -> [Effect] {
    var effects = [Effect.perform(verb, selection)]
    if list.isLeft(after: verb) || verb == .pin || verb == .unpin, let selected = list.selected {
      effects += list.selectNearest(except: [selected], in: listLayout)
    }
    return effects
  }

  /// Refuses what is meant for one message, as the cursor is on a folded group.
  mutating func refuse(at now: Date) -> [Effect] {
    showStatus(.groupFolded(key: unfoldingKey), at: now)
    return []
  }

  /// The key that unfolds a group.
  var unfoldingKey: String? { key(of: .reading(.view)) }
}

extension MessageGroup {
  /// Whether it is a conversation.
  var isThread: Bool {
    if case .thread(_?) = self { true } else { false }
  }

  /// Whether all of it comes from one source.
  var isOfOneSource: Bool {
    if case .source = self { true } else { false }
  }
}

extension Command.Acting {
  /// Whether it applies to the marked messages or the one under the cursor.
  var hasTargets: Bool {
    switch self {
    case .toggleRead, .togglePin, .snooze, .delete, .restore, .purge, .actions, .copy, .copyLink,
      .pipe, .mark, .markRange:
      true
    case .markAllRead, .deleteAll, .purgeAll, .undo, .redo, .undoList, .save: false
    }
  }
}
