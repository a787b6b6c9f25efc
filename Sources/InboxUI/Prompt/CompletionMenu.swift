import Foundation
import InboxCore
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

  /// Creates the menu; nil without matches, while an error is shown, or without room.
  init?(_ state: UIState) {
    guard let prompt = state.prompt, prompt.error == nil, state.areas.hasBorders else { return nil }
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
    let evident = isPalette ? prompt.evidentIndex(of: candidates, names) : nil
    let taken = prompt.cycle?.index ?? evident
    var menu = MenuState(
      title: isPalette ? "Commands" : prompt.titleOfWords, items: items, selected: taken ?? 0,
      isNumbered: false)
    menu.showsCursor = taken != nil
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
    guard purpose == .command else { return "Filter" }
    return text.split(separator: " ").first?.capitalized ?? ""
  }

  /// The index of the command that Enter runs.
  fileprivate func evidentIndex(
    of candidates: [Completion.Candidate], _ names: CompletionNames
  ) -> Int? {
    let command = evidentCommand(among: names) ?? text.filter { $0 != " " }
    return candidates.firstIndex { $0.text == command }
  }

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
    let lines = names.lines.filter { !$0.isLiteral }.map(\.text)
    let whole = lines.filter { $0.hasArgument(typed) }
    let meant = whole.isEmpty ? lines.filter { $0.hasArgument(beginningWith: typed) } : whole
    let found = isByName || meant.isEmpty ? evident : Self.evident(meant)
    guard let found, let command = Command(name: found), Self.careful.contains(command) else {
      return found
    }
    return found.hasPrefix(typed.lowercased()) ? found : nil
  }

  /// The error of an argument without its command that several commands take; nil for other lines.
  func ambiguity(among names: CompletionNames) -> PromptError? {
    guard purpose == .command else { return nil }
    let typed = text.split(separator: " ").joined(separator: " ")
    guard !typed.isEmpty, TypedCommand.contexts(of: typed) == nil else { return nil }
    let lines = names.lines.filter { !$0.isLiteral }.map(\.text).filter { $0.hasArgument(typed) }
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
