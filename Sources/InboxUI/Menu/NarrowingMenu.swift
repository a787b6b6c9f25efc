package import Foundation
import InboxCore
import InboxText

/// A source or thread to mute or filter by.
package enum MuteSubject: Sendable, Hashable {
  /// A source; muting includes all sources below it, a filter does not.
  case source(String)
  case thread(String)

  /// The name in texts.
  var name: String {
    switch self {
    case .source(let source): TextLayout.oneLine(source, columns: 40)
    case .thread(let thread): "thread “\(TextLayout.oneLine(thread, columns: 40))”"
    }
  }

  var term: MessageFilter.Term {
    switch self {
    case .source(let source): .init(.source(SourcePattern(exactly: source).text))
    case .thread(let thread): .init(.thread(thread))
    }
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
  static func menu(of row: MessageRow, in context: PartContext) -> MenuState {
    let source = MuteSubject.source(row.source)
    var items = [MenuItem("Only \(source.name)", choice: .only(source))]
    if let thread = row.thread.map(MuteSubject.thread) {
      items.append(MenuItem("Only \(thread.name)", choice: .only(thread)))
      items += muteItems(of: thread, in: context).suffix(2)
    }
    items += muteItems(of: source, in: context)
    let filter = source.filter
    if let unread = filter.unreadOnly {
      items.append(
        MenuItem("Mark all from \(source.name) read…", key: "m", choice: .all(.markAllRead, unread))
      )
    }
    items.append(
      MenuItem("Delete all from \(source.name)…", key: "d", choice: .all(.deleteAll, filter)))
    return MenuState(title: source.name, items: items)
  }

  private static func muteItems(of subject: MuteSubject, in context: PartContext) -> [MenuItem] {
    let hour = context.now.addingTimeInterval(3_600)
    let today = LocalTime.midnight(after: context.now, in: context.zone)
    let name = "Mute \(subject.name)"
    return [
      MenuItem(
        "\(name) for an hour", detail: "until \(context.text(of: hour))",
        choice: .mute(subject, .mute(until: hour))),
      MenuItem(
        "\(name) today", detail: "until midnight", choice: .mute(subject, .mute(until: today))),
      MenuItem("\(name) for good", choice: .mute(subject, .mute(until: nil))),
      MenuItem("Unmute \(subject.name)", choice: .mute(subject, .unmute)),
    ]
  }
}

extension MuteSubject {
  /// The filter of its messages.
  var filter: MessageFilter { MessageFilter([term]) }
}

extension MuteChange {
  /// The status text after the change.
  func status(of subject: MuteSubject, in context: PartContext) -> StatusText {
    switch self {
    case .unmute: .unmuted(subject)
    case .mute(let end): .muted(subject, until: end.map(context.text))
    }
  }
}
