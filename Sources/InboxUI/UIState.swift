package import Foundation
package import InboxCore

/// The state of the screen: all that it depends on.
///
/// Events go in by ``update(_:at:)``, effects come out, and the frame is a function of the rest.
package struct UIState: Sendable {
  /// What the terminal, the configuration and the host give.
  package var environment: ScreenEnvironment
  /// The screens on top of each other.
  var stack = ScreenStack()
  /// What lies over them: a menu, a line or a question.
  var overlays = OverlayQueue()
  /// What a line changes while it is typed.
  var prompting = PromptSession()
  /// Keys of an unfinished command, and input that waits.
  var interaction = InteractionState()
  /// The status line.
  var statusLine = StatusLineState()
  /// The numbers of tabs, groups and lists.
  var listCounts = ListCounts()
  /// The preview beside the list.
  var preview = PreviewState()
  /// The work on pictures.
  var pictures = PictureState()
  /// The links that are being opened.
  var openings = LinkOpenings()
  /// The banner, and the alerts that wait.
  var alerts = AlertState()
  /// What is known of the inboxes beside their messages.
  var session = InboxSession()

  /// Makes the state of a screen that has read nothing yet; ``start()`` begins.
  package init(
    size: Size, inboxName: String = "default", query: MessageQuery = .init(),
    filterText: String = "", theme: Theme = .default, keymap: Keymap = .default,
    preferences: ScreenPreferences = .init(), zone: TimeZone = .current,
    hostOptions: HostOptions? = nil
  ) {
    self.init(
      ScreenEnvironment(
        size: size, inboxName: inboxName, theme: theme, keymap: keymap, preferences: preferences,
        zone: zone, hostOptions: hostOptions), query: query, filterText: filterText)
  }

  /// Makes the state of a screen that has read nothing yet, in an environment.
  init(_ environment: ScreenEnvironment, query: MessageQuery, filterText: String = "") {
    self.environment = environment
    stack.lists = [ListState(query: grouped(query), filterText: filterText)]
  }

  /// The screen on top.
  package var screen: Screen { stack.top }

  /// Where the next key is looked up.
  package var context: InputContext {
    switch overlays.open {
    case .prompt: .prompt
    case .menu: .menu
    case .question: .confirm
    case nil: context(of: screen)
    }
  }

  /// Where the keys of a screen are looked up: a list's depend on what it shows.
  func context(of screen: Screen) -> InputContext {
    switch screen {
    case .list, .trash, .thread: list.isTrash ? .trash : .list
    case .reader: .reader
    case .help: .help
    }
  }

  /// The inbox's own list, at the bottom.
  package var main: ListState { stack.lists[0] }

  /// The list that is looked at, or that the reader was opened from.
  package internal(set) var list: ListState {
    get { stack.list }
    _modify { yield &stack.list }
  }

  /// The reader that is looked at, or that lies below the screen on top.
  package internal(set) var reader: ReaderState? {
    get { stack.reader }
    set { stack.reader = newValue }
  }

  /// What a part sees of the rest at a moment.
  func partContext(at now: Date) -> PartContext {
    PartContext(
      environment: environment, screen: screen, keys: context, screenKeys: context(of: screen),
      now: now)
  }

  /// The look, with the colors that sources and rows have by the person's choice.
  package var shownTheme: Theme { theme.tinted(for: preferences.rows) }

  /// How the rows of the terminal are shared.
  var areas: ScreenAreas { environment.areas }

  /// The tabs of the bar on top: those of the configuration, else the automatic ones; nil where the
  /// bar has none.
  var barTabs: [ListTab]? {
    if !preferences.tabs.isEmpty { return preferences.tabs }
    // A host says itself which tabs its inbox has.
    guard preferences.automaticTabs, hostOptions == nil else { return nil }
    return AutomaticTabs.tabs(of: listCounts.tabs.topSources)
  }

  /// The split between the list and its preview; nil where there is no preview.
  var split: PreviewSplit? { preview.split(in: environment) }

  /// The split as it is seen: an empty list leaves nothing to preview.
  var shownSplit: PreviewSplit? {
    screen.isList && !list.snapshot.rows.isEmpty ? split : nil
  }

  /// The settings of the rows; the density is that of the room which the list has.
  var rowOptions: RowOptions {
    var options = preferences.rows
    if options.density == .auto { options.density = split == nil ? .comfortable : .compact }
    return options
  }

  /// Draws the rows of lists.
  var drawing: ListRows {
    let options = rowOptions
    let isConversation = list.thread != nil && options.density == .comfortable
    let conversation: (any RowDrawing)? =
      isConversation ? ConversationDrawing(list.snapshot.rows) : nil
    return ListRows(drawing: hostOptions?.rows ?? conversation, options: options)
  }

  /// The room for lists, beside their preview.
  var listLayout: ListLayout { listLayout(of: list.snapshot.query) }

  /// The room for the rows of a query, whose groups have headers.
  func listLayout(of query: MessageQuery) -> ListLayout {
    let areas = split?.list ?? self.areas
    return ListLayout(
      size: size, areas: areas, theme: theme, drawing: drawing,
      headers: GroupHeaders(grouping, of: query, in: zone, rows: areas.contentRows))
  }

  /// Shows a text in the status line.
  mutating func showStatus(_ content: StatusText, at now: Date) {
    status = StatusMessage(content, at: now)
  }

  /// Shows the status of a part's reply and passes its effects on.
  mutating func take(_ reply: Reply, at now: Date) -> [Effect] {
    if let status = reply.status { showStatus(status, at: now) }
    switch reply.overlay {
    case .menu(let menu): self.menu = menu
    case .prompt(let prompt): self.prompt = prompt
    case .question(let question): confirmation = question
    case nil: break
    }
    if let uncounted = reply.uncounted { overlays.uncounted = uncounted }
    if reply.isMiss { dropTypeAhead(at: now) }
    let effects = reply.effects + (reply.changesLayout ? layOutAgain() : [])
    return reply.messages.reduce(effects) { $0 + handle($1, at: now) }
  }

  /// Handles a message of a part.
  private mutating func handle(_ message: ParentMessage, at now: Date) -> [Effect] {
    switch message {
    case .change(let numbers, let verb):
      take(stack.change(numbers, by: verb, in: listLayout, partContext(at: now)), at: now)
    case .perform(let command): perform(command, at: now)
    case .performOnceRead(let command): wait(with: command)
    case .step(let step): take(interaction.history.request(step), at: now)
    case .leave: leave()
    case .closePrompt: closePrompt()
    case .acceptPrompt: acceptPrompt(at: now)
    case .closeReader: closeReader()
    case .showList(let list): show(list)
    case .showReader(let number): showReader(number)
    case .goToThread(let name, let number): goToThread(name, at: number)
    case .reread: stack.reread(in: listLayout)
    case .open(let taps): take(stack.open(taps), at: now)
    case .launch(let taps):
      openings.launch(TapLinks(of: taps), in: &stack.list, preferences)
    case .goTo(let number): goTo(number, at: now)
    }
  }

  /// Whether only what is urgent alerts now.
  package func isQuiet(at now: Date) -> Bool {
    alerts.isQuiet(by: preferences.alerts, at: now, in: zone)
  }

  /// What has arrived since the visit before this one; nil where the list does not have it on top.
  func news(at now: Date) -> String? {
    guard stack.lists.count == 1, list.query == MessageQuery() else { return nil }
    return session.lastVisit?.news(at: now, in: zone)
  }

  /// When the screen changes without an event; nil while it stays as it is.
  package func nextDeadline(at now: Date) -> Date? {
    NextDeadline(of: self, at: now).date
  }

  /// The effects that the first frame needs.
  package func start() -> [Effect] {
    [list.read(.top, in: listLayout)]
  }

  /// The graphics that the terminal is to be asked for, once a message with an image was shown.
  package var graphicsChoice: GraphicsChoice {
    pictures.needsGraphics ? preferences.graphics : .characters
  }

  /// Text for the terminal's title, with the unread count unless that is not wanted.
  package var title: String {
    let program = preferences.programName
    let name = inboxName == "default" ? program : "\(program): \(inboxName)"
    let unread = list.snapshot.counts.unread
    return unread == 0 || !preferences.alerts.showsBadge ? name : "(\(unread)) \(name)"
  }
}

