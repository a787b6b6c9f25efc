package import Foundation
import InboxCore
import InboxText

extension UIState {
  /// Handles an event: changes the state, and returns the effects for the inbox, the pane and the
  /// host to perform.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: When it happened.
  /// - Returns: The effects, to be performed in this order.
  package mutating func update(_ event: Event, at now: Date) -> [Effect] {
    var effects = handle(event, at: now) + requestRows()
    effects += take(list.growRange(), at: now)
    invalidateReads(after: event, at: now)
    listCounts.totals.follow(effects, at: list.snapshot)
    if let shown = alerts.shown, stack.isInSight(shown, in: listLayout) { alerts.dropBanner() }
    if event.isByPerson, screen.isList {
      let seen = split == nil || list.foldedGroup != nil ? nil : list.selected
      preview.look(at: seen, for: preferences.previewReadsAfter, at: now)
    }
    effects += renderReader() + resumeTypeAhead(at: now)
    list.applyRules(in: listLayout, at: now)
    return effects + requestReads(at: now)
  }

  private mutating func handle(_ event: Event, at now: Date) -> [Effect] {
    switch event {
    case .key(let key): return receive(.key(key), at: now)
    case .pasted(let text): return receive(.pasted(text), at: now)
    case .mouse(let event, let frame): return receive(event, on: frame, at: now)
    case .resized(let size): return resize(to: size)
    case .graphics(let graphics): environment.graphics = graphics
    case .answered(let answer): return receive(answer, at: now)
    case .requestFailed(let effect, let reason):
      let effects = fail(effect, reason, at: now)
      let dropped = interaction.failChain(by: effect).map(\.label)
      if !dropped.isEmpty { showStatus(.notDone(dropped, after: status?.content), at: now) }
      return effects
    case .progressed(let effect, let progress): showProgress(of: effect, progress, at: now)
    case .postponed(let request): rowsPostponed(request)
    case .changed(let wake): return inboxChanged(wake, at: now)
    case .configured(let theme, let keymap, let preferences, let problems):
      configure(theme, keymap, preferences, problems, at: now)
    case .failed(let reason):
      session.configurationRequest = nil
      showStatus(.failure(reason), at: now)
    // The status line may have something else to say.
    case .missedAlerts(let count):
      if count > 0, status == nil { showStatus(.missedAlerts(count), at: now) }
    case .returned(let visit): session.lastVisit = visit
    case .countedOthers(let inboxes): session.otherInboxes = inboxes.filter { $0.name != inboxName }
    case .arrivedElsewhere(let name, let messages):
      guard name != inboxName else { break }
      return alerts.receive(messages, from: name, in: partContext(at: now))
    case .tick: return tick(at: now)
    case .linked(let link): return follow(link, at: now)
    }
    return []
  }

  /// Takes a key at once.
  mutating func press(_ key: Key, at now: Date) -> [Effect] {
    guard key != .unknown, acts(key) else { return [] }
    status = nil
    interaction.takenSteps = 0
    // A question that comes after another key was pressed would be answered by whatever is typed.
    overlays.uncounted = nil
    if let copied = copyLink(by: key) { return copied }
    let earlier = interaction.pendingKeys
    interaction.pendingKeys = []
    if handleInTour(key, after: earlier, at: now) { return [] }
    switch context {
    case .confirm: return answer(key, at: now)
    case .menu: return pressInMenu(key, at: now)
    case .prompt: return type(key, at: now)
    case .list, .trash, .reader, .help:
      return pressOnScreen(key, after: earlier, at: now)
    }
  }

  /// Lets the tour see a key; true where the key did nothing but end it.
  private mutating func handleInTour(_ key: Key, after earlier: [Key], at now: Date) -> Bool {
    guard tour != nil, overlays.open == nil else { return false }
    let isEnded = keymap.isCancel(key) && earlier.isEmpty && interaction.pendingCount == nil
    let context = partContext(at: now)
    if isEnded || tour?.handle(earlier + [key], in: context) == false { tour = nil }
    return isEnded
  }

