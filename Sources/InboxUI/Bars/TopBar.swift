import Foundation
import InboxCore
import InboxText

/// The top bar: the counts of the list at the left; inbox, filter and order at the right.
enum TopBar {
  private static let roles = RoleSet(.bar)
  /// The sign of changes that wait to be sent to other machines.
  private static let unsent = Span("⇄", roles: roles.union(RoleSet(.placeholder)))
  /// Minimum columns of a truncated filter.
  private static let shortestFilter = 8

  /// The columns that other parts of a bar leave to a filter that they do not name.
  static func room(ofFilter name: String, columns: Int) -> Int {
    min(name.columns, max(columns / 3, shortestFilter))
  }

  /// The bar at a time.
  static func line(_ state: UIState, at now: Date) -> Line {
    let quiet = state.alerts.quietText(by: state.preferences.alerts, at: now, in: state.zone)
    let sign = state.list.snapshot.unsent?.isLong == true ? unsent : nil
    if state.listCounts.tabs.areShown(in: state) {
      return TabBar.line(state, sign: sign, quiet: quiet)
    }
    let columns = state.areas.columns
    let list = state.stack.listInBar
    let left = counts(list, bell: quiet == nil ? "🔔" : "🔕")
    let isNamed = [.all, .unread, .trash].contains(list.ownFilter)
    let kept = isNamed ? 0 : room(ofFilter: filterName(list, state), columns: columns) + BarLine.gap
    let shown = BarLine.fitting(left, columns: columns - 2 - kept)
    let span = Span(
      shown ?? TextLayout.truncate(left.last ?? "", columns: columns - 2 - kept), roles: roles)
    let room = columns - 2 - span.columns - BarLine.room(of: sign) - BarLine.gap
    return BarLine.line(
      [span], sign: sign, right: right(state, list, quiet, room: room), columns: columns,
      roles: roles)
  }

  /// The counts of the list, longest form first; only the bell until they are known.
  private static func counts(_ list: ListState, bell: String) -> [String] {
    let counts = list.snapshot.counts
    guard list.isLoaded || counts.stored > 0 else { return [bell] }
    if let thread = list.thread { return self.thread(thread, list) }
    guard !list.isTrash else {
      return ["\(bell) \(counts.deleted) in the trash", "\(bell) \(counts.deleted)"]
    }
    let unread = "\(bell) \(counts.unread)"
    if list.ownFilter == .unread { return ["\(unread) unread", unread] }
    guard list.ownFilter == .all else {
      guard let total = list.total else { return ["\(bell) messages", bell] }
      return ["\(bell) \(MessageCount.text(total))", "\(bell) \(total)"]
    }
    return ["\(unread) unread of \(counts.listed)", "\(unread) unread", unread]
  }

  /// The name of a thread, with its number of messages once it is known.
  private static func thread(_ name: String, _ list: ListState) -> [String] {
    let name = TextLayout.oneLine(name, columns: 80)
    let long = "💬 Thread “\(name)”"
    guard let total = list.total else { return [long, "💬 \(name)"] }
    return ["\(long) · \(MessageCount.text(total))", "💬 \(name) · \(total)", "💬 \(name)"]
  }

  private static func right(
    _ state: UIState, _ list: ListState, _ quiet: String?, room: Int
  ) -> String {
    let filter = filterName(list, state)
    let order = list.query.order
    let texts =
      names(state).map { "\($0) · \(filter) · \(order.rawValue)" }
      + ["\(filter) · \(order.rawValue)", filter]
    if let text = BarLine.fitting(adding(quiet, to: texts, state), columns: room) { return text }
    return room < shortestFilter ? "" : TextLayout.truncate(filter, columns: room)
  }

  /// The texts for the right end with what is quiet and what is new before them, longest first.
  static func adding(_ quiet: String?, to texts: [String], _ state: UIState) -> [String] {
    let texts = quiet.map { quiet in texts.map { "\(quiet) · \($0)" } + texts } ?? texts
    guard !state.areas.hasBorders, let news = BorderLine.news(state) else { return texts }
    return texts.map { "\(news) · \($0)" } + [news]
  }

  /// The name of the inbox with the unread counts of others, longest form first.
  static func names(_ state: UIState) -> [String] {
    let name = name(state).printable()
    let counted = state.session.countedInboxes.filter { $0.name != state.inboxName }
    let others = counted.compactMap { inbox in
      inbox.counts.flatMap { $0.unread > 0 ? "\(inbox.name.printable()) \($0.unread)" : nil }
    }
    guard !others.isEmpty else { return [name] }
    let sum = counted.reduce(0) { $0 + ($1.counts?.unread ?? 0) }
    return ["\(name) (\(others.joined(separator: ", ")))", "\(name) (+\(sum))", name]
  }

  /// The name of the inbox, or the heading that a host sets.
  static func name(_ state: UIState) -> String {
    guard let heading = state.environment.heading else { return state.inboxName }
    return state.environment.canSwitchInbox ? "\(heading): \(state.inboxName)" : heading
  }

  private static func filterName(_ list: ListState, _ state: UIState) -> String {
    let isThread = list.ownFilter == .all && list.thread != nil
    return isThread ? "Thread" : list.filterName(at: state.now, in: state.zone)
  }
}

extension ListState {
  /// The text of the filter, with the time of a catch-up in words: `unread since 17:47`.
  func filterWords(at now: Date, in zone: TimeZone) -> String {
    ownFilter.allTerms.reduce(filterText) { text, term in
      guard case .after(.at(let date)) = term.condition, !term.isNegated else { return text }
      let words = AbsoluteTime.since(date, at: now, in: zone)
      return text.replacing(MessageFilter([term]).text, with: words)
        .replacing("is:unread \(words)", with: "unread \(words)")
    }
  }

  /// The name of a preset filter, else its words.
  func filterName(at now: Date, in zone: TimeZone) -> String {
    switch ownFilter {
    case .all: "All"
    case .unread: "Unread"
    case .pinned: "Pinned"
    case .trash: "Trash"
    default: TextLayout.oneLine(filterWords(at: now, in: zone), columns: 80)
    }
  }
}
