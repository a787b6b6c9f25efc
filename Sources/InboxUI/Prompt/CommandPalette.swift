import Foundation
import InboxCore
import InboxText

/// The commands above the `:` prompt that match what is typed: name, what it does, and its key.
struct CommandPalette {
  /// Fewest columns of a screen on which the names have a column of their own.
  private static let columnsForNames = 60

  /// The box that shows them.
  let menu: MenuState

  /// The commands to show; nil where there are none, where an error is told, or no room is.
  init?(_ state: UIState) {
    guard let prompt = state.prompt, prompt.purpose == .command, prompt.error == nil,
      state.areas.hasBorders
    else { return nil }
    let names = CompletionNames(state)
    guard let completion = prompt.cycle?.completion ?? prompt.completion(among: names),
      // Only commands are found by what they do; an argument keeps its line.
      completion.candidates.first?.words != nil
    else { return nil }
    let candidates = completion.candidates
    // Where columns are few, what a command does stands right behind its name.
    let isNarrow = state.areas.columns < Self.columnsForNames
    let name = isNarrow ? 0 : candidates.map(\.text.columns).max() ?? 0
    let items = candidates.map { candidate in
      let blanks = String.blanks(max(name - candidate.text.columns, 0) + 2)
      return MenuItem(
        candidate.text + blanks + (candidate.words ?? ""), detail: candidate.detail,
        choice: .command(candidate.text))
    }
    let command = prompt.evidentCommand(among: names) ?? prompt.text.filter { $0 != " " }
    let taken = prompt.cycle?.index ?? candidates.firstIndex { $0.text == command }
    var menu = MenuState(title: "Commands", items: items, selected: taken ?? 0, isNumbered: false)
    menu.showsCursor = taken != nil
    self.menu = menu
  }
}

extension PromptState {
  /// Commands that run only by a name that begins with what was typed.
  private static let careful: Set<Command> = [
    .acting(.delete), .acting(.deleteAll), .acting(.purge), .acting(.purgeAll), .reading(.quit),
    .reading(.close),
  ]

  /// The name of the command that Enter runs in place of one that there is not.
  func evidentCommand(among names: CompletionNames) -> String? {
    guard purpose == .command else { return nil }
    let typed = text.split(separator: " ").joined(separator: " ")
    let isName = !typed.isEmpty && !typed.contains(" ")
    guard isName, TypedCommand.contexts(of: typed) == nil, LineCommand(rawValue: typed) == nil
    else { return nil }
    let candidates = TypedCommand.names(in: names.context).map(names.candidate)
    let found = Completion(start: 0, typed: typed, candidates: candidates).evident?.text
    guard let found, let command = Command(name: found), Self.careful.contains(command) else {
      return found
    }
    return found.hasPrefix(typed.lowercased()) ? found : nil
  }

  /// The line of a command that was chosen by its name; a blank follows where an argument does.
  static func line(ofCommand name: String) -> (line: PromptState, isWhole: Bool) {
    let command = Command(name: name) == nil ? LineCommand(rawValue: name) : nil
    let isWhole = command?.standsAlone != false
    return (PromptState(.command, text: isWhole ? name : name + " "), isWhole)
  }
}
