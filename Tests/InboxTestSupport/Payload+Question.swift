package import InboxCore

extension Payload {
  /// A question with an action for each label, whose ids are the labels in small letters.
  package static func question(
    _ title: String = "Deploy?", id: String? = nil, choices: [String] = ["Yes", "No"]
  ) -> Payload {
    var payload = make(title, id: id)
    payload.ask(choices)
    return payload
  }

  /// Makes it a question.
  package mutating func ask(_ choices: [String]) {
    actions = .set(choices.map { MessageAction(id: $0.lowercased(), label: $0) })
    asks = .set(true)
  }
}
