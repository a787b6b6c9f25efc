import InboxCore

extension Command {
  /// The status where the list has no message to act on; nil for a command that needs none.
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
  /// What is done to a message; nil for what needs none, or counts them itself.
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
