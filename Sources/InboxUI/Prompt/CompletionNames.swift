import InboxCore
import InboxText

/// The names that complete a typed line.
struct CompletionNames: Sendable, Hashable {
  /// Sources, categories and tags as last counted; before that, the sources of the loaded rows.
  var filterNames = FilterNames()
  /// Theme names, as last listed.
  var themes: [String]
  /// Inbox names, as last listed.
  var inboxes: [String]
  /// The keymap, for the keys shown beside commands.
  var keymap = Keymap.default
  /// The screen that has the prompt.
  var context: InputContext
  /// The names of the tabs, in their order.
  var tabs: [String] = []
  /// The titles of the loaded rows.
  var titles: [String] = []
  /// The lines that were accepted, oldest first.
  var history: [String] = []
}

extension CompletionNames {
  /// Collects the names from the screen's state.
  init(_ state: UIState) {
    self.init(
      filterNames: state.session.filterNames ?? Self.sources(of: state.list.snapshot.rows),
      themes: state.environment.themeNames, inboxes: state.session.inboxNames,
      keymap: state.keymap, context: state.context(of: state.screen),
      tabs: state.barTabs == nil ? [] : state.listCounts.tabs.tabs.map(\.tab.name),
      titles: state.list.snapshot.rows.prefix(Self.mostTitles).compactMap(\.title),
      history: state.prompting.history.lines(of: .command))
  }

  /// The names until sources, categories and tags are counted: the sources of the loaded rows.
  private static func sources(of rows: [MessageRow]) -> FilterNames {
    let patterns = Set(rows.map { SourcePattern(subtreeAt: $0.source).text }).sorted()
    return FilterNames(patterns.map { .init(.source($0)) })
  }

  /// Maximum number of titles.
  private static let mostTitles = 200
  /// Maximum number of recent lines before the commands.
  private static let mostRecent = 5

  /// The commands of the screen, with the most recent lines first.
  var commands: [Completion.Candidate] {
    let known = history.reversed().filter { TypedCommand.contexts(of: $0) != nil }
    let recent = known.prefix(Self.mostRecent).map {
      Completion.Candidate(text: $0, detail: "recent", words: "")
    }
    let others = names.filter { !recent.map(\.text).contains($0) }
    return recent + others.map(candidate)
  }

  /// The names of the commands of the screen; of those that show a tab, the ones with a tab.
  var names: [String] {
    TypedCommand.names(in: context).filter { name in
      guard case .tabbing(let tab)? = Command(name: name), let index = tab.index else {
        return true
      }
      return tabs.indices.contains(index)
    }
  }

  /// A command as a candidate with its key; its summary is matched as well.
  func candidate(_ name: String) -> Completion.Candidate {
    let command = Command(name: name)
    let summary = command?.info?.summary ?? LineCommand(rawValue: name)?.info?.summary ?? ""
    let key = command.flatMap { keymap.names(of: $0, in: context).first } ?? ""
    return Completion.Candidate(text: name, detail: key, words: tabSummary(command) ?? summary)
  }

  /// The summary of a command that shows a tab, with the tab's name.
  private func tabSummary(_ command: Command?) -> String? {
    guard case .tabbing(let tab)? = command, let index = tab.index, tabs.indices.contains(index)
    else { return nil }
    return "Tab \(index + 1), \(tabs[index])"
  }

  /// The commands with each known argument, such as `theme nord`, `set density=compact`,
  /// `filter source:ci` and `message` with a title.
  var lines: [Completion.Candidate] {
    let lines = LineCommandInfo.table.filter { $0.contexts.contains(context) }.flatMap { info in
      arguments(of: info).map {
        Completion.Candidate(
          text: "\(info.command.rawValue) \($0)", words: "", isLiteral: info.argument.isLong)
      }
    }
    // Tabs are found by their names.
    return lines
      + Command.Tab.numbered.prefix(tabs.count).map {
        candidate(Command.tabbing($0).name)
      }
  }

