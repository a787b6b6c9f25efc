import InboxCore

/// The prompt's history and its live results: search, filter or title menu.
struct PromptSession: Sendable {
  var history = PromptHistory()
  /// Prompts suspended by deep links, until their screen is back; each with the number of screens
  /// that were open.
  var held: [(prompt: PromptState, depth: Int)] = []
  /// The search being typed in a list.
  var search: LiveSearch?
  /// The list before the filter being typed.
  var filterBefore: ListState?
  /// What is missing or wrong in that filter.
  private var filterProblem: String?
  /// The menu of titles that match the typed text.
  var titles: TitleMenu?

  /// Drops the live result.
  mutating func end() {
    (search, filterBefore, titles) = (nil, nil, nil)
  }

  /// Whether typing changes the list, so that keys do not wait for its rows.
  var changesList: Bool { search != nil || filterBefore != nil }

  /// Opens the filter prompt; the list applies the filter with each key.
  mutating func beginFilter(of list: ListState) -> Reply {
    end()
    (filterBefore, filterProblem) = (list, nil)
    // The next word begins behind the present filter.
    let text = list.filterText.isEmpty ? "" : list.filterText + " "
    return Reply(overlay: .prompt(PromptState(.filter, text: text)))
  }

  /// Handles a key in the prompt.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - line: The prompt before the key.
  ///   - names: The names for completion.
  ///   - stack: The screens, which search and filter with each key.
  ///   - context: The context of the screen.
  /// - Returns: The reply with the prompt after the key.
  mutating func type(
    _ key: Key, in line: PromptState, _ names: CompletionNames, on stack: inout ScreenStack,
    in context: PartContext
  ) -> Reply {
    if moveInTitles(key, of: line, in: context) { return Reply() }
    switch context.keymap.command(for: key, in: .prompt) {
    case .typing(.nextTypedMatch):
      return step(.forward, from: line, in: &stack.list, context.layout)
    case .typing(.previousTypedMatch):
      return step(.backward, from: line, in: &stack.list, context.layout)
    default: break
    }
    var next = line
    let completion = line.completion(among: names)
    let outcome: PromptState.Outcome
    if let step = line.menuStep(of: key, by: context.keymap) {
      next.select(by: step, in: completion, from: line.highlighted(in: completion, names))
      outcome = .stays
    } else {
      outcome = next.press(key, by: context.keymap, history: history, completion: completion)
    }
    let reply = Reply(overlay: .prompt(next))
    switch outcome {
    case .stays where next.text == line.text: return reply
    case .stays: return reply.followed(by: apply(next, names, to: &stack, in: context))
    case .cancelled:
      return Reply(effects: cancel(on: &stack, context.layout), messages: [.closePrompt])
    case .accepted: return reply.followed(by: Reply(messages: [.acceptPrompt]))
    }
  }

  /// Puts a clicked completion in place of the word before the cursor.
  mutating func complete(
    with text: String, in line: PromptState, _ names: CompletionNames,
    on stack: inout ScreenStack, in context: PartContext
  ) -> Reply {
    let completion = line.cycle?.completion ?? line.completion(among: names)
    guard let completion, let chosen = completion.candidates.first(where: { $0.text == text })
    else { return Reply() }
    var next = line
    next.complete(with: chosen, of: completion)
    return Reply(overlay: .prompt(next)).followed(by: apply(next, names, to: &stack, in: context))
  }

  /// Searches the reader or the list on top; an empty text repeats the last search.
  mutating func search(
    for text: String, on stack: inout ScreenStack, in areas: ScreenAreas
  ) -> Reply {
    guard let text = text.isEmpty ? history.lines(of: .search).last : text else {
      return Reply(status: .noPreviousSearch)
    }
    history.remember(PromptState(.search, text: text))
    guard stack.top == .reader else { return Reply(effects: stack.list.search(for: text)) }
    return Reply(status: stack.reader?.search(for: text, in: areas))
  }

  /// Applies the changed text to the live search, filter or menu.
  mutating func apply(
    _ line: PromptState, _ names: CompletionNames, to stack: inout ScreenStack,
    in context: PartContext
  ) -> Reply {
    switch line.purpose {
    case .search: return Reply(effects: search(for: line.text, in: &stack.list, context.layout))
    case .filter:
      let draft = FilterDraft(line.text, names.filterNames)
      filterProblem = draft.problem
      return filter(stack.list, by: draft, in: context)
    case .title: return Reply(effects: titles?.search(line.text) ?? [])
    case .keys: stack.help?.narrow(to: line.text)
    case .command, .pipe, .snooze, .reply, .place, .tag: break
    }
    return Reply()
  }

  /// Filters a list by the typed text, without an incomplete last word.
  private func filter(_ list: ListState, by draft: FilterDraft, in context: PartContext) -> Reply {
    guard let before = filterBefore else { return Reply() }
    for finished in draft.finished {
      guard
        let filter = try? MessageFilter(
          parsing: finished, now: context.now, timeZone: context.zone)
      else { continue }
      let next = before.replacingFilter(filter, text: finished)
      guard next.query != list.query else { return Reply() }
      return Reply(messages: [.showList(next.query == before.query ? before : next)])
    }
    return Reply()
  }

  /// Cancels the prompt and restores search and list.
  mutating func cancel(on stack: inout ScreenStack, _ layout: ListLayout) -> [Effect] {
    titles = nil
    if stack.top == .help { stack.help?.narrow(to: "") }
    if let live = search {
      search = nil
      stack.list.search = live.earlier
      return live.restore(&stack.list, in: layout)
    }
    guard let before = filterBefore else { return [] }
    filterBefore = nil
    guard before.query != stack.list.query else { return [] }
    stack.list = before
    return stack.list.reread(in: layout)
  }

  /// The note beside the line: an unbound key, the rank of the match, or the number of messages.
  func note(on line: PromptState, filtering list: ListState) -> String {
    if let key = line.unboundKey { return "\(key.name) is not bound" }
    if let search { return search.note }
    if let titles { return titles.note }
    guard filterBefore != nil else { return "" }
    // The list still shows an earlier text.
    if let filterProblem { return filterProblem }
    return list.isLoaded ? list.total.map(MessageCount.text) ?? "…" : "…"
  }
}