// MARK: - Drawing

extension UIState {
  /// Draws the screen; the frame depends on state and time alone.
  ///
  /// - Parameters:
  ///   - now: The time of the frame; relative times count from it.
  ///   - zone: The time zone of the times.
  /// - Returns: A frame with one line for each row of the terminal.
  package func frame(at now: Date, in zone: TimeZone) -> Frame {
    var drawn = DrawnRows()
    return frame(at: now, in: zone, reusing: &drawn)
  }

  /// Draws the same frame in less time: rows that look as in the last one are not laid out anew.
  ///
  /// - Parameters:
  ///   - now: The time of the frame; relative times count from it.
  ///   - zone: The time zone of the times.
  ///   - drawn: The rows of the last frame, and of this one afterwards.
  /// - Returns: A frame with one line for each row of the terminal.
  package func frame(
    at now: Date, in zone: TimeZone, reusing drawn: inout DrawnRows
  ) -> Frame {
    FrameComposer(state: self, now: now, zone: zone).frame(reusing: &drawn)
  }

  /// The present step of the tour; nil without one, or while something lies over the screen.
  func tourLine(at now: Date) -> Line? {
    guard let tour, overlays.open == nil else { return nil }
    return tour.line(
      in: partContext(at: now), isOnList: screen == .list, columns: areas.columns)
  }
}

