import InboxText

/// A register as this inbox has it.
struct StoredRegister: Hashable {
  /// What is still to be done with a value.
  enum Sending: Int64 {
    /// The stream has it, or one that includes it.
    case sent = 0
    /// It must be sent.
    case due = 1
    /// The value of the stream must be read first: the message was pruned, and came back.
    case returning = 2
    /// The stream has refused it; it is sent again after a change, or later.
    case held = 3
    /// Its message was purged; it must be sent once more, so that it expires in the stream.
    ///
    /// It is no longer a value of the message: ``ExchangedMessage`` has no leftovers.
    case leftover = 4
  }

  /// The value after all joins.
  var register: ExchangeRegister
  /// Its last known sequence in the stream; 0 in a stream that was lost, nil if it never was in one.
  var sequence: Int64?
  /// What is still to be done.
  var sending: Sending
}

/// A register that was read from the stream.
struct IncomingRegister: Hashable {
  /// The name of the register.
  var name: RegisterName
  /// The value.
  var register: ExchangeRegister
  /// The value as it came.
  var bytes: [UInt8]
  /// Its sequence in the stream.
  var sequence: Int64
  /// Whether it expires in the stream.
  var isEnding = false
}

/// What this inbox knows of one message in an exchange: its registers, and why it is absent.
///
/// The rules are those of the model in the tests. Nothing here reads or writes a database.
struct ExchangedMessage: Hashable {
  /// The registers by name.
  private(set) var registers: [RegisterName: StoredRegister] = [:]
  /// Why the message is not here; nil while it is.
  var mark: AbsentMark?
  /// The registers that were changed since reading, or removed.
  private(set) var changed: Set<RegisterName> = []
  /// The bytes of those that stand as they came.
  private(set) var received: [RegisterName: [UInt8]] = [:]

  /// The content, also a purged one; nil if it is unknown, or of a newer version.
  var content: ContentRegister? {
    if case .content(let content)? = registers[.content]?.register { content } else { nil }
  }

  /// The content of a message that is here.
  var listed: ContentRegister? {
    guard let content, !content.isPurged, mark?.reason != .pruned else { return nil }
    return content
  }

  /// The state of a person; that of nobody's doing if there is none.
  func state(of person: String, generation: Int64) -> StateRegister {
    if case .state(let state)? = registers[.state(person: person)]?.register { return state }
    return StateRegister(generation: generation)
  }

  /// The highest timestamp of any person's status.
  var statusAt: HybridClock? {
    registers.values.lazy.compactMap {
      if case .state(let state) = $0.register { state.statusAt } else { nil }
    }.max()
  }

  /// The counters of all machines.
  var counters: [OccurrenceCounter] {
    registers.values.compactMap {
      if case .occurrences(let counter) = $0.register { counter } else { nil }
    }
  }

  /// The answers by the machines on which they were given.
  var answers: [ExchangeOrigin: AnswerRegister] {
    registers.reduce(into: [:]) { answers, entry in
      if case (.answer(let origin), .answer(let answer)) = (entry.key, entry.value.register) {
        answers[origin] = answer
      }
    }
  }

  /// The decisions by the machines that asked.
  var decisions: [ExchangeOrigin: AnswerRegister] {
    registers.reduce(into: [:]) { decisions, entry in
      if case (.decision(let origin), .decision(let decision)) = (entry.key, entry.value.register) {
        decisions[origin] = decision
      }
    }
  }
}

extension ExchangedMessage {
  /// Sets a register that this machine has changed.
  mutating func set(
    _ register: ExchangeRegister, _ name: RegisterName,
    sending: StoredRegister.Sending = .due
  ) {
    let former = registers[name]
    // What must be read first is not sent earlier by a further change.
    let kept = former?.sending == .returning ? .returning : sending
    registers[name] = StoredRegister(register: register, sequence: former?.sequence, sending: kept)
    received[name] = nil
    changed.insert(name)
  }

  /// Removes the registers of generations that are over, other than the content.
  mutating func removeDependents(upTo generation: Int64) {
    for (name, stored) in registers where name != .content {
      guard let own = stored.register.generation, own <= generation else { continue }
      remove(name)
    }
  }

  /// Removes a register.
  mutating func remove(_ name: RegisterName) {
    guard registers.removeValue(forKey: name) != nil else { return }
    changed.insert(name)
  }

