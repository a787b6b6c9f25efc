import Foundation
import InboxCore
import InboxText

/// The menu of the actions on a message.
enum ActionMenu {
  /// Maximum links in the menu, one for each digit.
  private static let mostLinks = 9

  /// Opens the menu; an open question shows only its choices, or a prompt for a typed answer.
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

  /// The sender's actions, with free digits, and a letter of their labels.
  private static func choices(of message: Message, beside taken: String) -> [MenuItem] {
    let letters = letters(
      of: message.actions.map(\.label), beside: taken, usesLater: !message.isQuestion)
    return zip(message.actions, letters).map { action, letter in
      let isAnswer = message.isQuestion && message.answer == action.label
      return MenuItem(
        action.label, letter: letter, detail: action.url ?? "", isTicked: isAnswer,
        choice: .action(message.number, action))
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

  /// The actions on any message.
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
}

extension ChooseAction {
  /// Handles the outcome of the action: opens its link and reads the message again.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - isQuestion: Whether the message is a question.
  /// - Returns: The status text and the effects.
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
  /// Why the action was not performed.
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
