import InboxCore

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
}

extension CompletionNames {
  /// Collects the names from the screen's state.
  init(_ state: UIState) {
    self.init(
      filterNames: state.session.filterNames ?? Self.sources(of: state.list.snapshot.rows),
      themes: state.environment.themeNames, inboxes: state.session.inboxNames,
      keymap: state.keymap, context: state.context(of: state.screen))
  }

  private static func sources(of rows: [MessageRow]) -> FilterNames {
    let patterns = Set(rows.map { SourcePattern(subtreeAt: $0.source).text }).sorted()
    return FilterNames(patterns.map { .init(.source($0)) })
  }

  /// A command as a candidate with its key; its summary is matched as well.
  func candidate(_ name: String) -> Completion.Candidate {
    let command = Command(name: name)
    let summary = command?.info?.summary ?? LineCommand(rawValue: name)?.info?.summary ?? ""
    let key = command.flatMap { keymap.names(of: $0, in: context).first } ?? ""
    return Completion.Candidate(text: name, detail: key, words: summary)
  }
}

extension PromptState {
  /// The completion of the line at the cursor; nil if there is none for it.
  func completion(among names: CompletionNames) -> Completion? {
    switch purpose {
    case .search, .pipe, .snooze, .title, .reply, .keys, .place: nil
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
      let commands = TypedCommand.names(in: names.context)
      return Completion(start: start, typed: name, candidates: commands.map(names.candidate))
    }
    guard let info = LineCommand(rawValue: name)?.info, info.contexts.contains(names.context)
    else { return nil }
    let blanks = behind.prefix { $0 == " " }.count
    let argument = String(behind.dropFirst(blanks))
    return completion(of: argument, info.argument, offset: text.count - argument.count, names)
  }

  private func completion(
    of typed: String, _ argument: LineCommandInfo.Argument, offset: Int, _ names: CompletionNames
  ) -> Completion? {
    let known: [String]
    switch argument {
    case .text: return nil
    case .filter:
      return .ofFilter(typed, before: behindCursor, offset: offset, names.filterNames)
    case .tab: known = ["add"]
    case .order: known = MessageOrder.allCases.map(\.rawValue)
    case .grouping: known = ListGrouping.allCases.map(\.rawValue)
    case .theme: known = names.themes
    case .setting:
      let texts = ScreenPreferences.settingTexts(for: typed)
      return Completion(
        start: offset, typed: typed,
        candidates: texts.map { .init(text: $0, isWhole: !$0.hasSuffix("=")) })
    case .inbox: known = names.inboxes
    case .command: known = TypedCommand.names
    }
    return Completion(start: offset, typed: typed, candidates: known.map { .init(text: $0) })
  }
}
