import Foundation
import InboxCore

extension UIState {
  /// Opens a menu of what one can do with a message: what its sender offers, then what we do.
  mutating func offerActions(of message: Message) -> [Effect] {
    var keys: Set<Character> = []
    var items = message.actions.map { action in
      let isAnswer = message.isQuestion && message.answer == action.label
      return MenuItem(
        action.label, key: Self.key(for: action.label, beside: &keys), detail: action.url ?? "",
        isTicked: isAnswer, choice: .action(message.number, action))
    }
    if let url = message.tap.url {
      items.append(MenuItem("Open the link", key: "o", detail: url, choice: .command(.open)))
    }
    if MessageText.links(of: [message]) != nil {
      items.append(MenuItem("Copy the link", key: "Y", choice: .command(.copyLink)))
    }
    items.append(MenuItem("Copy the text", key: "y", choice: .command(.copy)))
    items.append(MenuItem("Give the text to a command", key: "|", choice: .command(.pipe)))
    menu = MenuState(title: message.title ?? "Actions", items: items)
    return []
  }

  /// The first letter of a label, unless a menu or another item has it.
  private static func key(for label: String, beside keys: inout Set<Character>) -> Character? {
    guard let key = label.lowercased().first, key.isASCII, key.isLetter,
      !"oyjkghlq".contains(key), keys.insert(key).inserted
    else { return nil }
    return key
  }

  /// Tells what became of an action, and goes where it leads.
  mutating func answered(
    _ number: MessageNumber, _ action: MessageAction, _ outcome: AnswerOutcome, at now: Date
  ) -> [Effect] {
    guard case .answered(let chosen) = outcome else {
      tell(outcome.problem(of: number, action), isError: true, at: now)
      return []
    }
    tell("Chosen: \(chosen.label)", at: now)
    let behavior = chosen.url.map(TapBehavior.url) ?? .app
    let tap = Tap(number: number, behavior: behavior, action: chosen)
    return [.tap([tap])]
  }
}

extension AnswerOutcome {
  /// Why an action was not chosen.
  fileprivate func problem(of number: MessageNumber, _ action: MessageAction) -> String {
    switch self {
    case .answered: ""
    case .alreadyAnswered(let label): "Somebody has answered this before: \(label)"
    case .noSuchAction: "The message no longer offers “\(action.label)”."
    case .gone: "Nobody waits for an answer to this any more."
    case .unknownMessage: "\(number) is no longer in the inbox."
    }
  }
}
