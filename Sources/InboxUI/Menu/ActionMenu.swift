import Foundation
import InboxCore
import InboxText

/// The menu of the actions on a message.
enum ActionMenu {
  /// Maximum links in the menu, one for each digit.
  private static let mostLinks = 9

  /// Opens the menu; an open question shows only its choices, or a prompt for a typed answer.
  ///
  /// - Parameters:
  ///   - message: The message under the cursor or in the reader.
  ///   - marked: The marked messages, whose texts are copied and piped instead of its own.
  ///   - context: The context of the screen.
  /// - Returns: The menu or the prompt; if it is too late for an answer, a status.
  static func open(
    for message: Message, beside marked: [MessageNumber] = [], in context: PartContext
  ) -> Reply {
    let isOpen = message.isQuestion && message.answer == nil
    guard !isOpen || message.awaitsAnswer(at: context.now) else {
      return Reply(status: .tooLate, messages: [.reread])
    }
    if isOpen, message.takesReply {
      return Reply(overlay: .prompt(PromptState(.reply(message.number))))
    }
    let choices = choices(of: message, beside: isOpen ? "jkghlq" : "eoyzjkghlq")
    let own = choices + (isOpen ? [] : own(of: message, in: context))
    let uses = isOpen ? [] : texts(of: message, orOf: marked)
    let title =
      if marked.isEmpty {
        message.title ?? "Actions"
      } else if own.isEmpty {
        marked.count.counted("marked message")
      } else {
        "This message" + (message.title.map { ": \($0)" } ?? "")
      }
    return Reply(overlay: .menu(MenuState(title: title, items: own + uses)))
  }

  /// The sender's actions, with free digits, and a letter of their labels.
  private static func choices(of message: Message, beside taken: String) -> [MenuItem] {
    let letters = letters(
      of: message.actions.map(\.label), beside: taken, usesLater: !message.isQuestion)
    return zip(message.actions, letters).map { action, letter in
      let isAnswer = message.isQuestion && message.answer == action.label
      let seen = message.digest(of: action)
      let pending = message.pendingOutcomes[message.name(of: action)]
      let asked = message.clientAction(of: action)
      var item = MenuItem(
        action.label, letter: letter, detail: pending ?? action.url ?? asked?.detail ?? "",
        isTicked: isAnswer,
        choice: .action(ChooseAction(number: message.number, action: action, seen: seen)))
      // Without room for the detail, the mark stands for it, or the host.
      item.waits = pending != nil
      if pending == nil, case .request(let url?, _)? = asked {
        item.host = URL(string: url)?.host()
      }
      return item
    }
  }

  /// A letter of each label that no other has; nil where none is free.
  ///
  /// A letter that begins several labels means none of them.
  ///
  /// - Parameters:
  ///   - labels: The labels.
  ///   - taken: Letters with another meaning.
  ///   - usesLater: Whether a later letter does where the first is not free.
  /// - Returns: The letter of each label.
  private static func letters(
    of labels: [String], beside taken: String, usesLater: Bool
  ) -> [Character?] {
    let firsts = labels.map { letters(of: $0).first }
    var used = Set(taken)
    var found = firsts.map { first -> Character? in
      guard let first, firsts.count(where: { $0 == first }) == 1 else { return nil }
      return used.insert(first).inserted ? first : nil
    }
    guard usesLater else { return found }
    used.formUnion(firsts.compactMap(\.self))
    for (index, label) in labels.enumerated() where found[index] == nil {
      found[index] = letters(of: label).first { used.insert($0).inserted }
    }
    return found
  }

  private static func letters(of label: String) -> [Character] {
    label.lowercased().filter { $0.isASCII && $0.isLetter }
  }

  /// The links and attachments of a message.
  private static func own(of message: Message, in context: PartContext) -> [MenuItem] {
    var items: [MenuItem] = []
    if let url = message.tap.url {
      let tap = Tap(number: message.number, behavior: message.tap)
      items.append(MenuItem("Open the link", key: "o", detail: url, choice: .open([tap])))
    }
    items += NumberedLinks(of: message).further.prefix(mostLinks)
    items += SavedFile.items(of: message, in: context).prefix(mostLinks)
    return items
  }

