import InboxText
import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
import LobbyCurses
import Testing

// sample
struct Numbered: RowDrawing {
  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
    let mark = row.status == .unread ? "●" : " "
    let text = "\(mark) \(row.number) \(row.title ?? row.excerpt ?? "")"
    return [Line([Span(text, roles: states)], fill: states)]
  }
}
// end

/// The samples of the page on embedding; what needs a terminal is compiled, the rest runs.
@Suite("samples of embedding")
struct EmbeddingSamples {
  @Test func `a pane has a look, and a bell that is right before it is shown`() throws {
    let inbox = try Inbox.inMemory()
    _ = try inbox.push([.make("a")], defaultSource: "room/1")
    // sample
    let look = InboxUIConfiguration(
      unread: .custom(
        background: .default, title: .indexed(11), message: .default, time: .indexed(3),
        titleAttributes: .bold, messageAttributes: [], timeAttributes: .italic,
        titleLines: 2, messageLines: 2),
      placeholder: "🛎", empty: EmptyTexts(none: "Nobody has rung"))
    let pane = try InboxPane(
      embedding: HostOptions(doneLabel: "home", emptyHint: "p lets a guest ring"),
      of: inbox, look: look, title: "Lobby", now: { Date() })
    // end
    defer { pane.close() }
    // sample
    let bell = pane.badge.text
    // end
    #expect(bell == "🔔 1")
  }

  @Test func `a host decides what alerts`() throws {
    let inbox = try Inbox.inMemory()
    // sample
    let kitchen = MessageFilter([.init(.source("kitchen/*"))])
    var preferences = ScreenPreferences()
    preferences.alerts = AlertPolicy(
      default: Alerts(sound: .always), rules: [AlertRule(filter: kitchen, sound: .off)])
    let options = HostOptions(doneLabel: nil) { message, proposed in
      message.tags.contains("for-staff") ? .none : proposed
    }
    let pane = try InboxPane(
      embedding: options, of: inbox, preferences: preferences, now: { Date() })
    pane.alertPolicy.isQuiet = true
    // end
    defer { pane.close() }
    #expect(pane.badge.unread == 0)
  }

  @Test func `a bell counts a scope without a pane`() throws {
    let inbox = try Inbox.inMemory()
    _ = try inbox.push([.make("a")], defaultSource: "room/1")
    _ = try inbox.push([.make("b")], defaultSource: "kitchen")
    // sample
    let rooms = MessageFilter([.init(.source("room/*"))])
    let bell = try UnreadCounter(of: inbox, scope: rooms, now: { Date() })
    print(bell.badge.text)
    // end
    #expect(bell.badge.unread == 1)
  }

  @Test func `rows and scope may change while the pane lives`() throws {
    let inbox = try Inbox.inMemory()
    _ = try inbox.push([.make("b")], defaultSource: "kitchen")
    let pane = try InboxPane(embedding: HostOptions(), of: inbox, now: { Date() })
    defer { pane.close() }
    // sample
    pane.embedding = HostOptions(
      scope: MessageFilter([.init(.source("room/*"))]), rows: Numbered())
    // end
    #expect(pane.badge.unread == 0)
  }

  @Test func `a host decides about what is opened`() throws {
    let pane = try InboxPane(embedding: HostOptions(), of: try Inbox.inMemory(), now: { Date() })
    defer { pane.close() }
    // sample
    pane.onTap = { message, tap in
      switch tap.behavior {
      case .url(let link) where link.hasPrefix("hotel:"):
        print("room \(link.dropFirst(6)) for \(message.title ?? "")")
        return .handled
      case .website(let link): return .perform(.url(link))
      default: return .default
      }
    }
    // end
    #expect(pane.onTap != nil)
  }

  // sample
  func show(_ pane: InboxPane, in window: UnsafeMutablePointer<WINDOW>) {
    var keys = HostKeys()
    let clipboard = Clipboard(environment: ProcessInfo.processInfo.environment)
    var isShown = true
    while isShown {
      let cursor = pane.draw(into: OpaquePointer(window))
      curs_set(cursor == nil ? 0 : 1)
      doupdate()
      wait(for: pane)
      takeKeys(of: window, with: &keys, for: pane)
      for request in pane.handleWakes() {
        switch request {
        case .quit: isShown = false
        case .ring: beep()
        case .redraw: clearok(window, true)
        case .launch(let launch): open(launch, for: pane, in: window)
        case .copy(let text): pane.receive(.answered(request, clipboard.run(copying: text)))
        case .notify: break
        }
      }
    }
    pane.hide()
  }
  // end

  // sample
  func wait(for pane: InboxPane) {
    var waiting = ([STDIN_FILENO] + pane.descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let seconds = pane.nextDeadline?.timeIntervalSinceNow
    let milliseconds = seconds.map { Int32(min(max($0 * 1_000, 0), 3_600_000).rounded(.up)) }
    poll(&waiting, nfds_t(waiting.count), milliseconds ?? -1)
  }
  // end

  // sample
  func takeKeys(
    of window: UnsafeMutablePointer<WINDOW>, with keys: inout HostKeys, for pane: InboxPane
  ) {
    var code: UInt32 = 0
    while true {
      switch lobby_key(window, &code) {
      case KEY_CODE_YES: keys.take(keyCode: Int32(code)).map(pane.receive)
      case OK: keys.take(character: code).map(pane.receive)
      default:
        keys.flush().map(pane.receive)
        return
      }
    }
  }
  // end

  // sample
  func open(_ launch: Launch, for pane: InboxPane, in window: UnsafeMutablePointer<WINDOW>) {
    let launcher = Launcher(environment: ProcessInfo.processInfo.environment)
    endwin()
    let result = launcher.run(launch)
    clearok(window, true)
    pane.receive(.answered(.launch(launch), result))
  }
  // end

  // sample
  func showFullScreen(_ pane: InboxPane) {
    pane.present(launcher: Launcher(environment: ProcessInfo.processInfo.environment))
  }
  // end
}
