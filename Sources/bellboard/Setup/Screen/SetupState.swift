import InboxSettings
import InboxUI

enum SetupPage: Int, CaseIterable, Hashable {
  case look = 1
  case keys, sources, done

  /// The name in the top bar.
  var title: String {
    switch self {
    case .look: "Look"
    case .keys: "Keys"
    case .sources: "Sources"
    case .done: "Done"
    }
  }
}

enum SetupEnd: Hashable {
  /// The plan is to be written.
  case accepted
  /// Nothing is to be written.
  case left
  /// As ``left``, by Ctrl-C.
  case interrupted
}

struct SetupState {
  let facts: SetupFacts
  var choices: SetupChoices
  private(set) var page = SetupPage.look
  /// The row under the cursor among the sources.
  private(set) var source = 0
  /// The first line of the plan that is shown.
  private(set) var scroll = 0
  /// The topics while they are typed; nil while no text is.
  private(set) var typed: String?
  /// What is wrong with the typed text, or why a key did nothing.
  private(set) var complaint: String?
  /// Whether the question is shown that precedes leaving with choices that are not written.
  private(set) var isLeaving = false
  /// How it ended; nil while it is shown.
  private(set) var end: SetupEnd?
  var size = Size.zero

  /// What a text line of topics starts with.
  static let topicsStart = "https://ntfy.sh/"

  init(_ facts: SetupFacts) {
    self.facts = facts
    choices = SetupChoices(facts)
  }

  /// The sources of the page, in their order.
  var sources: [SetupSource] { SetupSource.offered(facts) }

  /// The index of the chosen theme.
  var theme: Int { facts.themes.firstIndex { $0.name == choices.theme } ?? 0 }

  var plan: SetupPlan { SetupPlan(choices, facts) }

  /// Whether the daemon can be started, and has something to do.
  var offersDaemon: Bool { facts.service.state == .startable && choices.needsDaemon(facts) }

  /// The number of rows that the cursor can be on; the plan has none.
  private var rows: Int {
    switch page {
    case .look: facts.themes.count
    case .keys: KeymapPreset.allCases.count
    case .sources: sources.count
    case .done: 0
    }
  }

  /// The row under the cursor.
  var cursor: Int {
    switch page {
    case .look: theme
    case .keys: KeymapPreset.allCases.firstIndex(of: choices.keys) ?? 0
    case .sources: source
    case .done: 0
    }
  }
}

// MARK: - Input

extension SetupState {
  mutating func press(_ key: Key) {
    complaint = nil
    if key == .control("c") { return end = .interrupted }
    // What is not seen must not be changed.
    guard SetupFrame.fits(size) else {
      if [.character("q"), .escape].contains(key) { end = .left }
      return
    }
    guard typed == nil else { return type(key) }
    guard !isLeaving else { return answerLeaving(key) }
    switch key {
    case .down, .character("j"), .control("n"): move(by: 1)
    case .up, .character("k"), .control("p"): move(by: -1)
    case .pageDown, .control("f"), .control("d"): move(by: 10)
    case .pageUp, .control("b"), .control("u"): move(by: -10)
    case .home, .character("g"): move(by: -1_000)
    case .end, .character("G"): move(by: 1_000)
    case .enter: accept()
    case .tab, .right, .character("l"): go(to: SetupPage(rawValue: page.rawValue + 1))
    case .backTab, .left, .character("h"), .backspace:
      go(to: SetupPage(rawValue: page.rawValue - 1))
    case .character(" "): change()
    case .character("d") where page == .look: changeDensity()
    case .character("q"), .escape: leave()
    case .character(let digit): go(to: digit.wholeNumberValue.flatMap(SetupPage.init))
    default: break
    }
  }

  /// Leaves, after a question if choices would be lost; the last page says that nothing is written.
  private mutating func leave() {
    guard page != .done, choices != SetupChoices(facts) else { return end = .left }
    isLeaving = true
  }

  private mutating func answerLeaving(_ key: Key) {
    isLeaving = false
    if [.character("y"), .character("Y"), .character("q")].contains(key) { end = .left }
  }

  /// Inserts a pasted text into the line; elsewhere it does nothing.
  mutating func paste(_ text: String) {
    guard let typed, SetupFrame.fits(size) else { return }
    self.typed = typed + (text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
  }

  /// Goes to a page that exists; one without a usable theme is left only backwards.
  mutating func go(to page: SetupPage?) {
    guard let page else { return }
    guard facts.themes.isEmpty || facts.themes[theme].theme != nil || page == .look else {
      return complaint = "this theme has errors; choose another one"
    }
    self.page = page
    scroll = 0
  }

  /// Puts the cursor on a row, or scrolls the plan.
  mutating func move(by count: Int) {
    guard page != .done else {
      let last = max(SetupDone(self).plannedLines.count - SetupDone.planRows(self), 0)
      return scroll = min(max(scroll + count, 0), last)
    }
    select(min(max(cursor + count, 0), max(rows - 1, 0)))
  }

  /// Puts the cursor on a row; the row of a list is chosen by that.
  mutating func select(_ row: Int) {
    guard (0..<rows).contains(row) else { return }
    switch page {
    case .look: choices.theme = facts.themes[row].name
    case .keys: choices.keys = KeymapPreset.allCases[row]
    case .sources: source = row
    case .done: break
    }
  }

  private mutating func accept() {
    guard page == .done else { return go(to: SetupPage(rawValue: page.rawValue + 1)) }
    guard plan.unplaced.isEmpty else { return complaint = "nothing is written: see above" }
    end = .accepted
  }

  private mutating func changeDensity() {
    choices.density = Self.next(choices.density, of: RowOptions.Density.allCases)
  }

  /// Changes what the cursor is on.
  mutating func change() {
    switch page {
    case .look, .keys: break
    case .sources: change(sources[source])
    case .done: if offersDaemon { choices.startsDaemon.toggle() }
    }
  }

  private mutating func change(_ source: SetupSource) {
    guard !source.isSettled(facts) else {
      return complaint = "this is set up already; remove it from its file to end it"
    }
    switch source.answer {
    case .yesOrNo(let path): choices[keyPath: path].toggle()
    case .word(let words, let path):
      choices[keyPath: path] = Self.next(choices[keyPath: path], of: words)
    case .topics: typed = choices.topics.isEmpty ? Self.topicsStart : choices.topics
    }
  }

  private static func next<Value: Equatable>(_ value: Value, of values: [Value]) -> Value {
    values[((values.firstIndex(of: value) ?? -1) + 1) % values.count]
  }
}

// MARK: - The line of topics

extension SetupState {
  private mutating func type(_ key: Key) {
    let text = typed ?? ""
    switch key {
    case .escape, .control("g"): typed = nil
    case .enter: acceptTopics(text.trimmingPrefix(" "))
    case .backspace, .control("h"): typed = String(text.dropLast())
    case .control("u"): typed = ""
    case .character(let character): typed = text + String(character)
    default: break
    }
  }

  /// Takes the typed topics; an empty line means none.
  private mutating func acceptTopics(_ text: Substring) {
    if text.isEmpty || text == Self.topicsStart {
      choices.topics = ""
    } else {
      let topics = SetupTopics(String(text), beside: facts.receiving.ntfy)
      if let problem = topics.complaint { return complaint = problem }
      choices.topics = topics.text
    }
    typed = nil
  }
}
