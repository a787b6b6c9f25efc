import InboxText
import Foundation
import InboxCore

extension UIState {
  /// Uses whole messages for the purpose for which they were read.
  mutating func use(
    _ messages: [Message], of numbers: [MessageNumber], for purpose: FetchPurpose, at now: Date
  ) -> [Effect] {
    if purpose == .reader, let number = numbers.first {
      return receive(messages.first, numbered: number, at: now)
    }
    guard !messages.isEmpty else {
      showStatus("The message is no longer in the inbox.", isError: true, at: now)
      return []
    }
    switch purpose {
    case .reader: return []
    case .copyText: return [.pane(.copy(MessageText.text(of: messages), preferences.clipboard))]
    case .copyLink:
      guard let links = MessageText.links(of: messages) else {
        showStatus("There is no link to copy.", at: now)
        return []
      }
      return [.pane(.copy(links, preferences.clipboard))]
    case .actions: return offerActions(of: messages[0], at: now)
    case .pipe(let command):
      return [.host(.launch(.pipe(MessageText.text(of: messages) + "\n", command: command)))]
    }
  }

  /// Shows what is on the clipboard now, and how it was copied.
  mutating func showCopied(_ text: String, by way: String, at now: Date) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    let start = TextLayout.truncate(TextLayout.oneLine(text, columns: 60), columns: 60)
    let what = lines == 1 ? "“\(start)”" : "\(lines) lines"
    showStatus("Copied \(what) by \(way).", at: now)
  }
}
