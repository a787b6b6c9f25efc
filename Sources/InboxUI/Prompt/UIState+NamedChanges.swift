import Foundation
import InboxCore

extension LineCommand {
  /// The change of messages that it makes, as the program's command of that name does; nil where it
  /// makes none, or asks how.
  var verb: Verb? {
    switch self {
    case .read: .read
    case .unread: .unread
    case .pin: .pin
    case .unpin: .unpin
    case .unsnooze: .unsnooze
    case .filter, .sort, .group, .search, .snooze, .theme, .inbox, .delete, .mute, .unmute, .set,
      .link, .help:
      nil
    }
  }
}

extension UIState {
  /// Changes the messages that a key would act on; of a folded group all, after a question.
  mutating func change(by verb: Verb, at now: Date) -> [Effect] {
    if let group = targetGroup {
      return filter(of: group, for: verb, at: now).map {
        askAboutAll(verb == .read ? .markAllRead : .change(verb, of: group), $0, at: now)
      } ?? []
    }
    let targets = targets
    let numbers = targets.filter { $0.status != .deleted }.map(\.number)
    if numbers.isEmpty {
      showStatus(targets.isEmpty ? .listEmpty : .nothingToChange, at: now)
    }
    return change(numbers, by: verb)
  }

  /// Asks whether a verb shall change all messages that match a filter.
  mutating func askAboutAll(_ verb: Verb, _ filter: MessageFilter, at now: Date) -> [Effect] {
    switch verb {
    case .read: askAboutAll(.markAllRead, filter.unreadOnly, at: now)
    case .unread:
      askAboutAll(
        .change(verb, of: nil), filter.within(MessageFilter([.init(.status(.read))])), at: now)
    case .unpin:
      askAboutAll(.change(verb, of: nil), MessageFilter.pinned.joined(with: filter), at: now)
    case .unsnooze:
      askAboutAll(
        .change(verb, of: nil), MessageFilter([.init(.phase(.snoozed))]).joined(with: filter),
        at: now)
    default: askAboutAll(.change(verb, of: nil), filter, at: now)
    }
  }
}
