import Foundation
package import InboxCore

extension UIState {
  /// Whether the inboxes were requested, or one of them, and no answer has come.
  var isAwaitingInbox: Bool { session.inboxRequest != nil }

  /// Asks for the inboxes that there are, to choose from.
  mutating func askForInboxes(at now: Date) -> [Effect] {
    guard environment.canSwitchInbox else {
      showStatus(.onlyInbox, at: now)
      return []
    }
    return request(.listInboxes(counting: true))
  }

  /// Asks for the names alone, which a typed command is completed with.
  mutating func askForInboxNames() -> [Effect] {
    environment.canSwitchInbox ? [.pane(.listInboxes(counting: false))] : []
  }

  /// Asks for another inbox; until it is there this one stays in sight.
  mutating func openInbox(_ name: String, at now: Date) -> [Effect] {
    guard environment.canSwitchInbox else {
      showStatus(.onlyInbox, at: now)
      return []
    }
    guard name != inboxName else {
      showStatus(.sameInbox(name), at: now)
      return []
    }
    if session.awaitedAlert?.inbox != name { session.awaitedAlert = nil }
    showStatus(.openingInbox(name), at: now)
    return request(.openInbox(name))
  }

  private mutating func request(_ request: PaneRequest) -> [Effect] {
    session.inboxRequest = request
    return [.pane(request)]
  }

  /// The inboxes are known: shows them, when they were asked for to choose from.
  mutating func offer(_ inboxes: [InboxSummary], for request: ListInboxes) {
    session.inboxNames = inboxes.map(\.name)
    guard session.inboxRequest == .listInboxes(request) else { return }
    session.inboxRequest = nil
    menu = MenuState(
      title: "Inboxes",
      items: inboxes.map { inbox in
        MenuItem(
          inbox.name, detail: inbox.detail, isTicked: inbox.name == inboxName,
          choice: .inbox(inbox.name))
      })
  }

  /// Begins anew on another inbox; nothing that was seen or asked of the one before comes along.
  ///
  /// The input that waits was typed for the new inbox, and acts on it.
  mutating func switchInbox(to name: String, at now: Date) -> [Effect] {
    let alert = session.awaitedAlert.flatMap { $0.inbox == name ? $0.number : nil }
    var environment = environment
    environment.inboxName = name
    var next = UIState(environment, query: MessageQuery(order: main.query.order))
    next.prompting.history = prompting.history
    next.alerts = AlertState(continuing: alerts)
    next.session.inboxNames = session.inboxNames
    next.interaction.typeAhead = interaction.typeAhead
    self = next
    return start() + (alert.map { go(to: .message($0), from: .alert, at: now) } ?? [])
  }
}

/// The summary of an inbox that can be switched to.
package struct InboxSummary: Sendable, Hashable {
  /// The name by which it is opened.
  package var name: String
  /// How many messages it holds; nil when that is not known, or the inbox cannot be read.
  package var counts: InboxCounts?

  /// Makes a summary.
  package init(name: String, counts: InboxCounts? = nil) {
    self.name = name
    self.counts = counts
  }

  /// What it holds, as a person reads it.
  var detail: String {
    counts?.summary ?? "cannot be read"
  }
}

extension InboxCounts {
  /// What is listed, as a person reads it.
  package var summary: String { "\(unread) unread, \(listed) in all" }
}