  /// The commands that begin with a text; without any, the lines with it as their argument, else
  /// those with an argument that begins with it.
  ///
  /// Too few letters begin no argument, as the menu does not offer these either.
  func lines(meantBy typed: String) -> [String] {
    let beginning = names.filter { $0.hasPrefix(typed.lowercased()) }
    guard beginning.isEmpty else { return beginning }
    let known = lines.filter { !$0.isLiteral }.map(\.text)
    let whole = known.filter { $0.hasArgument(typed) }
    guard whole.isEmpty, typed.count >= Completion.leastLetters else { return whole }
    return known.filter { $0.hasArgument(beginningWith: typed) }
  }

  private func arguments(of info: LineCommandInfo) -> [String] {
    switch info.argument {
    case .theme: themes
    case .inbox: inboxes
    case .order: MessageOrder.allCases.map(\.rawValue)
    case .grouping: ListGrouping.allCases.map(\.rawValue)
    case .setting:
      ScreenPreferences.settingNames.flatMap { name in
        let texts = ScreenPreferences.settingTexts(for: name + "=", themes: [])
        return texts.isEmpty ? [name + "="] : texts
      }
    case .filter where info.command == .filter: filterNames.names.filter(\.isWhole).map(\.term)
    case .title: titles.map { TextLayout.oneLine($0, columns: Self.longestTitle) }
    case .filter, .command, .tab, .moment, .text: []
    }
  }

  /// Maximum columns of a title in a line.
  private static let longestTitle = 60
}

extension LineCommandInfo.Argument {
  /// Whether its values are long, so that any few letters would match them.
  fileprivate var isLong: Bool { self == .title || self == .filter }
}

extension PromptState {
  /// The completion of the line at the cursor; nil if there is none for it.
  func completion(among names: CompletionNames) -> Completion? {
    switch purpose {
    case .search, .pipe, .snooze, .title, .reply, .keys, .place, .tag: nil
    case .filter:
      .ofFilter(beforeCursor, before: behindCursor, offset: 0, names.filterNames)
    case .command: completionOfCommand(beforeCursor, names)
    }
  }

  private func completionOfCommand(_ text: String, _ names: CompletionNames) -> Completion? {
    let start = text.prefix { $0 == " " }.count
    let name = String(text.dropFirst(start).prefix { $0 != " " })
    let behind = text.dropFirst(start + name.count)
    guard !behind.isEmpty else {
      guard !name.isEmpty else {
        return Completion(start: start, typed: name, candidates: names.commands)
      }
      return Completion(
        start: start, typed: name, commands: names.names.map(names.candidate), lines: names.lines)
    }
    guard let info = LineCommand(rawValue: name)?.info, info.contexts.contains(names.context)
    else {
      // Words of no command: titles, filters and settings that contain them.
      let found = Completion(
        start: start, typed: String(text.dropFirst(start)), commands: [], lines: names.lines)
      return found.candidates.isEmpty ? nil : found
    }
    let blanks = behind.prefix { $0 == " " }.count
    let argument = String(behind.dropFirst(blanks))
    return completion(of: argument, info.argument, offset: text.count - argument.count, names)
  }

  private func completion(
    of typed: String, _ argument: LineCommandInfo.Argument, offset: Int, _ names: CompletionNames
  ) -> Completion? {
    let known: [String]
    switch argument {
    case .text, .title: return nil
    case .filter:
      return .ofFilter(typed, before: behindCursor, offset: offset, names.filterNames)
    case .tab: known = ["add"]
    case .order: known = MessageOrder.allCases.map(\.rawValue)
    case .grouping: known = ListGrouping.allCases.map(\.rawValue)
    case .theme: known = names.themes
    case .moment: known = SnoozePreset.all.map(\.text) + SnoozeEnd.events
    case .setting:
      let texts = ScreenPreferences.settingTexts(for: typed, themes: names.themes)
      return Completion(
        start: offset, typed: typed,
        candidates: texts.map { .init(text: $0, isWhole: !$0.hasSuffix("=")) })
    case .inbox: known = names.inboxes
    case .command: known = TypedCommand.names
    }
    return Completion(start: offset, typed: typed, candidates: known.map { .init(text: $0) })
  }
}
