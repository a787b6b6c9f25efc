public import Foundation
public import InboxCore
public import InboxUI

extension InboxPane {
  /// Creates a pane for a program that embeds the inbox; its ``badge`` is up to date from then on.
  ///
  ///     let pane = try InboxPane(
  ///       hostOptions: HostOptions(closeLabel: "home"), of: inbox,
  ///       look: InboxUIConfiguration(placeholder: "★"), now: { Date() })
  ///
  /// - Parameters:
  ///   - hostOptions: The host's options.
  ///   - inbox: The inbox that is shown; the host closes it.
  ///   - look: The look of rows, over the default theme.
  ///   - query: The initial filter and order, within the host's scope.
  ///   - preferences: Parts of the screen, alerts, marking as read, programs for links.
  ///   - title: Text of the bar on top.
  ///   - opening: Opens a second connection for background work, so that no long read blocks the
  ///     loop; nil shares the same one, as an inbox in memory must.
  ///   - describe: The wording of errors.
  ///   - environment: Variables that choose a clipboard tool.
  ///   - zone: The time zone of displayed times.
  ///   - now: The clock.
  /// - Throws: An error of the system when the process has no descriptors left.
  public convenience init(
    hostOptions: HostOptions, of inbox: Inbox, look: InboxUIConfiguration = .init(),
    query: MessageQuery = .init(), preferences: ScreenPreferences = .init(),
    title: String = "inbox", opening: (@Sendable () throws -> Inbox)? = nil,
    describe: @escaping @Sendable (any Error) -> String = { "\($0)" },
    environment: [String: String] = ProcessInfo.processInfo.environment,
    zone: TimeZone = .current, now: @escaping () -> Date
  ) throws {
    var state = UIState(
      size: .zero, query: query, filterText: query.filter.text, theme: look.theme(),
      preferences: preferences, hostOptions: hostOptions)
    state.environment.heading = title
    try self.init(
      inbox: inbox, state: state, opening: opening, describe: describe, environment: environment,
      zone: zone, now: now)
    begin()
  }

  /// The filter of a host's options; nil for the whole inbox.
  static func scope(of hostOptions: HostOptions?) -> MessageFilter? {
    guard let scope = hostOptions?.scope, scope != .all else { return nil }
    return scope
  }

  /// The number of unread messages in the pane's scope, as last read.
  ///
  /// It is updated by ``handleWakes()``, also while the pane is hidden.
  public var badge: BellBadge {
    BellBadge(unread: state.list.snapshot.counts.unread)
  }

  /// Draws the pane into a window of a running ncurses program, as a tab of it.
  ///
  /// The window determines the size. It is staged with `wnoutrefresh`, so that the host sends all
  /// of its windows at once by `doupdate`; the window's own attributes and settings are restored.
  /// The first call reads the first page and starts listening.
  ///
  /// - Parameter window: A `WINDOW` of ncurses, at least one cell large.
  /// - Returns: The cursor's position in the window while a line is typed; nil to hide it.
  @discardableResult
  public func draw(into window: OpaquePointer) -> (column: Int, row: Int)? {
    let size = FramePainter.size(of: CursesWindow(window))
    if size != state.size { receive(.resized(size)) }
    let picture = picture
    hostWindow.stage(picture, into: window, wantsColors: wantsColors)
    receive(.presented)
    return picture.frame.cursor.map { ($0.column, $0.row) }
  }

  /// Reports the result of a launch or copy that ``handleWakes()`` requested; others have none.
  ///
  /// - Parameters:
  ///   - request: The request, unchanged.
  ///   - result: Its result; a message counts as opened once its launch is done.
  public func finish(_ request: HostRequest, with result: HostResult) {
    receive(.answered(request, result))
  }

  /// Opens a message or thread, as soon as the pane is shown.
  public func go(to link: DeepLink) {
    receive(.linked(link))
  }

  /// Opens the message with a sender's id, such as one from a push, as soon as the pane is shown.
  ///
  /// - Parameters:
  ///   - id: The sender's id.
  ///   - source: The source of the message, such as `shop`.
  /// - Returns: false if the inbox has no such message; nothing opens then.
  /// - Throws: `InboxError`.
  @discardableResult
  public func go(toMessage id: String, from source: String) throws -> Bool {
    guard let message = try connection.inbox.message(from: source, id: id) else { return false }
    go(to: .message(message.number))
    return true
  }

  /// Runs the pane on the whole screen of a running ncurses program until the user leaves it.
  ///
  /// It reads all keys meanwhile, and the host is blocked. Afterwards the screen is restored; when
  /// its size has changed since, `KEY_RESIZE` is the host's next key. The pane stays open: the
  /// host may draw or present it again. Signals and the mouse remain the host's.
  ///
  /// - Parameter launcher: Opens links.
  /// - Returns: The reason why it ended.
  @discardableResult
  public func present(launcher: Launcher) -> DismissReason {
    guard let terminal = BorrowedTerminal(wantsColors: wantsColors, clipboard: clipboard.terminal)
    else { return .noScreen }
    let loop = UILoop(pane: self, terminal: terminal, launcher: launcher, now: now)
    let status = loop.run()
    hide()
    return status == 0 ? .done : .terminalGone
  }
}

/// A host program's decision when one of its messages is opened.
public enum TapDecision: Sendable, Hashable {
  /// The inbox performs the message's own behavior.
  case `default`
  /// The host has opened the message, or refused to.
  case handled
  /// The inbox performs this behavior instead.
  case perform(TapBehavior)
}

/// The reason why a pane's presentation ended.
public enum DismissReason: Sendable, Hashable {
  /// The user left it.
  case done
  /// ncurses does not run, or has no room for another window; nothing was shown.
  case noScreen
  /// The terminal was closed; the host cannot show anything either.
  case terminalGone
}
