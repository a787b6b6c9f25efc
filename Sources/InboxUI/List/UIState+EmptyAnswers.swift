import Foundation
import InboxCore

/// What a key answers in a list without messages, where it has nothing to act on.
extension UIState {
  /// Tells that there is no message for a command; false where it needs none.
  mutating func tellsEmptyList(_ command: Command, at now: Date) -> Bool {
    guard screen.isList, list.isLoaded, list.snapshot.rows.isEmpty, boundTargets?.isEmpty ?? true,
      let text = command.answerInEmptyList
    else { return false }
    showStatus(text, at: now)
    return true
  }
}

extension Command {
  fileprivate var answerInEmptyList: String? {
    switch self {
    case .moving, .stepping, .finding(.toggleFold), .finding(.fold), .finding(.unfold),
      .finding(.foldAll), .finding(.unfoldAll):
      "The list is empty"
    case .previewing(let command): command == .preview ? nil : "No message to preview"
    case .reading(.view): "No message to show"
    case .reading(.open): "No message to open"
    case .acting(let command): command.use.map { "No message to \($0)" }
    case .reading, .viewing, .finding, .tabbing, .screen, .typing: nil
    }
  }
}

extension Command.Acting {
  /// What is done to a message; nil for what needs none, or counts them itself.
  fileprivate var use: String? {
    switch self {
    case .toggleRead: "mark read"
    case .togglePin: "pin"
    case .snooze: "snooze"
    case .delete: "delete"
    case .restore: "restore"
    case .purge: "delete forever"
    case .actions: "act on"
    case .copy, .copyLink: "copy"
    case .pipe: "pipe"
    case .mark, .markRange: "mark"
    case .markAllRead, .deleteAll, .purgeAll, .undo, .redo, .undoList: nil
    }
  }
}
