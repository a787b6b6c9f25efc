import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// Every key of the table, pressed where it is bound.
struct KeyEffectTests {
  /// A list of which everything can be asked: read and unread ones, marks, a search, a thread.
  private func list() -> ScreenDriver {
    let text = (1...60).map { "text \($0)" }.joined(separator: "\n")
    var inbox = ScreenDriver(count: 40) { number, payload in
      payload.local.status = number.isMultiple(of: 2) ? .read : .unread
      payload.body = .set(text)
      payload.thread = .set("build")
      payload.tap = .set(.url("https://example.org/\(number)"))
    }.with { $0.environment.canSwitchInbox = true }
    inbox.press("PgDn")
    inbox.push(.make("New"))
    inbox.press("/", typing: "Message", then: "Enter", "j", "j", "j", "j", "Space")
    return inbox
  }

  /// A screen in which `command` has something to do.
  private func screen(_ context: InputContext, for command: Command) -> ScreenDriver {
    var inbox = list()
    switch context {
    case .list: break
    case .trash:
      inbox.press("Esc", "Esc")
      for _ in 0..<24 { inbox.press("d") }
      inbox.press("T", "/", typing: "Message", then: "Enter", "j", "j", "j", "j", "Space")
    case .sources:
      for source in ["ci/shop", "ci/web", "net"] {
        inbox.push(.make("From \(source)", source: source))
      }
      inbox.press("Esc", "Esc", "Esc", "g b", "j")
      if [.finding(.unfold), .finding(.unfoldAll)].contains(command) { inbox.press("z c") }
    case .reader:
      inbox.press("Enter", "/", typing: "text", then: "Enter", "n", "PgDn")
      if command == .acting(.restore) { inbox.press("d", "T", "Enter") }
    case .help: inbox.press("?", "?", "PgDn", "k")
    case .menu: inbox.press("S", "j")
    case .prompt: typed(&inbox, for: command)
    case .confirm: inbox.press("D")
    }
    switch command {
    case .stepping(.screenTop), .stepping(.screenMiddle): inbox.press("L")
    case .stepping(.screenBottom): inbox.press("H")
    default: break
    }
    return inbox
  }

  private func typed(_ inbox: inout ScreenDriver, for command: Command) {
    if [.typing(.nextTypedMatch), .typing(.previousTypedMatch)].contains(command) {
      inbox.press("/", typing: "Message")
      return
    }
    for line in ["sort oldest", "sort priority", "sort newest"] { inbox.run(line) }
    inbox.press(":")
    switch command {
    case .typing(.complete): inbox.type("so")
    case .typing(.completeBack): inbox.type("so", then: "Tab")
    default: inbox.press("Up", "Up", "Left", "Left")
    }
  }

  @Test(arguments: CommandInfo.table)
  func `each key of a command does something wherever it is bound`(_ info: CommandInfo) {
    for context in info.contexts {
      for key in info.keys(in: context) {
        var inbox = screen(context, for: info.command)
        #expect(inbox.state.context == context)
        let before = inbox.frame
        let asked = inbox.press(key)
        let after = inbox.frame
        #expect(!asked.isEmpty || after != before, "\(key) in \(context)")
      }
    }
  }
}
