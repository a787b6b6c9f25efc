import Foundation
import InboxCore

extension UIState {
  /// Types a key into the prompt, or does what it means there.
  mutating func type(_ key: Key, at now: Date) -> [Effect] {
    guard let command = keymap.command(for: key, in: .prompt) else {
      if case .character(let character) = key { prompt?.insert(String(character)) }
      return []
    }
    switch command {
    case .accept: return acceptPrompt(at: now)
    case .cancel: prompt = nil
    case .deleteBackward where prompt?.text.isEmpty == true: prompt = nil
    default: _ = prompt?.edit(by: command)
    }
    return []
  }

  /// Pasted text is typed into a prompt; anywhere else it never acts.
  mutating func paste(_ text: String) -> [Effect] {
    if confirmation == nil, menu == nil { prompt?.insert(text) }
    return []
  }

  private mutating func acceptPrompt(at now: Date) -> [Effect] {
    guard let prompt else { return [] }
    let text = prompt.text.trimmingPrefix { $0 == " " }
    switch prompt.purpose {
    case .search:
      self.prompt = nil
      guard !text.isEmpty else {
        list.search = nil
        return []
      }
      return startSearch(String(text))
    case .filter: return acceptFilter(prompt.text, at: now)
    }
  }

  private mutating func acceptFilter(_ text: String, at now: Date) -> [Effect] {
    do {
      let filter = try MessageFilter(parsing: text, now: now, timeZone: zone)
      prompt = nil
      return show(filter, text: text)
    } catch {
      prompt?.problem = PromptProblem(column: error.column, message: error.promptText)
      return []
    }
  }
}