  /// Whether a key acts: on a terminal too small to show what it would do, only leaving does.
  private func acts(_ key: Key) -> Bool {
    guard !size.holdsScreens else { return true }
    switch keymap.command(for: key, in: context(of: screen)) {
    case .reading(.quit), .reading(.close), .screen(.redraw): return true
    default: return false
    }
  }

  private mutating func resize(to size: Size) -> [Effect] {
    environment.size = size
    return layOutAgain()
  }

  /// Fits the screens to other room, and reads the rows that came into sight.
  mutating func layOutAgain() -> [Effect] {
    layOut()
    return list.readAtMargin(in: listLayout)
  }

  /// Fits the screens to another size, look or preference.
  mutating func layOut() {
    let areas = areas
    list.reveal(in: listLayout)
    if let split { preview.layOut(in: split.preview) }
    reader?.layOut(in: areas)
    guard help != nil else { return }
    let room = HelpRoom(self)
    help?.clamp(to: room)
  }

  private mutating func configure(
    _ theme: Theme?, _ keymap: Keymap?, _ preferences: ScreenPreferences?,
    _ problems: [String], at now: Date
  ) {
    if let theme { environment.use(theme) }
    if let keymap { environment.keymap = keymap }
    if let preferences {
      environment.preferences = preferences
      for place in stack.lists.indices { stack.lists[place].forgetRules() }
    }
    layOut()
    // The status of the configuration before holds no longer.
    if status == statusLine.configurationStatus { status = nil }
    statusLine.configurationStatus = nil
    let asked = session.configurationRequest
    session.configurationRequest = nil
    guard let first = problems.first else {
      if let asked { showStatus(asked.isTheme ? .theme(self.theme.name) : reloaded, at: now) }
      return
    }
    let check = self.preferences.configurationCheck
    showStatus(.problems(first, more: problems.count - 1, check: check), at: now)
    statusLine.configurationStatus = status
  }

  private var reloaded: StatusText { .reloaded(preferences.configurationName) }

  /// Asks for look and keys, and tells when they are there.
  mutating func configure(by request: PaneRequest) -> [Effect] {
    session.configurationRequest = request
    return [.pane(request)]
  }

  /// Reads what is shown again.
  func reread() -> [Effect] {
    list.reread(in: listLayout) + reloadReader()
  }

  /// Reads the message in the reader again.
  func reloadReader() -> [Effect] {
    reader.map { [.fetch([$0.number], .reader)] } ?? []
  }
}

extension UIState {
  /// The inbox has changed: what is shown is read again, unless it is known already.
  private mutating func inboxChanged(_ wake: InboxWatch.Wake, at now: Date) -> [Effect] {
    switch wake {
    case .nothing: return []
    case .gone:
      session.isDatabaseMissing = true
      showStatus(.inboxGone, at: now)
      return []
    case .reload:
      databaseReturned(at: now)
      preview.invalidate()
      listCounts.totals.forget()
      for place in stack.lists.indices { stack.lists[place].forgetRank() }
      return reread() + [.claimLink]
    case .changed(let entries):
      databaseReturned(at: now)
      return logChanged(entries)
    }
  }

  private mutating func databaseReturned(at now: Date) {
    guard session.isDatabaseMissing else { return }
    session.isDatabaseMissing = false
    showStatus(.inboxReturned, at: now)
  }

  private mutating func logChanged(_ entries: [LogEntry]) -> [Effect] {
    let links: [Effect] = entries.contains { $0.verb == .requested } ? [.claimLink] : []
    let others = alerts.arrivalEffects(of: entries) + links
    preview.invalidate(entries.lazy.flatMap(\.numbers))
    guard let last = entries.last, last.sequence > list.snapshot.sequence else { return others }
    list.noteArrivals(of: entries)
    let concernsReader = entries.contains { entry in
      reader.map { entry.numbers.contains($0.number) } ?? false
    }
    return list.reread(in: listLayout) + (concernsReader ? reloadReader() : []) + others
  }

