import Foundation
import InboxCore
import InboxTerminal
import InboxUI
import LobbyCurses

/// The program: a header with tabs and a bell, and the tab that is shown.
final class Lobby {
  private enum Tab {
    case home, inbox
  }

  private let inbox: Inbox
  /// What the staff writes to each other, in an inbox of its own.
  private let staff: Inbox
  private let screen: Screen
  private let pane: InboxPane
  private let launcher = Launcher(environment: ProcessInfo.processInfo.environment)
  private let home = HomeTab()
  private var tab = Tab.home
  private var ownRows = false
  private var notice = ""
  private var vetoes = false
  private var rings = 0
  private var showsTabs = false
  private var isRunning = true

  init(inbox: Inbox, screen: Screen) throws {
    self.inbox = inbox
    staff = try Inbox.inMemory()
    self.screen = screen
    pane = try InboxPane(
      hostOptions: HostOptions(
        closeLabel: "home", emptyHint: "on the first tab, p lets a guest ring"),
      of: inbox, look: Look.lobby, preferences: Lobby.preferences(showingTabs: false),
      title: "Lobby", now: { Date() })
    pane.onTap = { [unowned self] message, tap in decide(message, tap) }
  }

  func close() {
    pane.close()
    try? staff.close()
  }

  /// The host's own loop: draw, wait for keys or for the pane, take what has come.
  func run() {
    while isRunning {
      draw()
      wait()
      takeKeys()
      pane.handleWakes().forEach(fulfil)
    }
  }

  private func draw() {
    drawHeader()
    var cursor: (column: Int, row: Int)?
    switch tab {
    case .home:
      home.draw(
        on: screen, ownRows: ownRows, vetoes: vetoes, showsTabs: showsTabs,
        maximum: inbox.configuration.maximumCount ?? 0, notice: notice)
    case .inbox: cursor = pane.draw(into: OpaquePointer(screen.content))
    }
    screen.send(showingCursor: cursor != nil)
  }

  private func drawHeader() {
    let header = screen.header
    lobby_fill(header, Screen.Pair.header.rawValue)
    screen.write(
      " F1 Home ", in: .header, bold: tab == .home, to: header, row: 0, column: 0)
    screen.write(
      " F2 Inbox ", in: .header, bold: tab == .inbox, to: header, row: 0, column: 10)
    // The bell is right whichever tab is shown: the pane goes on listening.
    screen.write(" \(pane.badge.text) ", in: .bell, to: header, row: 0, column: 22)
    wnoutrefresh(header)
  }

  /// One `poll` over the keyboard and whatever the pane waits for.
  private func wait() {
    var waiting = ([STDIN_FILENO] + pane.descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let seconds = pane.nextDeadline?.timeIntervalSinceNow
    let milliseconds = seconds.map { Int32(min(max($0 * 1_000, 0), 3_600_000).rounded(.up)) }
    poll(&waiting, nfds_t(waiting.count), milliseconds ?? -1)
    let gone = Int16(POLLHUP | POLLERR)
    if waiting[0].revents & gone != 0 { isRunning = false }
  }
}

extension Lobby {
  private func takeKeys() {
    var code: UInt32 = 0
    while isRunning {
      switch lobby_key(screen.content, &code) {
      case KEY_CODE_YES: take(keyCode: Int32(code))
      case OK where tab == .inbox: pane.receive(character: code)
      case OK: take(character: code)
      default:
        // Nothing more waits: a lone Esc is the Escape key.
        pane.endKeys()
        return
      }
    }
  }

  /// Some keys are the host's own in every tab; the others are the pane's while it is shown.
  private func take(keyCode: Int32) {
    switch keyCode {
    case KEY_RESIZE: screen.resize()
    case KEY_F0 + 1: show(.home)
    case KEY_F0 + 2: show(.inbox)
    default: if tab == .inbox { pane.receive(keyCode: keyCode) }
    }
  }

