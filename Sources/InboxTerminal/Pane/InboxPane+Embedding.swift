public import Foundation
public import InboxCore
public import InboxUI

extension InboxPane {
  /// What arriving messages raise; a change holds from the next arrival on.
  ///
  /// Where the pane has settings of its own, their next change replaces it.
  public var alertPolicy: AlertPolicy {
    get { state.preferences.alerts }
    set {
      state.preferences.alerts = newValue
      drawn = nil
    }
  }

  /// Makes a pane for a program that embeds the inbox; its ``badge`` is right from now on.
  ///
  ///     let pane = try InboxPane(
  ///       embedding: HostOptions(doneLabel: "home"), of: inbox,
  ///       look: InboxUIConfiguration(placeholder: "★"), now: { Date() })
  ///
  /// - Parameters:
  ///   - embedding: What the host decides of the screens.
  ///   - inbox: What is shown; it stays the host's to close.
  ///   - look: How rows look, over the standard theme.
  ///   - query: Filter and order at the beginning, within the host's scope.
  ///   - keymap: What keys mean.
  ///   - preferences: What alerts, when messages are marked read, what links are handed to.
  ///   - title: Stands in the bar on top, before the inbox's name where others can be chosen.
  ///   - name: The inbox's name among those of the shelf.
  ///   - opening: Opens the inbox a second time for what runs beside the loop, so that no long
  ///     question holds it up; nil uses the same handle, as an inbox in memory must.
  ///   - shelf: The inboxes that a person can switch to; nil offers none.
  ///   - describe: The wording of errors.
  ///   - environment: Variables by which a tool for the clipboard is chosen.
  ///   - zone: The time zone in which times are shown.
  ///   - now: The clock.
  /// - Throws: An error of the system when the process has no descriptors left.
  public convenience init(
    embedding: HostOptions, of inbox: Inbox, look: InboxUIConfiguration = .init(),
    query: MessageQuery = .init(), keymap: Keymap = .default,
    preferences: ScreenPreferences = .init(), title: String = "inbox",
    name: String = "default", opening: (@Sendable () throws -> Inbox)? = nil,
    shelf: InboxCatalog? = nil,
    describe: @escaping @Sendable (any Error) -> String = { "\($0)" },
    environment: [String: String] = ProcessInfo.processInfo.environment,
    zone: TimeZone = .current, now: @escaping () -> Date
  ) throws {
    var state = UIState(
      size: .zero, inboxName: name, query: query, filterText: query.filter.text,
      theme: look.theme(), keymap: keymap, preferences: preferences, embedding: embedding)
    state.heading = title
    try self.init(
      inbox: inbox, state: state, opening: opening, shelf: shelf, describe: describe,
      environment: environment, zone: zone, now: now)
    begin()
  }

  /// What the host decides of the screens; may be replaced while the pane is shown.
  public var embedding: HostOptions? {
    get { state.embedding }
    set {
      state.embedding = newValue
      performer.scope = Self.scope(of: newValue)
      // Rows of another height or scope have to be read and placed anew.
      handle(.changed(.reload))
    }
  }

  /// What a host's decisions leave of the inbox; nil for the whole.
  static func scope(of embedding: HostOptions?) -> MessageFilter? {
    guard let scope = embedding?.scope, scope != .all else { return nil }
    return scope
  }

  /// The bell of this pane: the unread messages of its scope, as last read.
  ///
  /// It is up to date whenever ``handleWakes()`` has returned, also while the pane is hidden.
  public var badge: BellBadge {
    BellBadge(unread: state.list.snapshot.counts.unread)
  }
}
