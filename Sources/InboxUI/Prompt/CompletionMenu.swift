import Foundation
import InboxText

/// The menu of completions above a prompt.
///
/// Above `:` it is the palette: the matching commands with name, summary and key, and commands with
/// a matching argument, such as `theme nord` for `nord`. Elsewhere it has the words that fit: the
/// values of an argument, the filter words with their summaries, or names with their counts, such as
/// `source:ci` and `109`.
struct CompletionMenu {
  /// Minimum columns of a screen that aligns the summaries behind the names.
  private static let columnsForNames = 60
  /// Maximum visible words, as the list stays visible above them.
  private static let mostWords = 8

  let menu: MenuState
  /// Maximum visible items.
  let limit: Int

  /// Creates the menu of a prompt; nil without matches.
  init?(of prompt: PromptState, _ state: UIState) {
    let names = CompletionNames(state)
    guard let completion = prompt.cycle?.completion ?? prompt.completion(among: names),
      !completion.candidates.isEmpty
    else { return nil }
    let isPalette = prompt.completesCommands(completion)
    guard isPalette || completion.isUseful else { return nil }
    let candidates = completion.candidates
    // On a narrow screen the summary comes right after the name.
    let isNarrow = state.areas.columns < Self.columnsForNames
    let described = candidates.filter { !$0.description(besideKey: isPalette).isEmpty }
    let name = isNarrow ? 0 : described.map(\.text.columns).max() ?? 0
    let items = candidates.map { candidate in
      let summary = candidate.description(besideKey: isPalette)
      let blanks = String.blanks(max(name - candidate.text.columns, 0) + 2)
      var item = MenuItem(
        candidate.text + (summary.isEmpty ? "" : blanks + summary),
        detail: isPalette ? candidate.detail : "",
        choice: isPalette ? .command(candidate.text) : .completion(candidate.text))
      item.matched = FuzzyMatch.offsets(of: completion.typed, in: candidate.text)
      return item
    }
    let taken =
      prompt.cycle == nil ? prompt.highlighted(in: completion, names) : prompt.cycle?.index
    var menu = MenuState(
      title: isPalette ? "Commands" : prompt.titleOfWords, items: items, selected: taken ?? 0,
      isNumbered: false)
    menu.showsCursor = taken != nil
    if !prompt.ignoresTab {
      menu.note = state.keymap.names(of: .typing(.complete), in: .prompt).first.map {
        "\($0) completes"
      }
    }
    self.menu = menu
    limit = isPalette ? .max : min(Self.mostWords, state.areas.contentRows / 3)
  }
}

extension Completion.Candidate {
  /// The text behind the name: the summary; without a column for keys also the count.
  fileprivate func description(besideKey: Bool) -> String {
    [words ?? "", besideKey ? "" : detail].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension PromptState {
  /// Whether a completion replaces a whole command rather than a word of its argument or a filter.
  fileprivate func completesCommands(_ completion: Completion) -> Bool {
    purpose == .command && text.prefix(completion.start).allSatisfy { $0 == " " }
  }

  /// The title of the menu of words: the name of the command, or of a filter.
  fileprivate var titleOfWords: String {
    purpose == .command ? text.split(separator: " ").first?.capitalized ?? "" : "Filter"
  }

  /// The index of the command that Enter runs; nil in other menus.
  func highlighted(in completion: Completion?, _ names: CompletionNames) -> Int? {
    guard let completion, completesCommands(completion) else { return nil }
    let command = evidentCommand(among: names) ?? text.filter { $0 != " " }
    return completion.candidates.firstIndex { $0.text == command }
  }

  /// The step of a key through the menu: down enters it from a typed line, and up and down move in
  /// it; nil for other keys, and in the lines of history.
  func menuStep(of key: Key, by keymap: Keymap) -> Int? {
    switch keymap.command(for: key, in: .prompt) {
    case .typing(.laterLine) where cycle != nil || entersMenu: 1
    case .typing(.earlierLine) where cycle?.index != nil: -1
    default: nil
    }
  }

  /// Commands that run only by a prefix of their name, as they delete or quit.
  private static let careful: Set<Command> = [
    .acting(.delete), .acting(.deleteAll), .acting(.purge), .acting(.purgeAll), .reading(.quit),
    .reading(.close),
  ]

  /// The typed line, its words one blank apart, unless it is one that does something.
  private var unknownCommand: String? {
    let typed = text.split(separator: " ").joined(separator: " ")
    guard purpose == .command, !typed.isEmpty, TypedCommand.contexts(of: typed) == nil,
      LineCommand(rawValue: typed) == nil
    else { return nil }
    return typed
  }

  /// The command that Enter runs for an abbreviated or misspelled name; nil for others.
  func evidentCommand(among names: CompletionNames) -> String? {
    guard let typed = unknownCommand, !typed.contains(" ") else { return nil }
    let commands = names.names.map(names.candidate)
    let evident = Completion(start: 0, typed: typed, candidates: commands).evident
    // An argument or its beginning is above scattered letters of a command.
    let isByName = evident.map { $0.rank(for: typed) <= .wordBeginning } ?? false
    let meant = names.lines(meantBy: typed)
    let found = isByName || meant.isEmpty ? evident?.text : Self.evident(meant)
    guard let found, let command = Command(name: found), Self.careful.contains(command) else {
      return found
    }
    return found.hasPrefix(typed.lowercased()) ? found : nil
  }

  /// The error of the beginning of several commands, or of an argument, or its beginning, that
  /// several take; nil for other lines.
  func ambiguity(among names: CompletionNames) -> PromptError? {
    guard let typed = unknownCommand else { return nil }
    let lines = names.lines(meantBy: typed)
    guard lines.count > 1 else { return nil }
    let named = Array(lines.prefix(Self.mostNamed)).alternatives
    return PromptError(
      column: 1, message: "'\(typed.printable())' is not a command; write \(named)")
  }

  /// Maximum number of lines that an error names.
  private static let mostNamed = 3

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