  private func take(character: UInt32) {
    switch Unicode.Scalar(character) {
    case "p": ring()
    case "a": ringAgain()
    case "d": bringTowels()
    case "s": noteForStaff()
    case "n": tellNewest()
    case "k": changeMaximum()
    case "i": pane.present(launcher: launcher)
    case "r":
      ownRows.toggle()
      pane.hostOptions?.rows = ownRows ? SlipRows() : nil
    case "t":
      showsTabs.toggle()
      pane.preferences = Self.preferences(showingTabs: showsTabs)
    case "v": vetoes.toggle()
    case "q": isRunning = false
    default: break
    }
  }

  private func show(_ tab: Tab) {
    self.tab = tab
    if tab != .inbox { pane.hide() }
  }
}

extension Lobby {
  /// What only the program around a pane can do.
  private func fulfil(_ request: HostRequest) {
    switch request {
    case .quit: show(.home)
    case .ring: beep()
    // The bell is enough here: a host decides what reaches the desktop.
    case .notify: break
    case .redraw: clearok(screen.content, true)
    case .launch(let launch):
      // A program may want the terminal for itself.
      endwin()
      let result = launcher.run(launch)
      clearok(screen.content, true)
      pane.finish(request, with: result)
    case .copy(let text): pane.finish(request, with: launcher.copy(text))
    }
  }

  /// The host decides what opening a message does.
  private func decide(_ message: Message, _ tap: Tap) -> TapDecision {
    guard vetoes, case .url = tap.behavior else { return .default }
    notice = "Kept back: \(message.title ?? "a message")"
    // A message that came several times knows the earlier ones.
    if let first = message.earlier.first {
      notice += ", \(message.occurrences) times; at first: \(first.body ?? "")"
    }
    return .handled
  }

  /// A guest rings: any thread may push, and so may any other program.
  private func ring() {
    rings += 1
    push("Room \(rings) rings", "Somebody wants towels.", fold: room)
  }

  /// The guest who rang last rings again: one row, which counts.
  private func ringAgain() {
    push("Room \(rings) rings", "Still no towels.", fold: room)
  }

  /// The matter is over: the row is marked so, and read.
  private func bringTowels() {
    push("Room \(rings) has its towels", nil, resolves: room)
  }

  private var room: String { "room/\(rings)" }

  private func push(
    _ title: String, _ body: String?, fold: String? = nil, resolves: String? = nil
  ) {
    let payload = Payload(
      title: title, body: body, tap: .url("https://example.org/\(room)"), fold: fold,
      resolves: resolves)
    do {
      _ = try inbox.push([payload], defaultSource: room)
    } catch {
      notice = "Not pushed: \(error)"
    }
  }
}

extension Lobby {
  /// The staff's note is one message that grows: it is found by the id that its sender gave it.
  private func noteForStaff() {
    do {
      let known = try staff.message(from: "desk", id: "shift")
      let lines = [known?.body, "Room \(rings): towels"].compactMap(\.self)
      let note = Payload(title: "Shift", body: lines.joined(separator: "\n"), id: "shift")
      try staff.push(note, defaultSource: "desk")
      notice = "Noted, line \(lines.joined(separator: "\n").split(separator: "\n").count)"
    } catch {
      notice = "Not noted: \(error)"
    }
  }

  /// Two inboxes as one list: a row says whose it is, as each inbox has numbers of its own.
  private func tellNewest() {
    let names = ["guests", "staff"]
    do {
      let rows = try InboxPageSource(of: [inbox, staff], pageSize: 3).nextPage()
      notice = rows.map { "\($0.title ?? "") (\(names[$0.inbox]))" }.joined(separator: " · ")
    } catch {
      notice = "Not read: \(error)"
    }
  }

  /// Keeps fewer rings, or more again; a smaller maximum applies from the next push on.
  private func changeMaximum() {
    var configuration = inbox.configuration
    configuration.maximumCount = configuration.maximumCount == 50 ? 500 : 50
    inbox.update(configuration: configuration)
  }
}
