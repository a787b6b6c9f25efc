import Foundation
import InboxCore

extension UIState {
  /// Takes a key while a line is typed.
  mutating func type(_ key: Key, at now: Date) -> [Effect] {
    if moveInTitles(key) { return [] }
    switch keymap.command(for: key, in: .prompt) {
    case .typing(.nextTyped): return stepTyped(.forward)
    case .typing(.previousTyped): return stepTyped(.backward)
    default: break
    }
    let (keymap, history, completion) = (keymap, prompting.history, completion)
    let before = prompt?.text
    switch prompt?.press(key, by: keymap, history: history, completion: completion) {
    case .stays, nil: return prompt?.text == before ? [] : followTyping(at: now)
    case .cancelled:
      prompt = nil
      return cancelTyping()
    case .accepted: return acceptPrompt(at: now)
    }
  }

  /// Pasted text is typed into a prompt; anywhere else it never acts.
  mutating func paste(_ text: String, at now: Date) -> [Effect] {
    guard context == .prompt else { return [] }
    prompt?.insert(text)
    return followTyping(at: now)
  }

  /// The completions of the line that is being typed; nil when none can be known.
  var completion: Completion? {
    prompt?.completion(among: completionNames)
  }

  /// The names that a line can be completed with.
  var completionNames: CompletionNames {
    CompletionNames(
      sources: Set(list.snapshot.rows.map { SourcePattern(exactly: $0.source).text }).sorted(),
      themes: environment.themeNames, inboxes: session.inboxNames, keymap: keymap,
      context: context(of: screen))
  }

  /// Lets a person type the command that messages are piped to.
  mutating func askForPipe(_ numbers: [MessageNumber]) -> [Effect] {
    if !numbers.isEmpty { prompt = PromptState(.pipe(numbers)) }
    return []
  }

  /// A line that was being typed goes on when its screen is on top again.
  mutating func resumePrompt() {
    if let held = prompting.held.resume(depth: screens.count) { prompt = held }
  }

  mutating func acceptPrompt(at now: Date) -> [Effect] {
    guard var line = prompt else { return [] }
    if line.purpose == .title { return acceptTitle() }
    if let name = evidentCommand { line = PromptState(.command, text: name) }
    prompting.history.remember(line)
    prompt = nil
    let (live, before) = (prompting.search, prompting.filterBefore)
    endTyping()
    let text = String(line.text.trimmingPrefix { $0 == " " })
    do throws(PromptError) {
      switch line.purpose {
      case .search:
        if let live, !line.text.isEmpty { return accept(live, at: now) }
        return search(for: text, at: now)
      case .filter: return try filter(by: line.text, column: 1, at: now)
      case .command: return try perform(line: line.text, at: now)
      case .pipe(let numbers): return text.isEmpty ? [] : [.fetch(numbers, .pipe(text))]
      case .snooze(let numbers):
        return try snooze(numbers, until: line.text, column: 1, at: now)
      case .reply(let number):
        guard !text.isEmpty else { throw .emptyReply(keymap) }
        // It marks read: a list that hides what is read keeps the message, so that the answer shows.
        list.keep([number])
        return [.answer(number, MessageAction(id: text, label: text))]
      case .place(let file):
        return text.isEmpty ? [] : [.pane(.save(file, to: text, replacing: false))]
      // A title was accepted above, and keys are narrowed already.
      case .title, .keys: return []
      }
    } catch {
      // What is wrong with the line is shown in the prompt, which stays.
      prompt = line
      prompt?.error = error
      prompting.filterBefore = before
      return []
    }
  }
}
