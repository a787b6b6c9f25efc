package import InboxText

/// The content register of a message: what all machines and persons share of it.
///
/// Each field is written with a timestamp, and joined alone. A purge leaves the generation only; a
/// later push of somebody who knows of it begins the next generation.
package struct ContentRegister: Sendable, Hashable {
  /// 0, and one more after each purge of the message.
  package var generation: Int64
  /// When it was purged; then nothing else is left.
  package internal(set) var purgedAt: HybridClock?
  /// Source and id of the message; nil once it is purged.
  package internal(set) var identity: MessageIdentity?
  /// Whether only the part of the content is here that a push carries.
  package internal(set) var isPartial = false
  /// The fields by their names in JSON; a null is a field that was cleared.
  package internal(set) var fields: [String: ContentField] = [:]
  /// When the newest whole text was written; fields that it did not carry are cleared.
  package internal(set) var wholeAt: HybridClock?
  /// Whether the last matter asks for attention (true), or is over (false); nil when neither came
  /// after the message.
  package internal(set) var attention: Stamped<Bool>?
  /// What asked for attention.
  package internal(set) var raised = OriginClocks()
  /// What ended every person's snooze.
  package internal(set) var awoken = OriginClocks()
  /// What changed a text, or raised the priority, and asks for attention where it is done only.
  package internal(set) var altered = OriginClocks()
  /// When and where it was last asked as a question; its origin decides the answer.
  package internal(set) var askedAt: HybridClock?
  /// Members of newer versions.
  package internal(set) var unknown = UnknownMembers()

  /// Name of the field with the time of arrival, in milliseconds since 1970.
  package static let received = "received"
  /// Name of the field with the time of resolution.
  package static let resolved = "resolved_at"

  /// Whether it was purged.
  package var isPurged: Bool { purgedAt != nil }

  /// The values of the fields that are set.
  package var values: [String: JSONValue] {
    fields.compactMapValues { $0.value == .null ? nil : $0.value }
  }

  /// All that a person can have seen, or not.
  var news: OriginClocks { raised.joined(with: awoken).joined(with: altered) }

  /// When the last of that was written, or the matter was over.
  var newsAt: HybridClock? {
    [attention?.clock, raised.latest, awoken.latest, altered.latest].compactMap(\.self).max()
  }

  /// The highest timestamp in it; nil for none.
  package var latest: HybridClock? {
    [purgedAt, wholeAt, newsAt, askedAt, fields.values.lazy.map(\.clock).max()]
      .compactMap(\.self).max()
  }
}

/// The value of a field of a content register.
package struct ContentField: Sendable, Hashable {
  /// The value; null when it was cleared.
  package var value: JSONValue
  /// Whether a whole payload wrote it; one that carries only a part never replaces it.
  package var isWhole = true
  /// When it was written.
  package var clock: HybridClock

  /// The value that stands: whole before part, then the later, then the greater text.
  func joined(with other: Self) -> Self {
    if isWhole != other.isWhole { return isWhole ? self : other }
    if clock != other.clock { return clock < other.clock ? other : self }
    return value == other.value || value.isAtLeast(other.value) ? self : other
  }

  /// Whether a later whole text that did not carry the field has cleared it.
  func isCleared(by wholeAt: HybridClock) -> Bool { !isWhole || clock < wholeAt }
}

extension ContentRegister {
  /// The content after both registers are known.
  ///
  /// The higher generation stands alone; within one, a purge stands before all else.
  package func joined(with other: Self) -> Self {
    if generation != other.generation { return generation < other.generation ? other : self }
    switch (purgedAt, other.purgedAt) {
    case (let own?, let others?):
      var joined = self
      joined.purgedAt = max(own, others)
      joined.unknown = unknown.joined(with: other.unknown)
      return joined
    case (_?, nil): return self
    case (nil, _?): return other
    case (nil, nil): return self == other ? self : joinedTexts(with: other)
    }
  }

  private func joinedTexts(with other: Self) -> Self {
    var joined = self
    joined.identity = Self.later(identity, other.identity)
    joined.isPartial = isPartial && other.isPartial
    joined.wholeAt = [wholeAt, other.wholeAt].compactMap(\.self).max()
    joined.fields.merge(other.fields) { $0.joined(with: $1) }
    if let wholeAt = joined.wholeAt {
      joined.fields = joined.fields.filter { !$0.value.isCleared(by: wholeAt) }
    }
    joined.attention = Stamped.joined(attention, other.attention, json: JSONValue.bool)
    joined.raised = raised.joined(with: other.raised)
    joined.awoken = awoken.joined(with: other.awoken)
    joined.altered = altered.joined(with: other.altered)
    joined.askedAt = [askedAt, other.askedAt].compactMap(\.self).max()
    joined.unknown = unknown.joined(with: other.unknown)
    return joined
  }

  /// One machine never gives another identity to a subject; if somebody does, the greater text.
  private static func later(
    _ left: MessageIdentity?, _ right: MessageIdentity?
  ) -> MessageIdentity? {
    guard let left, let right, left != right else { return left ?? right }
    let texts = [left, right].map { JSONValue.array([.string($0.source), .string($0.id)]) }
    return texts[0].isAtLeast(texts[1]) ? left : right
  }
}
