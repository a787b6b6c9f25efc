import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// Every key of the table, pressed where it is bound.
struct KeyEffectTests {
  /// A list of which everything can be asked: read and unread ones, marks, a search, a thread.
  private func list() -> SimulatedInbox {
    var inbox = SimulatedInbox(count: 40)
    for index in inbox.rows.indices {
      inbox.rows[index].status = index.isMultiple(of: 2) ? .read : .unread
      inbox.rows[index].excerpt = (1...60).map { "text \($0)" }.joined(separator: "\n")
      inbox.rows[index].thread = "build"
      inbox.rows[index].tap = .url("https://example.org/\(index)")
    }
    inbox.state.canSwitchInbox = true
    inbox.send(.changed(.reload))
    inbox.press("PgDn")
    inbox.arrive(.make(900, title: "New"))
    inbox.press("/")
    inbox.type("Message")
    inbox.press("Enter", "j", "j", "j", "j", "Space")
    return inbox
  }

  /// A screen in which `command` has something to do.
  private func screen(_ context: InputContext, for command: Command) -> SimulatedInbox {
    var inbox = list()
    switch context {
    case .list: break
    case .trash:
      inbox.press("Esc", "Esc")
      for _ in 0..<24 { inbox.press("d") }
      inbox.press("T", "/")
      inbox.type("Message")
      inbox.press("Enter", "j", "j", "j", "j", "Space")
    case .reader:
      inbox.press("Enter", "/")
      inbox.type("text")
      inbox.press("Enter", "n", "PgDn")
      if command == .acting(.restore) { inbox.press("d", "T", "Enter") }
    case .help: inbox.press("?", "PgDn", "k")
    case .menu: inbox.press("S", "j")
    case .prompt: typed(&inbox, for: command)
    case .confirm: inbox.press("D")
    }
    return inbox
  }

  private func typed(_ inbox: inout SimulatedInbox, for command: Command) {
    for line in ["sort oldest", "sort priority", "sort newest"] { inbox.run(line) }
    inbox.press(":")
    switch command {
    case .typing(.complete): inbox.type("so")
    case .typing(.completeBack):
      inbox.type("so")
      inbox.press("Tab")
    default: inbox.press("Up", "Up", "Left", "Left")
    }
  }

  @Test(arguments: CommandInfo.table)
  func `each key of a command does something wherever it is bound`(_ info: CommandInfo) {
    for context in info.contexts {
      let prepared = screen(context, for: info.command)
      #expect(prepared.state.context == context)
      let before = prepared.state.frame(at: prepared.now, in: .gmt)
      for key in info.keys(in: context) {
        var inbox = prepared
        let asked = inbox.press(key)
        let after = inbox.state.frame(at: inbox.now, in: .gmt)
        #expect(!asked.isEmpty || after != before, "\(key) in \(context)")
      }
    }
  }
}