  /// Takes up a value of the stream.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - now: The time in milliseconds since 1970.
  ///   - isOrdered: Whether its sequence tells if the stream still has it.
  mutating func take(_ value: IncomingRegister, at now: Int64, isOrdered: Bool = true) {
    let former = registers[value.name]
    if value.name != .content, isOver(value.register) {
      if isOrdered { replace(value) }
      return
    }
    take(value.register, value.name, sequence: value.sequence, at: now)
    if !isOrdered, let former, former.sending == .sent,
      registers[value.name]?.register == former.register
    {
      // A lesser value in the file of another machine replaces none.
      registers[value.name] = former
      return
    }
    if isOrdered, let former, let replaced = former.sequence, replaced > value.sequence {
      takeReplaced(value.name, former, replaced)
      return
    }
    guard let stored = registers[value.name], stored.register == value.register else { return }
    // Texts that are still beside a purge are not kept.
    if case .content(let content) = value.register, content.isPurged { return }
    received[value.name] = value.bytes
  }

  /// Sends a register again that a value of an earlier generation has replaced in the stream.
  ///
  /// Such a value comes from a machine of the same person that had not yet read of the purge, and
  /// knew of no value to replace.
  private mutating func replace(_ value: IncomingRegister) {
    guard let stored = registers[value.name], stored.sending == .sent,
      stored.sequence ?? 0 < value.sequence
    else { return }
    registers[value.name]?.sequence = value.sequence
    registers[value.name]?.sending = .due
    changed.insert(value.name)
  }

  /// Takes up that a value which was read is no longer in the stream: the former one has replaced it.
  private mutating func takeReplaced(
    _ name: RegisterName, _ former: StoredRegister, _ sequence: Int64
  ) {
    guard let taken = registers[name] else { return }
    var isOlder = taken.register == former.register
    // What cannot be joined is the last of its layout.
    if case .opaque = taken.register { isOlder = former.register.layout >= taken.register.layout }
    guard !isOlder else {
      registers[name] = former
      return
    }
    registers[name]?.sequence = sequence
    // The stream lacks what the value has added.
    registers[name]?.sending = .due
  }

  /// Takes up a value.
  ///
  /// - Parameters:
  ///   - incoming: The value.
  ///   - name: The name of its register.
  ///   - sequence: Its sequence in the stream; nil for a value that was read before the content of
  ///     its message was known.
  ///   - now: The time in milliseconds since 1970.
  mutating func take(
    _ incoming: ExchangeRegister, _ name: RegisterName, sequence: Int64?, at now: Int64
  ) {
    guard admits(incoming, name, at: now) else { return }
    let uptake = Uptake(incoming, over: registers[name]?.register)
    registers[name] = StoredRegister(
      register: uptake.register, sequence: sequence, sending: uptake.isDirty ? .due : .sent)
    received[name] = nil
    changed.insert(name)
    guard case .content(let content) = uptake.register else { return }
    removeDependents(upTo: content.isPurged ? content.generation : content.generation - 1)
    if content.isPurged {
      mark = mark?.joined(with: content) ?? AbsentMark(of: content)
    } else {
      mark = nil
    }
  }

  /// Whether a value concerns a message that is, or may come, here.
  private func admits(_ incoming: ExchangeRegister, _ name: RegisterName, at now: Int64) -> Bool {
    if name != .content, isOver(incoming) { return false }
    guard case .content(let content) = incoming, let mark, mark.reason == .pruned else {
      return true
    }
    return content.isPurged || mark.admits(content, at: now)
  }

  /// Whether a register belongs to a generation that was purged, or to an earlier one.
  func isOver(_ register: ExchangeRegister) -> Bool {
    guard let content, let generation = register.generation else { return false }
    return generation < content.generation
      || (generation == content.generation && content.isPurged)
  }

  /// Takes up what came before the content of the message was known.
  mutating func take(early: ExchangedMessage, at now: Int64) {
    for (name, stored) in early.registers.sorted(by: { $0.key < $1.key }) {
      take(stored.register, name, sequence: stored.sequence, at: now)
      if stored.sending == .due { registers[name]?.sending = .due }
    }
  }

  /// Decides on an answer if this machine asks; see ``AnswerRegister/decided(_:among:unless:by:)``.
  ///
  /// A question that has expired is not decided any more: its script no longer waits.
  ///
  /// - Parameter moment: The present time, and this inbox.
  /// - Throws: ``HybridClockError/exhausted(_:)``.
  mutating func decide(at moment: ExchangeMoment) throws(HybridClockError) {
    guard let content = listed,
      let decision = AnswerRegister.decided(
        content, among: answers, unless: decisions[moment.origin], by: moment.origin)
    else { return }
    let expiry = "expires_at"
    if case .integer(let end)? = content.values[expiry] {
      guard end > moment.now else { return }
      // An answered question no longer expires.
      var values = content.values
      values[expiry] = nil
      if let changed = content.taking(values, at: try moment.clock(after: content.latest)) {
        set(.content(changed), .content)
      }
    }
    set(.decision(decision), .decision(moment.origin))
  }
}
