import InboxText
import Foundation
import InboxCore

extension UIState {
  /// Hands the text or the links of messages on.
  mutating func use(_ messages: [Message], for purpose: FetchPurpose, at now: Date) -> [Effect] {
    guard !messages.isEmpty else {
      tell("The message is no longer in the inbox.", isError: true, at: now)
      return []
    }
    switch purpose {
    case .copyText: return [.copy(MessageText.text(of: messages), preferences.clipboard)]
    case .copyLink:
      guard let links = MessageText.links(of: messages) else {
        tell("There is no link to copy.", at: now)
        return []
      }
      return [.copy(links, preferences.clipboard)]
    case .actions: return offerActions(of: messages[0], at: now)
    case .pipe(let command):
      return [.launch(.pipe(MessageText.text(of: messages) + "\n", command: command))]
    }
  }

  /// Lets a person type the command that gets the text.
  mutating func askForCommand() -> [Effect] {
    let numbers = targetNumbers
    if !numbers.isEmpty { prompt = PromptState(.pipe(numbers)) }
    return []
  }

  /// Tells what is on the clipboard now, and which way it went.
  mutating func copied(_ text: String, by way: String, at now: Date) -> [Effect] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    let start = TextLayout.truncate(TextLayout.oneLine(text, columns: 60), columns: 60)
    let what = lines == 1 ? "“\(start)”" : "\(lines) lines"
    tell("Copied \(what) by \(way).", at: now)
    return []
  }

  /// Tells how something outside of the screen went.
  mutating func note(_ text: String, at now: Date) -> [Effect] {
    tell(text, at: now)
    return []
  }
}