  /// Does what is due: lets a status line and a banner go, lets the store settle.
  private mutating func tick(at now: Date) -> [Effect] {
    if let status, !status.isShown(at: now) { self.status = nil }
    let lone = interaction.endCount(at: now).map { perform($0, at: now) } ?? []
    let announced = alerts.tick(by: preferences.alerts, at: now)
    let settled = session.settling.begin(list.snapshot.nextTransition, at: now)
    return lone + announced + previewEffects(at: now) + (settled ? [.settle] : [])
  }

  /// Requests the previewed message once it is due, and marks it read once it was seen.
  private mutating func previewEffects(at now: Date) -> [Effect] {
    guard screen.isList, split != nil else { return [] }
    let due = preview.takeDue(list.selected, at: now).map { [Effect.fetch([$0], .preview)] } ?? []
    guard preview.takeSeen(list.selected, at: now), let row = list.selectedRow,
      list.status(of: row) == .unread
    else { return due }
    return due + record(.numbers([row.number]), of: [row])
  }

  /// When something on the screen changes by itself; nil while nothing does.
  package func nextDeadline(at now: Date) -> Date? {
    var moments: [Date] = []
    if let status { moments.append(status.expiresAt) }
    if let deadline = interaction.pendingCount?.deadline { moments.append(deadline) }
    if let next = session.settling.next(list.snapshot.nextTransition, at: now) {
      moments.append(next)
    }
    if !preferences.tabs.isEmpty, let count = listCounts.tabs.deadline { moments.append(count) }
    moments += alerts.deadlines(under: preferences.alerts, at: now, in: zone)
    switch screen {
    case .list, .trash, .thread:
      // Below a reader the groups are not counted.
      if let count = listCounts.groups.deadline { moments.append(count) }
      let format = preferences.rows.timeFormat
      moments += list.visibleRows(in: listLayout).map {
        RowTime.nextChange(of: $0.sortDate, at: now, as: format, in: zone)
      }
      if let split { moments += preview.deadlines(of: list.selected, in: split, at: now) }
      if listLayout.headers != nil, !list.snapshot.rows.isEmpty {
        moments.append(LocalTime.midnight(after: now, in: zone))
      }
    case .reader:
      let times = reader?.visibleTimes(in: areas) ?? []
      moments += times.map { RelativeTime.nextChange(from: $0.date, now: now) }
    case .help: break
    }
    return moments.min()
  }
}

// MARK: - Reads

extension UIState {
  /// Marks as outdated what an event may have changed in the inbox.
  mutating func invalidateReads(after event: Event, at now: Date) {
    switch event {
    case .changed(.changed), .changed(.reload), .answered(.settled), .requestFailed(.settle, _):
      if !preferences.tabs.isEmpty { listCounts.tabs.invalidate(at: now) }
      listCounts.groups.invalidate(at: now)
    default: break
    }
  }

  /// Requests rows whose grouping differs from what setting and keys want.
  ///
  /// Rows come first: what else is read depends on those in sight.
  mutating func requestRows() -> [Effect] {
    stack.grouping.follow(preferences.group)
    let wanted = grouped(list.query, in: list).grouping
    guard wanted != list.query.grouping else { return [] }
    return list.regroup(wanted, in: listLayout)
  }

  /// Requests what the screen shows and has neither read nor requested, in any order.
  mutating func requestReads(at now: Date) -> [Effect] {
    let wanted = WantedReads(self)
    preview.want(wanted.preview, at: now)
    listCounts.tabs.want(wanted.tabs, at: now, in: zone)
    listCounts.groups.want(wanted.groups, at: now)
    let isShown = screens.contains(.reader)
    let picture = pictures.request(for: &stack.reader, isShown: isShown, in: areas, environment)
    // What is asked before there is a screen goes nowhere.
    guard size.rows > 0 else { return picture }
    let groups = screen.isList ? listCounts.groups.begin(at: now) : []
    let tabs = wanted.tabs.map { listCounts.tabs.request($0, at: now, in: zone) }
    return picture + (tabs ?? []) + groups
  }
}
