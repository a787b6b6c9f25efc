import InboxCore

extension FetchPurpose {
  /// Opens, copies or runs the fetched messages.
  func reply(with messages: [Message], in context: PartContext) -> Reply {
    guard let first = messages.first else { return Reply(status: .messageGone(nil)) }
    let clipboard = context.preferences.clipboard
    switch self {
    case .copyText:
      return Reply(effects: [
        CopyText(text: MessageText.text(of: messages), choice: clipboard).effect
      ])
    case .copyLink:
      guard let links = MessageText.links(of: messages) else { return Reply(status: .noLinkToCopy) }
      return Reply(effects: [CopyText(text: links, choice: clipboard).effect])
    case .links: return NumberedLinks(of: first).open(in: context)
    case .actions(let marked): return ActionMenu.open(for: first, beside: marked, in: context)
    case .shell(let line):
      let script = ShellScript(line)
      return Reply(effects: messages.map { .host(.launch(script.launch(for: $0))) })
    case .pipe(let command):
      let text = MessageText.text(of: messages) + "\n"
      return Reply(effects: [.host(.launch(.pipe(text, command: command)))])
    // The screen handles these itself.
    case .reader, .naming: return Reply()
    }
  }
}
