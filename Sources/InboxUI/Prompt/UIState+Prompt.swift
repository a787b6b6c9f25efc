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
    case .filter:
      return accept(prompt) { state throws(PromptError) in
        try state.filter(by: prompt.text, column: 1, at: now)
      }
    case .command:
      return accept(prompt) { state throws(PromptError) in
        try state.perform(line: prompt.text, at: now)
      }
    case .pipe(let numbers):
      self.prompt = nil
      let command = String(prompt.text.trimmingPrefix { $0 == " " })
      return command.isEmpty ? [] : [.fetch(numbers, .pipe(command))]
    case .snooze(let numbers):
      return accept(prompt) { state throws(PromptError) in
        try state.snooze(numbers, until: prompt.text, column: 1, at: now)
      }
    }
  }

  /// Does what a line says; what is wrong with it is shown in the prompt, which stays.
  private mutating func accept(
    _ line: PromptState, _ body: (inout UIState) throws(PromptError) -> [Effect]
  ) -> [Effect] {
    prompt = nil
    do throws(PromptError) {
      return try body(&self)
    } catch {
      prompt = line
      prompt?.problem = error
      return []
    }
  }
}