  /// What can be done with any message and its text, or with the marked ones.
  private static func texts(of message: Message, orOf marked: [MessageNumber]) -> [MenuItem] {
    let numbers = marked.isEmpty ? [message.number] : marked
    // Whether marked messages have links is known once they are read.
    let hasLinks = !marked.isEmpty || MessageText.links(of: [message]) != nil
    let messages = marked.count == 1 ? "marked message" : "\(marked.count) marked messages"
    let end = (numbers.count == 1 ? "" : "s") + (marked.isEmpty ? "" : " of the \(messages)")
    let isDeleted = message.status == .deleted
    let verb: Verb = isDeleted ? .restore : marked.isEmpty && message.isDone ? .undone : .done
    let change =
      if marked.isEmpty {
        isDeleted ? "Restore" : verb == .undone ? "Not done" : "Done"
      } else {
        isDeleted ? "Restore the \(messages)" : "Mark the \(messages) done"
      }
    let link = MenuItem(
      "Copy the link\(end)", key: "Y", choice: .request(.fetch(numbers, .copyLink)))
    var items = hasLinks ? [link] : []
    items += [
      MenuItem("Copy the text\(end)", key: "y", choice: .request(.fetch(numbers, .copyText))),
      MenuItem(
        "Pipe the text\(end) to a command", key: "|", choice: .prompt(PromptState(.pipe(numbers)))),
    ]
    let key: Character = isDeleted ? "z" : "e"
    return items + [MenuItem(change, key: key, choice: .change(numbers, by: verb))]
  }
}

extension ChooseAction {
  /// Handles the outcome of the action: opens its link and reads the message again.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - isQuestion: Whether the message is a question.
  ///   - context: The context of the screen.
  /// - Returns: The status text and the effects.
  func reply(to outcome: AnswerOutcome, isQuestion: Bool, in context: PartContext) -> Reply {
    switch outcome {
    case .answered(let chosen):
      let label = TextLayout.oneLine(chosen.label, columns: 200)
      let behavior = chosen.url.map(TapBehavior.url) ?? .app
      let tap = Tap(number: number, behavior: behavior, action: chosen)
      return Reply(
        effects: [DecideTaps([tap]).effect],
        status: isQuestion ? .answered(label) : .recorded(label),
        messages: [.reread])
    case .notPerformed(let chosen, let asked):
      return reply(to: asked, of: chosen, in: context)
    case .alreadyAnswered(let label): return failure(.alreadyAnswered(label))
    case .noSuchAction, .severalActions: return failure(.noSuchAction(action.label))
    case .gone: return failure(.tooLate)
    case .unknownMessage: return failure(.messageGone(number))
    }
  }

  private func failure(_ status: StatusText) -> Reply { Reply(status: status, messages: [.reread]) }

  /// Asks for a request or a command; copies a text; says that a broadcast is not sent.
  private func reply(
    to asked: ClientAction, of action: MessageAction, in context: PartContext
  ) -> Reply {
    let label = TextLayout.oneLine(action.label, columns: 200)
    switch asked {
    case .copy(let text):
      return Reply(effects: [CopyText(text: text, choice: context.preferences.clipboard).effect])
    case .broadcast, .request(nil, _): return Reply(status: .notSent(label))
    case .request(_?, _), .run:
      return Reply(effects: [AskForAction(number: number, action: action, seen: seen).effect])
    }
  }
}

extension ClientAction {
  /// What the action does, for a person.
  package var detail: String {
    switch self {
    case .request(let url?, let method):
      "sends \(method == "POST" ? "a request" : method) to \(url)"
    case .request(nil, _): "not sent from here"
    case .run(let name): "runs \(name)"
    case .broadcast: "not sent from here"
    case .copy(let text): "copies \(text)"
    }
  }
}