// MARK: - Groups

extension UIState {
  /// How lists are grouped at present.
  var grouping: ListGrouping { stack.grouping.choice ?? preferences.group }

  /// A query with the groups that a list of it has; those that are folded stay so.
  ///
  /// Day lines alone need no grouping in the store, whose rows come in that order anyway.
  func grouped(_ query: MessageQuery, in list: ListState? = nil) -> MessageQuery {
    var query = query
    let kind = list?.thread == nil ? grouping.kind(in: query.order, zone: zone) : nil
    let keepsFolded = grouping.isOrdering || query.grouping?.hasFolded == true
    if let kind, query.grouping?.kind == kind, keepsFolded { return query }
    query.grouping = grouping.isOrdering ? kind.map(MessageGrouping.init) : nil
    return query
  }
}

// MARK: - Short names

extension UIState {
  /// Columns and rows of the terminal.
  package var size: Size { environment.size }
  /// Name of the inbox.
  package var inboxName: String { environment.inboxName }
  /// How it looks.
  package var theme: Theme { environment.theme }
  /// What keys mean.
  package var keymap: Keymap { environment.keymap }
  /// How it behaves.
  package var preferences: ScreenPreferences { environment.preferences }
  /// The time zone in which times are shown.
  package var zone: TimeZone { environment.zone }

  /// What the host program decides; nil where the inbox is the program.
  package var hostOptions: HostOptions? {
    get { environment.hostOptions }
    set {
      let scope = environment.hostOptions?.scope
      environment.hostOptions = newValue
      guard newValue?.scope != scope else { return }
      // An action on them would reach out of the scope that holds now.
      for place in stack.lists.indices { stack.lists[place].clearMarks() }
    }
  }

  /// The screens on top of each other; the first one is the list.
  package internal(set) var screens: [Screen] {
    get { stack.screens }
    set { stack.screens = newValue }
  }

  /// Help, while it is among the screens.
  var help: HelpState? {
    get { stack.help }
    set { stack.help = newValue }
  }

  /// The choices that lie over the screen.
  var menu: MenuState? {
    get { overlays.menu }
    set {
      overlays.menu = newValue
      if newValue == nil, environment.endThemePreview() { layOut() }
    }
  }

  /// The line that is being typed.
  package internal(set) var prompt: PromptState? {
    get { overlays.prompt }
    set { overlays.prompt = newValue }
  }

  /// The confirmation of a bulk or permanent change.
  var confirmation: ConfirmState? {
    get { overlays.question }
    set { overlays.question = newValue }
  }

  /// What the status line shows.
  package internal(set) var status: StatusMessage? {
    get { statusLine.message }
    set { statusLine.message = newValue }
  }

  /// The keys of a sequence that were pressed so far.
  package var pendingKeys: [Key] { interaction.pendingKeys }

  /// The tour through the keys; nil where none is offered, or it has ended.
  package var tour: Tour? {
    get { interaction.tour }
    set { interaction.tour = newValue }
  }
}

/// A screen; screens lie on top of each other, the list at the bottom.
package enum Screen: String, Sendable, Hashable {
  /// The messages.
  case list
  /// The deleted messages.
  case trash
  /// The messages of one thread.
  case thread
  /// One message, whole.
  case reader
  /// The keys.
  case help

  /// Whether it shows a list of messages.
  var isList: Bool {
    switch self {
    case .list, .trash, .thread: true
    case .reader, .help: false
    }
  }
}
