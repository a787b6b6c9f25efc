import InboxText
import Foundation
import InboxCore
import InboxTerminal
import InboxTestSupport
import InboxUI
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

/// The samples of the page on embedding that run without a terminal; the others are compiled in
/// `Examples/Samples`.
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
      hostOptions: HostOptions(closeLabel: "home", emptyHint: "p lets a guest ring"),
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
    let options = HostOptions(closeLabel: nil) { message, proposed in
      message.tags.contains("for-staff") ? .none : proposed
    }
    let pane = try InboxPane(
      hostOptions: options, of: inbox, preferences: preferences, now: { Date() })
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
    let pane = try InboxPane(hostOptions: HostOptions(), of: inbox, now: { Date() })
    defer { pane.close() }
    // sample
    pane.hostOptions = HostOptions(
      scope: MessageFilter([.init(.source("room/*"))]), rows: Numbered())
    // end
    #expect(pane.badge.unread == 0)
  }

  @Test func `a host turns parts of the screen on and off`() throws {
    let inbox = try Inbox.inMemory()
    // sample
    var plain = ScreenPreferences()
    plain.group = .none
    plain.preview = .off
    let pane = try InboxPane(
      hostOptions: HostOptions(), of: inbox, preferences: plain, now: { Date() })
    pane.preferences.tabs = [
      ListTab(name: "All", filter: ""), ListTab(name: "Again", filter: "occurrences>=2"),
    ]
    // end
    defer { pane.close() }
    #expect(pane.preferences.tabs.map(\.filter) == ["", "occurrences>=2"])
    #expect(pane.preferences.group == .none)
  }

  @Test func `a host decides about what is opened`() throws {
    let pane = try InboxPane(hostOptions: HostOptions(), of: try Inbox.inMemory(), now: { Date() })
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
}
