import InboxText
import Foundation
import InboxCore

extension UIState {
  /// Opens a menu of what one can do with a message; of a question, only its choices, or a line
  /// for the text that answers it.
  mutating func offerActions(of message: Message, at now: Date) -> [Effect] {
    let isOpen = message.isQuestion && message.answer == nil
    guard !isOpen || message.awaitsAnswer(at: now) else {
      showStatus(.tooLate, at: now)
      return reread()
    }
    if isOpen, message.takesReply {
      prompt = PromptState(.reply(message.number))
      return []
    }
    let choices = Self.choices(of: message, beside: isOpen ? "jkghlq" : "oyjkghlq")
    menu = MenuState(
      title: message.title ?? "Actions", items: choices + (isOpen ? [] : uses(of: message)))
    return []
  }

  /// Answers a question by a text.
  ///
  /// - Throws: ``PromptError`` for an empty one, which answers nothing.
  mutating func reply(
    _ text: String, to number: MessageNumber
  ) throws(PromptError) -> [Effect] {
    guard !text.isEmpty else {
      let key = keymap.names(of: .typing(.cancel), in: .prompt).first
      let way = key.map { "; \($0) leaves the question open" } ?? ""
      throw PromptError(column: 1, message: "an empty reply is not sent" + way)
    }
    // It marks read: a list that hides what is read keeps the message, so that the answer shows.
    list.keep([number])
    return [.answer(number, MessageAction(id: text, label: text))]
  }

  /// What its sender offers: by digits in order, and by the first letter where that is clear.
  private static func choices(of message: Message, beside taken: String) -> [MenuItem] {
    let letters = message.actions.map { firstLetter(of: $0.label) }
    return zip(message.actions, letters).map { action, letter in
      let isClear = letters.count { $0 == letter } == 1 && letter.map(taken.contains) == false
      let isAnswer = message.isQuestion && message.answer == action.label
      return MenuItem(
        action.label, letter: isClear ? letter : nil, detail: action.url ?? "",
        isTicked: isAnswer, choice: .action(message.number, action))
    }
  }

  /// What can be done with any message.
  private func uses(of message: Message) -> [MenuItem] {
    let number = message.number
    var items: [MenuItem] = []
    if let url = message.tap.url {
      let tap = Tap(number: number, behavior: message.tap)
      items.append(MenuItem("Open the link", key: "o", detail: url, choice: .open(tap)))
    }
    items += NumberedLinks(of: message).further.prefix(Self.mostLinks)
    items += saveItems(of: message).prefix(Self.mostLinks)
    if MessageText.links(of: [message]) != nil {
      items.append(MenuItem("Copy the link", key: "Y", choice: .fetch(number, .copyLink)))
    }
    items.append(MenuItem("Copy the text", key: "y", choice: .fetch(number, .copyText)))
    items.append(
      MenuItem("Pipe the text to a command", key: "|", choice: .askForPipe(number)))
    return items
  }

  /// Most links that a menu offers: as many as there are digits to choose them by.
  private static let mostLinks = 9

  private static func firstLetter(of label: String) -> Character? {
    label.lowercased().first.flatMap { $0.isASCII && $0.isLetter ? $0 : nil }
  }

  /// Shows what became of an action, and opens its link.
  mutating func receive(
    _ outcome: AnswerOutcome, of request: ChooseAction, at now: Date
  ) -> [Effect] {
    let number = request.number
    guard case .answered(let chosen) = outcome else {
      showStatus(outcome.problem(of: number, request.action), at: now)
      return reread()
    }
    let label = TextLayout.oneLine(chosen.label, columns: 200)
    showStatus(isQuestion(number) ? .answered(label) : .recorded(label), at: now)
    let behavior = chosen.url.map(TapBehavior.url) ?? .app
    let tap = Tap(number: number, behavior: behavior, action: chosen)
    return [.pane(.decide([tap]))] + reread()
  }

  private func isQuestion(_ number: MessageNumber) -> Bool {
    let row = list.snapshot.rows.first { $0.number == number } ?? readerRow
    return row?.number == number && row?.question != nil
  }
}

extension AnswerOutcome {
  /// Why an action was not chosen.
  fileprivate func problem(of number: MessageNumber, _ action: MessageAction) -> StatusText {
    switch self {
    case .answered(let action): .answered(action.label)
    case .alreadyAnswered(let label): .alreadyAnswered(label)
    case .noSuchAction: .noSuchAction(action.label)
    case .gone: .tooLate
    case .unknownMessage: .messageGone(number)
    }
  }
}
