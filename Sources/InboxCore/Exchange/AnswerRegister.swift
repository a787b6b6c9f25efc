import InboxText

/// An answer to a question, given on one machine, or the decision of the machine that asks.
///
/// Both have one writer, whose origin is in the register's name. The first answer to an asking
/// never changes; only when the question is asked again, a new one counts.
package struct AnswerRegister: Sendable, Hashable {
  /// The generation of the content.
  package var generation: Int64
  /// The timestamp of the asking that it answers, from ``ContentRegister/askedAt``.
  package var askedAt: HybridClock
  /// The label of the chosen action, or the text.
  package var label: String
  /// The person who answered.
  package var person: String?
  /// The name of the machine on which the answer was given.
  package var machine: String?
  /// When the answer was given, in milliseconds since 1970.
  package var time: Int64
  /// Members of newer versions.
  package internal(set) var unknown = UnknownMembers()

  /// The answer after both are known: the higher generation, the later asking, the first answer.
  package func joined(with other: Self) -> Self {
    if generation != other.generation { return generation < other.generation ? other : self }
    if askedAt != other.askedAt { return askedAt < other.askedAt ? other : self }
    var joined = isBefore(other) ? self : other
    joined.unknown = unknown.joined(with: other.unknown)
    return joined
  }

  /// Whether it was given first; of two at one time, the lesser text.
  private func isBefore(_ other: Self) -> Bool {
    if time != other.time { return time < other.time }
    return other.plain.isAtLeast(plain)
  }

  private var plain: JSONValue {
    .array([.string(label), .string(person ?? ""), .string(machine ?? "")])
  }

  /// Whether it answers the question as it stands.
  package func answers(_ content: ContentRegister) -> Bool {
    content.askedAt == askedAt && content.generation == generation
  }
}

extension AnswerRegister {
  /// The decision of the machine that asks: the first answer that it has seen.
  ///
  /// - Parameters:
  ///   - content: The content of the question.
  ///   - answers: The answers that this machine has seen, by the origins of their machines.
  ///   - decision: The decision of this machine so far.
  ///   - origin: This machine.
  /// - Returns: The decision to write; nil where another machine asks, it is decided, or nobody has
  ///   answered.
  package static func decided(
    _ content: ContentRegister, among answers: [ExchangeOrigin: AnswerRegister],
    unless decision: AnswerRegister?, by origin: ExchangeOrigin
  ) -> AnswerRegister? {
    guard content.askedAt?.origin == origin, decision?.answers(content) != true else { return nil }
    return answers.filter { $0.value.answers(content) }
      .min { ($0.value.time, $0.key) < ($1.value.time, $1.key) }?.value
  }

  /// The answer that everybody is shown: the decision of the machine that asked last.
  ///
  /// - Parameters:
  ///   - content: The content of the question.
  ///   - decisions: The decisions by the origins of the machines that asked.
  /// - Returns: nil while it is open.
  package static func shown(
    _ content: ContentRegister, decisions: [ExchangeOrigin: AnswerRegister]
  ) -> AnswerRegister? {
    guard let asker = content.askedAt?.origin, let decision = decisions[asker] else { return nil }
    return decision.answers(content) ? decision : nil
  }
}

extension AnswerRegister {
  /// The register as JSON; equal registers have equal texts.
  var json: JSONValue {
    var members = unknown.values
    members["v"] = .integer(ExchangeRegister.version)
    members["g"] = .integer(generation)
    members["q"] = JSONValue(askedAt)
    members["label"] = .string(label)
    members["by"] = person.map(JSONValue.string)
    members["on"] = machine.map(JSONValue.string)
    members["at"] = .integer(time)
    return .object(members)
  }

  /// Decodes the members after the version.
  init(_ reader: inout MemberReader) throws(RegisterError) {
    self.init(
      generation: try reader.integer("g").required(), askedAt: try reader.clock("q").required(),
      label: try reader.text("label").required(), person: try reader.text("by"),
      machine: try reader.text("on"),
      time: try reader.integer("at", in: 0...HybridClock.latestMilliseconds).required())
    unknown = reader.unknown
  }
}
