import Foundation
import InboxCore

extension UIState {
  /// Whether a key has to wait for an inbox that was asked for, lest it act on the one before.
  ///
  /// What quits the program never waits. Keys that waited belong to the new inbox; when there is
  /// none they are for nobody.
  public func holds(_ key: Key) -> Bool {
    isAwaitingInbox && keymap.command(for: key, in: context) != .quit
  }

  /// Whether the inboxes were asked for, or one of them, and no answer has come.
  public var isAwaitingInbox: Bool { awaited != nil }

  /// Asks for the inboxes that there are, to choose from.
  mutating func askForInboxes(at now: Date) -> [Effect] {
    guard canSwitchInbox else {
      tell("There is only this inbox here.", at: now)
      return []
    }
    return request(.listInboxes(counting: true))
  }

  /// Asks for the names alone, which a typed command is completed with.
  mutating func askForInboxNames() -> [Effect] {
    canSwitchInbox ? [.pane(.listInboxes(counting: false))] : []
  }

  /// Asks for another inbox; until it is there this one stays in sight.
  mutating func openInbox(_ name: String, at now: Date) -> [Effect] {
    guard canSwitchInbox else {
      tell("There is only this inbox here.", at: now)
      return []
    }
    guard name != inboxName else {
      tell("This is the inbox \(name).", at: now)
      return []
    }
    tell("Opening \(name)…", at: now)
    return request(.openInbox(name))
  }

  private mutating func request(_ request: PaneRequest) -> [Effect] {
    awaited = request
    return [.pane(request)]
  }

  /// The inboxes are known: shows them, when they were asked for to choose from.
  mutating func offer(_ inboxes: [InboxSummary], for request: PaneRequest) {
    inboxNames = inboxes.map(\.name)
    guard awaited == request else { return }
    awaited = nil
    menu = MenuState(
      title: "Inboxes",
      items: inboxes.map { inbox in
        MenuItem(
          inbox.name, detail: inbox.detail, isTicked: inbox.name == inboxName,
          choice: .inbox(inbox.name))
      })
  }

  /// Begins anew on another inbox; nothing that was seen or asked of the one before comes along.
  mutating func become(_ name: String) -> [Effect] {
    var next = UIState(
      size: size, inboxName: name, query: MessageQuery(order: main.query.order), theme: theme,
      keymap: keymap, preferences: preferences, zone: zone, embedding: embedding)
    next.heading = heading
    next.promptHistory = promptHistory
    next.alerts.quietChoice = alerts.quietChoice
    next.canSwitchInbox = canSwitchInbox
    next.inboxNames = inboxNames
    next.themeNames = themeNames
    self = next
    return start()
  }
}
