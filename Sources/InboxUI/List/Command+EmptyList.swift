import InboxCore

extension Command {
  /// The status text of a command in an empty list; nil for commands that need no message.
  var statusInEmptyList: StatusText? {
    switch self {
    case .moving, .stepping, .finding(.toggleFold), .finding(.fold), .finding(.unfold),
      .finding(.foldAll), .finding(.unfoldAll):
      .listEmpty
    case .previewing(let command): command == .preview ? nil : .noMessage(to: .preview)
    case .reading(.view): .noMessage(to: .show)
    case .reading(.open): .noMessage(to: .open)
    case .acting(let command): command.use.map(StatusText.noMessage)
    case .reading, .viewing, .finding, .tabbing, .screen, .typing: nil
    }
  }
}

extension Command.Acting {
  /// The action on a message; nil for commands that need none or count messages themselves.
  fileprivate var use: StatusText.Use? {
    switch self {
    case .toggleRead: .markRead
    case .togglePin: .pin
    case .snooze: .snooze
    case .delete: .delete
    case .restore: .restore
    case .purge: .deleteForever
    case .actions: .act
    case .copy, .copyLink: .copy
    case .pipe: .pipe
    case .mark, .markRange: .mark
    case .markAllRead, .deleteAll, .purgeAll, .undo, .redo, .undoList, .save: nil
    }
  }
}
