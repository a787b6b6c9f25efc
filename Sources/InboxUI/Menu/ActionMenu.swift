import Foundation
import InboxCore
import InboxText

/// The menu of what one can do with a message.
enum ActionMenu {
  /// Most links that the menu offers: as many as there are digits to choose them by.
  private static let mostLinks = 9

  /// Opens the menu; of a question, only its choices, or a line for the text that answers it.
  static func open(for message: Message, in context: PartContext) -> Reply {
    let isOpen = message.isQuestion && message.answer == nil
    guard !isOpen || message.awaitsAnswer(at: context.now) else {
      return Reply(status: .tooLate, messages: [.reread])
    }
    if isOpen, message.takesReply {
      return Reply(overlay: .prompt(PromptState(.reply(message.number))))
    }
    let choices = choices(of: message, beside: isOpen ? "jkghlq" : "oyjkghlq")
    let menu = MenuState(
      title: message.title ?? "Actions", items: choices + (isOpen ? [] : uses(of: message)))
    return Reply(overlay: .menu(menu))
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
  private static func uses(of message: Message) -> [MenuItem] {
    let number = message.number
    var items: [MenuItem] = []
    if let url = message.tap.url {
      let tap = Tap(number: number, behavior: message.tap)
      items.append(MenuItem("Open the link", key: "o", detail: url, choice: .open(tap)))
    }
    items += NumberedLinks(of: message).further.prefix(mostLinks)
    items += SavedFile.items(of: message).prefix(mostLinks)
    if MessageText.links(of: [message]) != nil {
      items.append(MenuItem("Copy the link", key: "Y", choice: .fetch(number, .copyLink)))
    }
    items.append(MenuItem("Copy the text", key: "y", choice: .fetch(number, .copyText)))
    items.append(
      MenuItem("Pipe the text to a command", key: "|", choice: .askForPipe(number)))
    return items
  }

  private static func firstLetter(of label: String) -> Character? {
    label.lowercased().first.flatMap { $0.isASCII && $0.isLetter ? $0 : nil }
  }
}

extension ChooseAction {
  /// The reply to what became of the action: its link is opened, and what is shown is read again.
  ///
  /// - Parameters:
  ///   - outcome: What became of it.
  ///   - isQuestion: Whether the message asks.
  /// - Returns: The status, and the effects.
  func reply(to outcome: AnswerOutcome, isQuestion: Bool) -> Reply {
    guard case .answered(let chosen) = outcome else {
      return Reply(status: outcome.problem(of: number, action), messages: [.reread])
    }
    let label = TextLayout.oneLine(chosen.label, columns: 200)
    let behavior = chosen.url.map(TapBehavior.url) ?? .app
    let tap = Tap(number: number, behavior: behavior, action: chosen)
    return Reply(
      effects: [.pane(.decide([tap]))], status: isQuestion ? .answered(label) : .recorded(label),
      messages: [.reread])
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
