import Foundation
import InboxCore
import InboxText

/// The palette above the `:` prompt: the matching commands with name, summary and key, and commands
/// with a matching argument, such as `theme nord` for `nord`.
struct CommandPalette {
  /// Minimum columns of a screen that aligns the summaries behind the names.
  private static let columnsForNames = 60

  let menu: MenuState

  /// Creates the palette; nil without matches, while an error is shown, or without room.
  init?(_ state: UIState) {
    guard let prompt = state.prompt, prompt.purpose == .command, prompt.error == nil,
      state.areas.hasBorders
    else { return nil }
    let names = CompletionNames(state)
    guard let completion = prompt.cycle?.completion ?? prompt.completion(among: names),
      // Only commands match by their summary; arguments use the completion line.
      completion.candidates.first?.words != nil
    else { return nil }
    let candidates = completion.candidates
    // On a narrow screen the summary comes right after the name.
    let isNarrow = state.areas.columns < Self.columnsForNames
    let name = isNarrow ? 0 : candidates.map(\.text.columns).max() ?? 0
    let items = candidates.map { candidate in
      let blanks = String.blanks(max(name - candidate.text.columns, 0) + 2)
      var item = MenuItem(
        candidate.text + blanks + (candidate.words ?? ""), detail: candidate.detail,
        choice: .command(candidate.text))
      item.matched = FuzzyMatch.offsets(of: completion.typed, in: candidate.text)
      return item
    }
    let command = prompt.evidentCommand(among: names) ?? prompt.text.filter { $0 != " " }
    let taken = prompt.cycle?.index ?? candidates.firstIndex { $0.text == command }
    var menu = MenuState(title: "Commands", items: items, selected: taken ?? 0, isNumbered: false)
    menu.showsCursor = taken != nil
    self.menu = menu
  }
}

extension PromptState {
  /// Commands that run only by a prefix of their name, as they delete or quit.
  private static let careful: Set<Command> = [
    .acting(.delete), .acting(.deleteAll), .acting(.purge), .acting(.purgeAll), .reading(.quit),
    .reading(.close),
  ]

  /// The command that Enter runs for an abbreviated or misspelled name; nil for others.
  func evidentCommand(among names: CompletionNames) -> String? {
    guard purpose == .command else { return nil }
    let typed = text.split(separator: " ").joined(separator: " ")
    let isName = !typed.isEmpty && !typed.contains(" ")
    guard isName, TypedCommand.contexts(of: typed) == nil, LineCommand(rawValue: typed) == nil
    else { return nil }
    let commands = TypedCommand.names(in: names.context).map(names.candidate)
    let evident = Completion(start: 0, typed: typed, candidates: commands).evident?.text
    let isByName = evident.map { FuzzyMatch.score(of: typed, in: $0) != nil } ?? false
    let lines = names.lines.filter { !$0.isLiteral }.map(\.text).filter { $0.hasArgument(typed) }
    let found = isByName || lines.isEmpty ? evident : Self.evident(lines)
    guard let found, let command = Command(name: found), Self.careful.contains(command) else {
      return found
    }
    return found.hasPrefix(typed.lowercased()) ? found : nil
  }

  /// The only line of several with the same argument, where a command of its own goes before `set`.
  private static func evident(_ lines: [String]) -> String? {
    let commands = lines.filter { !$0.hasPrefix("\(LineCommand.set.rawValue) ") }
    let found = commands.isEmpty ? lines : commands
    return found.count == 1 ? found[0] : nil
  }

  /// The prompt for a command chosen by its name, with a trailing blank if it needs an argument.
  static func line(ofCommand name: String) -> (line: PromptState, isWhole: Bool) {
    let command = Command(name: name) == nil ? LineCommand(rawValue: name) : nil
    // A setting without known values waits for one.
    if name.hasSuffix("=") { return (PromptState(.command, text: name), false) }
    let isWhole = command?.standsAlone != false
    return (PromptState(.command, text: isWhole ? name : name + " "), isWhole)
  }
}
