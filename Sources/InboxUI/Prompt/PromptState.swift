package import InboxCore

/// A prompt: the line being typed.
package struct PromptState: Sendable, Hashable {
  /// The purpose of the line.
  package enum Purpose: Sendable, Hashable {
    /// Text to find in the list or the message.
    case search
    /// Filter words.
    case filter
    /// A command.
    case command
    /// A shell command that reads the text of messages.
    case pipe([MessageNumber])
    /// The end of a snooze.
    case snooze([MessageNumber])
    /// Parts of the title of the message to go to.
    case title
    /// The answer to a question.
    case reply(MessageNumber)
    /// Search words in help.
    case keys
    /// The path to save a file to.
    case place(SavedFile)
    /// The tag that a rule adds.
    case tag(OfferedRule)

    /// Its kind, its label, and the placeholder in an empty line.
    private var words: (kind: Kind, label: String, example: String?) {
      switch self {
      case .search: (.search, "/", nil)
      case .filter: (.filter, "Filter: ", nil)
      case .command: (.command, ":", nil)
      case .pipe: (.pipe, "Pipe to: ", "command, such as less")
      case .snooze: (.snooze, "Snooze until: ", "2h, tomorrow 9am, resolved, next or on laptop")
      case .title: (.title, "Go to: ", nil)
      case .reply: (.reply, "Reply: ", "your answer; Esc leaves it open")
      case .keys: (.keys, "/", nil)
      case .place: (.place, "Save as: ", "path of a file or folder")
      case .tag: (.tag, "Tag: ", "a name, such as build")
      }
    }

    /// The kind, regardless of messages or files.
    var kind: Kind { words.kind }
    /// The label before the text.
    package var label: String { words.label }
    /// The label on a narrow screen.
    var shortLabel: String { kind == .snooze ? "Until: " : label }
    /// The placeholder in an empty line; nil where completion shows examples.
    var example: String? { words.example }
  }

  /// A kind of line, with its own history.
  enum Kind: Sendable, Hashable {
    case search, filter, command, pipe, snooze, title, reply, keys, place, tag
  }

  package var purpose: Purpose
  /// The typed text.
  package private(set) var text: String
  /// The position of the cursor, in characters.
  package private(set) var cursor: Int
  /// The error for which the line was rejected.
  package var error: PromptError?
  /// The last key, if it is not bound in prompts.
  private(set) var unboundKey: Key?
  /// The cycle of Tab, Down and Up through candidates; nil after further typing.
  private(set) var cycle: CompletionCycle?
  /// Whether Tab has just completed a word.
  private var hasCompleted = false
  /// The index of the recalled history line, from 0; nil shows the draft.
  private(set) var recalled: Int?
  private var draft = ""

  /// Creates a prompt with the cursor after the text.
  package init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    self.text = text
    cursor = text.count
  }

  /// Inserts a text at the cursor; line breaks and tabs become blanks, other controls are dropped.
  package mutating func insert(_ typed: String) {
    let clean = typed.compactMap(Self.typeable)
    let behind = text.count - cursor
    text.insert(contentsOf: clean, at: text.index(text.startIndex, offsetBy: cursor))
    cursor = max(text.count - behind, 0)
    typedOn()
  }

  /// The outcome of a key.
  enum Outcome: Sendable, Hashable {
    /// The prompt stays open.
    case stays
    /// The prompt is cancelled.
    case cancelled
    /// The line is accepted.
    case accepted
  }

  /// Handles a key: runs its binding for prompts, or inserts it.
  mutating func press(
    _ key: Key, by keymap: Keymap, history: PromptHistory, completion: Completion?
  ) -> Outcome {
    unboundKey = nil
    guard case .typing(let command) = keymap.command(for: key, in: .prompt) else {
      guard case .character(let character) = key else {
        unboundKey = key
        return .stays
      }
      // A colon after a rejected line starts a new one.
      if character == ":", error != nil, purpose == .command {
        set("", cursorBefore: "")
        typedOn()
      } else {
        insert(String(character))
      }
      return .stays
    }
    switch command {
    case .accept: return .accepted
    case .cancel: return .cancelled
    case .complete: complete(by: 1, completion)
    case .completeBack: complete(by: -1, completion)
    case .earlierLine: recall(by: -1, from: history)
    // Without a recalled line, it enters the menu of completions instead.
    case .laterLine: recall(by: 1, from: history)
    case .deleteBackward where text.isEmpty: return .cancelled
    // The live search handles the first two, and questions the others.
    case .nextTypedMatch, .previousTypedMatch, .yes, .no: break
    default: edit(command)
    }
    return .stays
  }

  private mutating func edit(_ command: Command.Typing) {
    switch command {
    case .deleteBackward: erase(max(cursor - 1, 0)..<cursor)
    case .deleteForward: erase(cursor..<min(cursor + 1, text.count))
    case .deleteWord: erase(startOfWord..<cursor)
    case .deleteLine: erase(0..<cursor)
    case .deleteNextWord: erase(cursor..<endOfWord)
    case .deleteRest: erase(cursor..<text.count)
    case .previousWord: cursor = startOfWord
    case .nextWord: cursor = endOfWord
    case .cursorLeft: cursor = max(cursor - 1, 0)
    case .cursorRight: cursor = min(cursor + 1, text.count)
    case .cursorStart: cursor = 0
    case .cursorEnd: cursor = text.count
    default: break
    }
    typedOn()
  }

  /// The text before the cursor.
  var beforeCursor: String { String(text.prefix(cursor)) }

  /// The text after the cursor.
  var behindCursor: String { String(text.dropFirst(cursor)) }

  /// Completes the word before the cursor.
  ///
  /// A single candidate is inserted with a blank; of several, their common prefix first, then each
  /// in turn. In a filter the next word is completed once it begins, so that a second Tab adds none.
  private mutating func complete(by step: Int, _ completion: Completion?) {
    if cycle != nil { return select(by: step, in: completion, from: nil) }
    guard let completion, !completion.candidates.isEmpty, !ignoresTab else { return }
    let common = completion.commonBeginning
    if let only = completion.only {
      complete(with: only, of: completion)
      hasCompleted = true
    } else if common.count > completion.typed.count {
      put(common, inPlaceOf: completion)
    } else {
      beginCycle(in: completion, at: step > 0 ? 0 : completion.candidates.count - 1)
    }
  }

  /// Whether Tab does nothing, as it has just completed a word of a filter.
  var ignoresTab: Bool { hasCompleted && purpose == .filter }

  /// Whether Down enters the menu, as no line of history is shown.
  var entersMenu: Bool { recalled == nil }

  /// Moves to the next or previous candidate, which replaces the word before the cursor.
  ///
  /// - Parameters:
  ///   - step: The number of candidates to move by.
  ///   - completion: The candidates.
  ///   - highlighted: The index of the candidate that Enter would take; nil for none.
  mutating func select(by step: Int, in completion: Completion?, from highlighted: Int?) {
    if var cycle {
      cycle.step(by: step)
      return show(cycle)
    }
    guard let completion, !completion.candidates.isEmpty else { return }
    let place = highlighted.map { $0 + step } ?? 0
    beginCycle(in: completion, at: min(max(place, 0), completion.candidates.count - 1))
  }

  private mutating func beginCycle(in completion: Completion, at index: Int) {
    show(
      CompletionCycle(
        completion: completion, before: String(text.prefix(completion.start)),
        after: String(text.dropFirst(cursor)), index: index))
  }

  /// Puts a candidate in place of the completed word, with a blank after it if it is whole.
  mutating func complete(with candidate: Completion.Candidate, of completion: Completion) {
    put(candidate.text + (candidate.isWhole ? " " : ""), inPlaceOf: completion)
  }

  /// Replaces the completed word.
  private mutating func put(_ word: String, inPlaceOf completion: Completion) {
    let after = text.dropFirst(cursor)
    set(text.prefix(completion.start) + word, cursorBefore: String(after))
    typedOn()
  }

  /// Shows the current word of a cycle.
  private mutating func show(_ cycle: CompletionCycle) {
    set(cycle.before + cycle.word, cursorBefore: cycle.after)
    error = nil
    self.cycle = cycle
  }

  /// Recalls the previous or next history line of this kind; after the last one comes the draft.
  private mutating func recall(by step: Int, from history: PromptHistory) {
    let lines = history.lines(of: purpose.kind)
    let place = (recalled ?? lines.count) + step
    guard (0...lines.count).contains(place) else { return }
    if recalled == nil { draft = text }
    recalled = place == lines.count ? nil : place
    set(recalled.map { lines[$0] } ?? draft, cursorBefore: "")
    typedOn()
  }

  private mutating func set(_ before: String, cursorBefore after: String) {
    text = before + after
    cursor = before.count
  }

  private static func typeable(_ character: Character) -> Character? {
    if character.isNewline || character == "\t" { return " " }
    return character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      ? nil : character
  }

  private var startOfWord: Int {
    let before = Array(text.prefix(cursor))
    var start = before.count
    while start > 0, before[start - 1] == " " { start -= 1 }
    while start > 0, before[start - 1] != " " { start -= 1 }
    return start
  }

  private var endOfWord: Int {
    let behind = behindCursor
    let blanks = behind.prefix { $0 == " " }.count
    return cursor + blanks + behind.dropFirst(blanks).prefix { $0 != " " }.count
  }

  private mutating func erase(_ range: Range<Int>) {
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(text.startIndex, offsetBy: range.upperBound)
    text.removeSubrange(start..<end)
    cursor = min(range.lowerBound, text.count)
  }

  /// Drops the error and the completion cycle after an edit.
  private mutating func typedOn() {
    error = nil
    cycle = nil
    hasCompleted = false
  }
}
