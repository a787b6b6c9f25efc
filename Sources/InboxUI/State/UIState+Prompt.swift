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
    case .complete: complete(by: 1)
    case .completeBack: complete(by: -1)
    case .earlierLine: recall(by: -1)
    case .laterLine: recall(by: 1)
    case .deleteBackward where prompt?.text.isEmpty == true: prompt = nil
    default: _ = prompt?.edit(by: command)
    }
    return []
  }

  /// Pasted text is typed into a prompt; anywhere else it never acts.
  mutating func paste(_ text: String) -> [Effect] {
    if context == .prompt { prompt?.insert(text) }
    return []
  }

  private mutating func acceptPrompt(at now: Date) -> [Effect] {
    guard let prompt else { return [] }
    remember(prompt)
    switch prompt.purpose {
    case .search:
      self.prompt = nil
      return search(for: String(prompt.text.trimmingPrefix { $0 == " " }), at: now)
    case .filter: return acceptFilter(prompt.text, at: now)
    case .command: return acceptCommandLine(prompt, at: now)
    case .pipe(let numbers):
      self.prompt = nil
      let command = String(prompt.text.trimmingPrefix { $0 == " " })
      return command.isEmpty ? [] : [.fetch(numbers, .pipe(command))]
    case .snooze(let numbers): return acceptMoment(prompt.text, for: numbers, at: now)
    }
  }

  private mutating func acceptFilter(_ text: String, at now: Date) -> [Effect] {
    do throws(PromptProblem) {
      let effects = try filter(by: text, column: 1, at: now)
      prompt = nil
      return effects
    } catch {
      prompt?.problem = error
      return []
    }
  }
}
