package import InboxCore

/// A prompt: the line that is being typed.
package struct PromptState: Sendable, Hashable {
  /// The purpose of the line.
  package enum Purpose: Sendable, Hashable {
    /// Text to find within the list.
    case search
    /// Filter words.
    case filter
    /// A command by its name.
    case command
    /// A command line that gets the text of messages.
    case pipe([MessageNumber])
    /// Until when messages are snoozed.
    case snooze([MessageNumber])
    /// Parts of the title of the message to go to.
    case title
    /// The text that answers a question.
    case reply(MessageNumber)
    /// Words of the keys that help lists.
    case keys
    /// Where a file is saved.
    case place(SavedFile)

    /// What stands before the line.
    package var label: String {
      switch self {
      case .search, .keys: "/"
      case .filter: "Filter: "
      case .command: ":"
      case .pipe: "Pipe to: "
      case .snooze: "Snooze until: "
      case .title: "Go to: "
      case .reply: "Reply: "
      case .place: "Save as: "
      }
    }

    /// What stands before the line on a screen that has few columns.
    var shortLabel: String {
      if case .snooze = self { return "Until: " }
      return label
    }

    /// What could be typed, shown as long as nothing is; nil where proposals show it.
    var example: String? {
      switch self {
      case .search, .filter, .command, .title, .keys: nil
      case .pipe: "command, such as less"
      case .snooze: "2h or tomorrow 9am"
      case .reply: "your answer; Esc leaves it open"
      case .place: "path of a file or folder"
      }
    }

    /// What kind of line it is, whatever messages it is about.
    var kind: Kind {
      switch self {
      case .search: .search
      case .filter: .filter
      case .command: .command
      case .pipe: .pipe
      case .snooze: .snooze
      case .title: .title
      case .reply: .reply
      case .keys: .keys
      case .place: .place
      }
    }
  }

  /// A kind of line, which has a history of its own.
  enum Kind: Sendable, Hashable {
    case search, filter, command, pipe, snooze, title, reply, keys, place
  }

  /// What the line is for.
  package var purpose: Purpose
  /// What was typed.
  package private(set) var text: String
  /// Characters before the cursor.
  package private(set) var cursor: Int
  /// Why the text was not accepted.
  package var error: PromptError?
  /// The key that was pressed last, where it means nothing in a line.
  private(set) var unboundKey: Key?
  /// What Tab goes through; nil when the line was typed on since.
  private(set) var cycle: CompletionCycle?
  /// Which line of the history is shown, from 0; nil shows what was typed.
  private(set) var recalled: Int?
  private var draft = ""

  /// Makes a prompt with the cursor behind the text.
  package init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    self.text = text
    cursor = text.count
  }

  /// Lets a person type the command that messages are piped to; without messages nothing opens.
  static func askForPipe(_ numbers: [MessageNumber]) -> Reply {
    Reply(overlay: numbers.isEmpty ? nil : .prompt(PromptState(.pipe(numbers))))
  }

  /// Types a text at the cursor; line breaks and tabs become blanks, other controls are dropped.
  package mutating func insert(_ typed: String) {
    let clean = typed.compactMap(Self.typeable)
    let behind = text.count - cursor
    text.insert(contentsOf: clean, at: text.index(text.startIndex, offsetBy: cursor))
    cursor = max(text.count - behind, 0)
    typedOn()
  }

  /// The outcome of a key in the line.
  enum Outcome: Sendable, Hashable {
    /// The line is typed on.
    case stays
    /// The line was given up.
    case cancelled
    /// The line is done.
    case accepted
  }

  /// Takes a key: types it, or does what it means in prompts.
  mutating func press(
    _ key: Key, by keymap: Keymap, history: PromptHistory, completion: Completion?
  ) -> Outcome {
    unboundKey = nil
    guard case .typing(let command) = keymap.command(for: key, in: .prompt) else {
      guard case .character(let character) = key else {
        unboundKey = key
        return .stays
      }
      // A colon behind a wrong line begins the next one.
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
    case .laterLine: recall(by: 1, from: history)
    case .deleteBackward where text.isEmpty: return .cancelled
    case .deleteBackward, .deleteForward, .deleteWord, .deleteLine: edit(command)
    case .deleteNextWord, .deleteRest, .previousWord, .nextWord: edit(command)
    case .cursorLeft, .cursorRight, .cursorStart, .cursorEnd: edit(command)
    // They go through what a search has found, beside the line.
    case .nextTyped, .previousTyped: break
    // They answer questions.
    case .yes, .no: break
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

  /// What stands before the cursor.
  var beforeCursor: String { String(text.prefix(cursor)) }

  /// What stands behind it.
  var behindCursor: String { String(text.dropFirst(cursor)) }

  /// Puts the next or previous candidate into the line.
  ///
  /// The only one comes with a blank, and the beginning that several share comes first.
  private mutating func complete(by step: Int, _ completion: Completion?) {
    if var cycle {
      cycle.step(by: step)
      return show(cycle)
    }
    guard let completion, !completion.candidates.isEmpty else { return }
    let common = completion.commonBeginning
    if completion.candidates.count == 1 {
      let blank = completion.candidates[0].isWhole ? " " : ""
      put(common + blank, inPlaceOf: completion)
    } else if common.count > completion.typed.count {
      put(common, inPlaceOf: completion)
    } else {
      var cycle = CompletionCycle(
        completion: completion, before: String(text.prefix(completion.start)),
        after: String(text.dropFirst(cursor)))
      cycle.step(by: step)
      show(cycle)
    }
  }

  /// Puts a text in the place of the word that is completed.
  private mutating func put(_ word: String, inPlaceOf completion: Completion) {
    let after = text.dropFirst(cursor)
    set(text.prefix(completion.start) + word, cursorBefore: String(after))
    typedOn()
  }

  /// Shows the candidate to which a cycle has come.
  private mutating func show(_ cycle: CompletionCycle) {
    set(cycle.before + cycle.word, cursorBefore: cycle.after)
    error = nil
    self.cycle = cycle
  }

  /// Shows an earlier or a later line of the same kind, or again what was typed.
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

  /// Forgets the error and the completion of the line before.
  private mutating func typedOn() {
    error = nil
    cycle = nil
  }
}
