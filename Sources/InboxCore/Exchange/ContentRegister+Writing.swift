package import InboxText

/// A push as the exchange sees it: fields by their names in JSON, null for a cleared one.
package struct ContentPush: Sendable, Hashable {
  /// The fields that it carries.
  package var fields: [String: JSONValue]
  /// Whether it carries only a part of the content.
  package var isPartial: Bool

  /// Creates a push.
  package init(_ fields: [String: JSONValue], isPartial: Bool = false) {
    self.fields = fields
    self.isPartial = isPartial
  }
}

extension ContentRegister {
  /// The content of a new message.
  ///
  /// - Parameters:
  ///   - push: What its sender pushed.
  ///   - identity: Source and id.
  ///   - generation: From ``AbsentMark/generation(of:mark:)``.
  ///   - isOccurrence: Whether it has a fold key, so that another machine may make it as well.
  ///   - clock: The time of the push.
  package init(
    _ push: ContentPush, of identity: MessageIdentity, generation: Int64 = 0,
    isOccurrence: Bool = false, at clock: HybridClock
  ) {
    self.generation = generation
    self.identity = identity
    isPartial = push.isPartial
    if isOccurrence {
      self = occurring(push, at: clock)
    } else {
      write(push, at: clock)
    }
  }

  /// The content after one more occurrence: its text stands alone, and asks for attention.
  ///
  /// - Parameters:
  ///   - push: The occurrence.
  ///   - endsSnooze: Whether it is more urgent than the one before.
  ///   - clock: Its time, later than ``latest`` and every status that was seen.
  /// - Returns: The changed content.
  package func occurring(
    _ push: ContentPush, endsSnooze: Bool = false, at clock: HybridClock
  ) -> Self {
    guard !isPurged else { return self }
    var changed = self
    if push.isPartial {
      changed.write(push, at: clock)
    } else {
      changed.isPartial = false
      changed.wholeAt = clock
      changed.fields = push.fields.mapValues { ContentField(value: $0, clock: clock) }
    }
    return changed.raised(endsSnooze: endsSnooze, at: clock)
  }

  /// Notes that the matter is over.
  mutating func end(at clock: HybridClock) {
    attention = Stamped(false, at: clock)
    awoken.insert(clock)
  }

  /// The content that asks for every person's attention again.
  package func raised(endsSnooze: Bool, at clock: HybridClock) -> Self {
    guard !isPurged else { return self }
    var changed = self
    changed.attention = Stamped(true, at: clock)
    changed.raised.insert(clock)
    if endsSnooze { changed.awoken.insert(clock) }
    return changed
  }

  /// The content whose push changed a text, or raised the priority.
  func altered(at clock: HybridClock) -> Self {
    var changed = self
    changed.altered.insert(clock)
    return changed
  }

  /// The content that was asked as a question, to be decided by the timestamp's origin.
  package func asked(at clock: HybridClock) -> Self {
    guard !isPurged else { return self }
    var changed = self
    changed.askedAt = clock
    return changed
  }

  /// What a purge leaves.
  package func purged(at clock: HybridClock) -> Self {
    var purged = ContentRegister(generation: generation)
    purged.purgedAt = max(clock, purgedAt ?? clock)
    return purged
  }

  /// The content with the fields of a row: those that differ were changed by this machine.
  ///
  /// - Parameters:
  ///   - row: All fields of the row that are set.
  ///   - clock: The time of the change, later than ``latest``.
  /// - Returns: nil if no field differs.
  package func taking(_ row: [String: JSONValue], at clock: HybridClock) -> Self? {
    guard !isPurged else { return nil }
    var changed = self
    for (name, value) in row where fields[name]?.value != value {
      changed.fields[name] = ContentField(value: value, isWhole: !isPartial, clock: clock)
    }
    for (name, field) in fields
    where row[name] == nil && field.value != .null && name != Self.received {
      changed.fields[name] = ContentField(value: .null, isWhole: !isPartial, clock: clock)
    }
    return changed == self ? nil : changed
  }

  private init(generation: Int64) {
    self.generation = generation
  }

  mutating func write(_ push: ContentPush, at clock: HybridClock) {
    for (name, value) in push.fields {
      let field = ContentField(value: value, isWhole: !push.isPartial, clock: clock)
      fields[name] = fields[name]?.joined(with: field) ?? field
    }
  }
}
