import InboxCore

extension UIState {
  /// What the line that is being typed can go on with; nil when nothing can be known.
  var completion: Completion? {
    guard let prompt else { return nil }
    switch prompt.purpose {
    case .search, .pipe, .snooze: return nil
    case .filter:
      return .ofFilter(
        prompt.beforeCursor, before: prompt.behindCursor, offset: 0, sources: sources)
    case .command: return completionOfCommand(prompt.beforeCursor)
    }
  }

  /// Puts the next or previous way to go on into the line.
  ///
  /// The only way there is comes with a blank, and the beginning that several share comes first.
  mutating func complete(by step: Int) {
    guard let prompt else { return }
    if var cycle = prompt.cycle {
      cycle.step(by: step)
      self.prompt?.show(cycle)
      return
    }
    guard let completion, !completion.candidates.isEmpty else { return }
    let common = completion.commonBeginning
    if completion.candidates.count == 1 {
      let blank = completion.candidates[0].isWhole ? " " : ""
      self.prompt?.put(common + blank, inPlaceOf: completion)
    } else if common.count > completion.typed.count {
      self.prompt?.put(common, inPlaceOf: completion)
    } else {
      var cycle = prompt.cycle(of: completion)
      cycle.step(by: step)
      self.prompt?.show(cycle)
    }
  }

  private func completionOfCommand(_ text: String) -> Completion? {
    let start = text.prefix { $0 == " " }.count
    let name = String(text.dropFirst(start).prefix { $0 != " " })
    let behind = text.dropFirst(start + name.count)
    let context = context(of: screen)
    guard !behind.isEmpty else {
      let names = TypedCommand.names(in: context)
      return Completion(start: start, typed: name, candidates: names.map { .init(text: $0) })
    }
    guard let info = LineCommand(rawValue: name)?.info, info.contexts.contains(context) else {
      return nil
    }
    let blanks = behind.prefix { $0 == " " }.count
    let argument = String(behind.dropFirst(blanks))
    return completion(of: argument, info.argument, offset: text.count - argument.count)
  }

  private func completion(
    of typed: String, _ argument: LineCommandInfo.Argument, offset: Int
  ) -> Completion? {
    let names: [String]
    switch argument {
    case .text: return nil
    case .filter:
      let behind = prompt?.behindCursor ?? ""
      return .ofFilter(typed, before: behind, offset: offset, sources: sources)
    case .order: names = MessageOrder.allCases.map(\.rawValue)
    case .theme: names = themeNames
    case .inbox: names = inboxNames
    case .command: names = TypedCommand.names
    }
    return Completion(start: offset, typed: typed, candidates: names.map { .init(text: $0) })
  }

  /// Who sent the messages at hand.
  private var sources: [String] {
    Set(list.snapshot.rows.map(\.source)).sorted()
  }
}
