package import Foundation
package import InboxCore
import InboxText

/// The whole state of the screen.
///
/// ``update(_:at:)`` handles events and returns effects; frames are a function of state and time.
package struct UIState: Sendable {
  /// Terminal, configuration and host.
  package var environment: ScreenEnvironment
  /// The time of the event that is being handled, or was the last.
  var now = Date.distantPast
  /// The effects of the event so far, to perform in order.
  var effects: [Effect] = []
  /// The stack of screens.
  var stack = ScreenStack()
  /// The overlays: menu, prompt and question.
  var overlays = OverlayQueue()
  /// The prompt's history and live results.
  var prompting = PromptSession()
  /// Keys of an incomplete command, and type-ahead.
  var interaction = InteractionState()
  /// The tour of the keys; nil if it has ended or was not offered.
  package var tour: Tour?
  var statusLine = StatusLineState()
  /// Counts of tabs, groups and lists.
  var listCounts = ListCounts()
  /// The list of sources at the left.
  var sourceList = SourceListState()
  var preview = PreviewState()
  /// The messages that arrived late, and what the maximum removed.
  var late = LateState()
  /// The requests for pictures.
  var pictures = PictureState()
  /// The links being opened.
  var openings = LinkOpenings()
  /// The banner and the queued alerts.
  var alerts = AlertState()
  /// Other inboxes, and requests for them.
  var session = InboxSession()

  /// Creates a state that has read nothing; call ``start()`` for its first effects.
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

  /// Creates a state that has read nothing, in an environment.
  init(_ environment: ScreenEnvironment, query: MessageQuery, filterText: String = "") {
    self.environment = environment
    stack.lists = [ListState(query: grouped(query), filterText: filterText)]
  }

  /// The screen on top.
  package var screen: Screen { stack.top }

  /// The keymap context of the next key.
  package var context: InputContext {
    switch overlays.open {
    case .prompt: .prompt
    case .menu: .menu
    case .question: .confirm
    case nil: keyContext(of: screen)
    }
  }

  /// The keymap context of a screen; that of a list depends on whether it is a trash.
  func context(of screen: Screen) -> InputContext {
    switch screen {
    case .list, .trash, .thread: list.isTrash ? .trash : .list
    case .reader: .reader
    case .help: .help
    }
  }

  /// The inbox's own list, at the bottom.
  package var main: ListState { stack.lists[0] }

  /// The topmost list, which other screens may cover.
  package internal(set) var list: ListState {
    get { stack.list }
    _modify { yield &stack.list }
  }

  /// The topmost reader, which other screens may cover.
  package internal(set) var reader: ReaderState? {
    get { stack.reader }
    set { stack.reader = newValue }
  }

  /// The context of parts, at the time of the event.
  var partContext: PartContext {
    PartContext(
      environment: environment, screen: screen, keys: context,
      screenKeys: keyContext(of: screen), layout: listLayout, now: now)
  }

  /// The theme, with the user's colors of sources and rows, for the terminal's background.
  package var shownTheme: Theme {
    theme.onGround(environment.background)
      .tinted(for: preferences.rows, on: environment.background)
  }

  /// The layout of the terminal.
  var areas: ScreenAreas { environment.areas }

  /// The tabs of the top bar: the configured ones, else the automatic ones; nil without a tab bar.
  var barTabs: [ListTab]? {
    if !preferences.tabs.isEmpty { return preferences.tabs }
    // A host configures its own tabs.
    guard preferences.automaticTabs, hostOptions == nil else { return nil }
    return AutomaticTabs.tabs(of: listCounts.tabs.topSources)
  }

  /// The split between the list and its preview; nil without a preview.
  var split: PreviewSplit? { preview.split(in: environment) }

  /// The visible split; without messages there is nothing to preview.
  var shownSplit: PreviewSplit? {
    screen.isList && !list.snapshot.rows.isEmpty ? split : nil
  }

  /// The preview or the reader, whose message has pictures.
  var pictured: ReaderState? { shownSplit == nil ? reader : preview.reader }

  /// Whether the list of sources is visible; an empty inbox has none.
  var showsSources: Bool { showsSources(on: screen) }

  private func showsSources(on screen: Screen) -> Bool {
    screen.isList && environment.sourceListColumns > 0 && !isInboxEmpty
  }

  /// The messages with a visible row; none while the list is covered.
  var rowsInSight: Set<MessageNumber> {
    guard screen.isList else { return [] }
    let (list, layout) = (list, listLayout)
    let rows = list.visibleRows(in: layout).map(\.number)
    return Set(rows.filter { list.isInSight($0, in: layout) })
  }

  /// Whether there are no messages at all.
  var isInboxEmpty: Bool { list.snapshot.rows.isEmpty && list.query.filter == .all }

  /// Whether the list of sources has the focus.
  var isOnSources: Bool { keyContext(of: screen) == .sources }

  /// The context of keys on a screen: that of the list of sources while it has the focus.
  func keyContext(of screen: Screen) -> InputContext {
    sourceList.hasFocus && showsSources(on: screen) ? .sources : context(of: screen)
  }

  /// Lines of a screen from which on rows without a preview beside them show their text.
  private static let comfortableRows = 30

  /// The row options, with automatic density resolved by the room of the list.
  var rowOptions: RowOptions {
    var options = preferences.rows
    if options.density == .auto {
      options.density = split == nil && size.rows >= Self.comfortableRows ? .comfortable : .compact
    }
    if preferences.pictures != .always || list.thread != nil {
      options.columns.removeAll { $0.kind == .picture }
    }
    let query = list.snapshot.query
    options.groupsBySource = query.grouping?.kind == .source
    options.marksDeleted = !query.filter.isTrash
    options.mutes = preferences.mutes
    guard query.collapsesThreads, query.filter.isOfOneSource else { return options }
    // Threads of several sources may have the same name.
    let rows = list.snapshot.rows
    let hasSource = options.columns.contains { $0.kind == .source }
    options.titlesThreads = !hasSource || rows.contains { $0.source != rows[0].source }
    options.namesThreads = !options.titlesThreads
    return options
  }

  /// The drawing of list rows.
  var drawing: ListRows {
    let options = rowOptions
    let isConversation = list.thread != nil && preferences.rows.density != .compact
    let conversation: (any RowDrawing)? =
      isConversation ? ConversationDrawing(list.snapshot.rows) : nil
    return ListRows(drawing: hostOptions?.rows ?? conversation, options: options)
  }

  /// The layout of the list, beside its preview.
  var listLayout: ListLayout { listLayout(of: list.snapshot.query) }

  /// The layout of a query's rows, with group headers.
  func listLayout(of query: MessageQuery) -> ListLayout {
    let areas = split?.list ?? environment.listAreas
    return ListLayout(
      size: size, areas: areas, theme: theme, drawing: drawing,
      headers: GroupHeaders(grouping, of: query, in: zone, rows: areas.contentRows))
  }

  /// Shows a text in the status line.
  mutating func showStatus(_ content: StatusText) {
    status = StatusMessage(content, at: now)
  }

  /// Applies a part's reply: shows its status and overlay, adds its effects, handles its messages.
  mutating func take(_ reply: Reply) {
    if let status = reply.status { showStatus(status) }
    switch reply.overlay {
    case .menu(let menu): self.menu = menu
    case .prompt(let prompt): overlays.prompt = prompt
    case .question(let question): overlays.question = question
    case nil: break
    }
    if let uncounted = reply.uncounted { overlays.uncounted = uncounted }
    if reply.isMiss { dropTypeAhead() }
    effects += reply.effects
    if reply.changesLayout { layOutAgain() }
    for message in reply.messages { handle(message) }
  }

  /// Handles a part's message.
  mutating func handle(_ message: ParentMessage) {
    let context = partContext
    switch message {
    case .change(let numbers, let verb): take(stack.change(numbers, by: verb, in: context))
    case .perform(let command): perform(command)
    case .performOnceRead(let command): wait(with: command)
    case .step(let step):
      take(interaction.history.request(step, key: context.screenKey(of: step.command), at: now))
    case .leave: leave()
    case .closePrompt: overlays.prompt = nil
    case .acceptPrompt: acceptPrompt()
    case .closeReader: closeReader()
    case .showList(let list): show(list)
    case .showReader(let number): showReader(number)
    case .goToThread(let name, let number): goToThread(name, at: number)
    case .reread: effects += stack.reread(in: listLayout)
    case .open(let taps): take(stack.open(taps))
    case .launch(let taps):
      effects += openings.launch(TapLinks(of: taps), in: &stack.list, preferences)
    case .goTo(let number): goTo(number)
    case .filter(let filter): showFilter(filter)
    case .sort(let order): sort(by: order)
    case .action(let chosen):
      // The action marks read: keep the message in a list of unread ones, so that its answer shows.
      list.keep([chosen.number])
      effects.append(chosen.effect)
    case .request(let effect): effects.append(effect)
    case .prompt(let prompt): overlays.prompt = prompt
    case .snooze(let numbers, let until): take(stack.snooze(numbers, until: until, in: context))
    case .inbox(let name): take(session.requestInbox(name, in: environment))
    case .theme(let name): configure(by: .useTheme(name))
    case .only(let subject): showOnly(subject)
    case .all(let action, let filter): take(stack.askAboutAll(action, filter))
    case .undo(let count): perform(.acting(.undo), count: count)
    case .command(let name): choose(commandNamed: name)
    // A click in the menu of a prompt, which does not close it.
    case .completion: break
    }
  }

  /// The parts, in the order in which they follow an event.
  static let parts: [any ScreenPart.Type] = [
    HistoryState.self, ListTotals.self, StatusLineState.self, MuteExpiry.self, AlertState.self,
    PreviewState.self, PictureState.self, TabState.self, ArrivalStrip.self, GroupCountState.self,
    SourceListState.self, LateState.self, ReaderState.self, ListState.self, Settle.self,
    ReadUnsentChanges.self, LinkOpenings.self,
  ]

  /// The next deadline at which the screen changes without an event; nil if there is none.
  package func nextDeadline(at now: Date) -> Date? {
    Self.parts.flatMap { $0.deadlines(in: self, at: now) }.compactMap(\.self).min()
  }

  /// The effects of the first frame.
  package func start() -> [Effect] {
    [list.read(.top, in: listLayout)]
  }

  /// The graphics to detect in the terminal, once a message with an image was shown.
  package var graphicsChoice: GraphicsChoice {
    pictures.needsGraphics ? preferences.graphics : .characters
  }

  /// The terminal's title, with the unread count unless it is turned off.
  package var title: String {
    let program = preferences.programName
    let name = inboxName == "default" ? program : "\(program): \(inboxName)"
    let unread = list.snapshot.counts.unread
    return unread == 0 || !preferences.alerts.showsBadge ? name : "(\(unread)) \(name)"
  }

  // MARK: - Drawing

  /// Draws the screen, as a function of state and time.
  ///
  /// - Parameters:
  ///   - now: The time of the frame, which relative times are computed from.
  ///   - zone: The time zone of the times.
  /// - Returns: A frame with one line per row of the terminal.
  package func frame(at now: Date, in zone: TimeZone) -> Frame {
    var drawn = DrawnRows()
    return frame(at: now, in: zone, reusing: &drawn)
  }

  /// Draws the screen and reuses unchanged rows of the last frame.
  ///
  /// - Parameters:
  ///   - now: The time of the frame, which relative times are computed from.
  ///   - zone: The time zone of the times.
  ///   - drawn: The cached rows of the last frame, updated to this one.
  /// - Returns: A frame with one line per row of the terminal.
  package func frame(
    at now: Date, in zone: TimeZone, reusing drawn: inout DrawnRows
  ) -> Frame {
    TextMeasure.$current.withValue(environment.measure) {
      FrameComposer(state: self, now: now, zone: zone).frame(reusing: &drawn)
    }
  }

  /// The line of the tour's current step; nil without a tour or below an overlay.
  var tourLine: Line? {
    guard let tour, overlays.open == nil else { return nil }
    return tour.line(
      in: partContext, isOnList: screen == .list, isEndedByBack: !goesBack,
      columns: areas.columns)
  }

  // MARK: - Groups

  /// The current grouping of lists.
  var grouping: ListGrouping {
    if let filter = stack.grouping.bySource, filter == list.query.filter { return .source }
    return stack.grouping.choice ?? preferences.group
  }

  /// The query with the list's grouping and collapsed threads; folded groups stay folded.
  ///
  /// Day groups in an order by time need no grouping by the store, whose rows already have that
  /// order.
  func grouped(_ query: MessageQuery, in list: ListState? = nil) -> MessageQuery {
    var query = query
    // A conversation keeps its order.
    query.isLed = list?.thread == nil
    query.collapsesThreads =
      list?.thread == nil && !grouping.isOrdering && query.order.isByTime
      && environment.collapsesThreads(in: query.filter)
    let kind = list?.thread == nil ? grouping.kind(in: query.order, zone: zone) : nil
    let keepsFolded = grouping.isOrdering || query.grouping?.hasFolded == true
    if let kind, query.grouping?.kind == kind, keepsFolded { return query }
    query.grouping = grouping.isOrdering ? kind.map(MessageGrouping.init) : nil
    return query
  }

  // MARK: - Short names

  /// The size of the terminal.
  package var size: Size { environment.size }
  package var inboxName: String { environment.inboxName }
  package var theme: Theme { environment.theme }
  package var keymap: Keymap { environment.keymap }
  package var preferences: ScreenPreferences { environment.preferences }
  /// The time zone for shown times.
  package var zone: TimeZone { environment.zone }

  /// The options of the host program; nil if the inbox is the program.
  package var hostOptions: HostOptions? {
    get { environment.hostOptions }
    set {
      let scope = environment.hostOptions?.scope
      environment.hostOptions = newValue
      guard newValue?.scope != scope else { return }
      // Actions on marks from the previous scope would escape the new one.
      for place in stack.lists.indices { stack.lists[place].marks.clear() }
    }
  }

  /// The menu; setting nil also ends a theme preview.
  var menu: MenuState? {
    get { overlays.menu }
    set {
      overlays.menu = newValue
      if newValue == nil, environment.endThemePreview() { layOut() }
    }
  }

  package internal(set) var status: StatusMessage? {
    get { statusLine.message }
    set { statusLine.message = newValue }
  }
}

/// A kind of screen in the stack.
package enum Screen: String, Sendable, Hashable {
  /// The list of messages.
  case list
  /// The list of deleted messages.
  case trash
  /// The list of a thread's messages.
  case thread
  /// A single message.
  case reader
  /// The list of keys.
  case help

  /// Whether it shows a list of messages.
  var isList: Bool {
    switch self {
    case .list, .trash, .thread: true
    case .reader, .help: false
    }
  }
}
