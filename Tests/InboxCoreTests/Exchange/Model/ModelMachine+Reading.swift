import InboxText

@testable import InboxCore

extension ModelMachine {
  /// Takes up one value of the stream.
  mutating func take(_ entry: ModelStream.Entry, in history: inout ModelHistory, at wall: Int64) {
    let address = entry.address
    switch entry.value {
    case .register(let register):
      guard entry.isReadable else { return }
      confirmed.insert(address)
      guard hasKey || !rules.waitsForKey else { return sealed[address] = register }
      guard hasKey else { return }
      take(register, address, at: wall)
      if case .answer = address.name { decide(address.key, in: &history, at: wall) }
      if case .content = address.name { decide(address.key, in: &history, at: wall) }
    case .change(let person, let state):
      guard entry.writer != index || rules.transport == .logInPlace else { return }
      assign(state, of: person, address.key)
    case .increment(let generation):
      guard entry.writer != index else { return }
      sums[address.key, default: [:]][generation, default: 0] += 1
    case .answer(let answer):
      takeFirst(answer, address.key, in: &history)
    }
  }

  /// Takes up the values that were kept while the key was wrong.
  mutating func takeSealed(
    in history: inout ModelHistory, at wall: Int64, _ lifetimes: ModelLifetimes
  ) {
    hasKey = true
    // Of a purge that has ended nothing is taken up, neither the mark nor what belongs to it.
    let ended = Set(sealed.filter { isEnded($0.value, at: wall, lifetimes) }.map(\.key.key))
    for (address, register) in sealed.sorted(by: { $0.key < $1.key })
    where !ended.contains(address.key) {
      take(register, address, at: wall)
      decide(address.key, in: &history, at: wall)
    }
    sealed = [:]
    // The stream may have forgotten them in the meantime: everything is compared.
    epoch = -1
  }

  private mutating func take(
    _ incoming: ExchangeRegister, _ address: ModelAddress, at wall: Int64
  ) {
    let (key, name) = (address.key, address.name)
    note(key, name, incoming)
    guard admits(incoming, address, at: wall) else { return }
    if held.remove(key) != nil { giveWay(key) }
    let own = registers[key]?[name]
    let (register, isDirty) = joined(incoming, over: own, address)
    registers[key, default: [:]][name] = register
    if isDirty, rules.repairs { dirty.insert(address) } else if !isDirty { dirty.remove(address) }
    if case .content(let content) = register, rules.keepsPurges {
      removeDependents(key, upTo: content.generation - 1)
    }
    if case .content(let content) = register, let mark = AbsentMark(of: content) {
      if rules.keepsPurges {
        marks[key] = marks[key]?.joined(with: content) ?? mark
        removeDependents(key, upTo: content.generation)
      }
    } else if case .content(let content) = register, let mark = marks[key], mark.reason == .pruned,
      mark.admits(content, at: wall)
    {
      marks[key] = nil
    }
  }

  /// Whether a value concerns a message that is, or may come, here.
  private mutating func admits(
    _ incoming: ExchangeRegister, _ address: ModelAddress, at wall: Int64
  ) -> Bool {
    let key = address.key
    if let content = content(key), address.name != .content,
      let generation = incoming.generation,
      generation < content.generation || (generation == content.generation && content.isPurged)
    {
      return !rules.keepsPurges
    }
    guard case .content(let content) = incoming, let mark = marks[key] else { return true }
    if content.isPurged { return true }
    guard mark.reason == .pruned else { return true }
    guard rules.returnsWithNews || content.generation > mark.generation else { return false }
    return mark.admits(content, at: wall)
  }

  /// What a held message has here gives way to what the exchange has.
  private mutating func giveWay(_ key: String) {
    for (name, register) in registers[key, default: [:]] where register.generation != nil {
      remove(key, name)
    }
  }

  private mutating func joined(
    _ incoming: ExchangeRegister, over own: ExchangeRegister?, _ address: ModelAddress
  ) -> (ExchangeRegister, isDirty: Bool) {
    guard let own else { return (incoming, false) }
    if case .opaque(let left) = own, case .opaque(let right) = incoming {
      if isNewer {
        let newer = left.bytes.lexicographicallyPrecedes(right.bytes) ? own : incoming
        return (newer, newer != incoming)
      }
      if !rules.restsWithNewer {
        let joined = own.joined(with: incoming)
        return (joined, joined != incoming)
      }
    }
    if rules.transport != .registers, case .state(let left) = own, case .state(let right) = incoming
    {
      return joinedSnooze(left, right)
    }
    if let naive = naivelyJoined(incoming, over: own) { return (naive, naive != incoming) }
    let uptake = Uptake(incoming, over: own)
    if !rules.notesEachMachine, case .content(var content) = uptake.register {
      content.raised = OriginClocks()
      content.raised.insert(content.attention?.clock)
      return (.content(content), .content(content) != incoming)
    }
    return (uptake.register, uptake.isDirty)
  }

  private func naivelyJoined(
    _ incoming: ExchangeRegister, over own: ExchangeRegister
  ) -> ExchangeRegister? {
    if rules.deciding == .oneDecision, case .decision(let left) = own,
      case .decision(let right) = incoming, left.generation == right.generation
    {
      return left.time <= right.time ? own : incoming
    }
    guard case .content(let left) = own, case .content(let right) = incoming else { return nil }
    let isLater = (left.latest ?? .zero) < (right.latest ?? .zero)
    if !rules.keepsPurges, left.isPurged != right.isPurged { return isLater ? incoming : own }
    if !rules.joinsFields, left.generation == right.generation, !left.isPurged, !right.isPurged {
      return isLater ? incoming : own
    }
    return nil
  }

  private func joinedSnooze(
    _ own: StateRegister, _ incoming: StateRegister
  ) -> (ExchangeRegister, isDirty: Bool) {
    var joined = own
    if own.generation < incoming.generation {
      joined = StateRegister(generation: incoming.generation)
    }
    guard joined.generation == incoming.generation else { return (.state(joined), true) }
    joined.snooze = Stamped.joined(joined.snooze, incoming.snooze) {
      $0.map { .integer($0) } ?? .null
    }
    return (.state(joined), joined.snooze != incoming.snooze)
  }

  private mutating func assign(_ change: StateRegister, of person: String, _ key: String) {
    note(key, .state(person: person), .state(change))
    var state = state(key, of: person, generation: change.generation)
    guard state.generation <= change.generation else { return }
    if state.generation < change.generation { state = StateRegister(generation: change.generation) }
    state.status = change.status ?? state.status
    state.pin = change.pin ?? state.pin
    registers[key, default: [:]][.state(person: person)] = .state(state)
  }

  private mutating func takeFirst(
    _ answer: AnswerRegister, _ key: String, in history: inout ModelHistory
  ) {
    if firstAnswers[key]?.askedAt != answer.askedAt { firstAnswers[key] = answer }
    guard answer.askedAt.origin == origin, let first = firstAnswers[key] else { return }
    let asking = ModelAsking(key: key, clock: answer.askedAt)
    history.returned[asking] = history.returned[asking] ?? first.label
  }
}

extension HybridClock {
  /// Before all others.
  static let zero = HybridClock(milliseconds: 0, origin: ExchangeOrigin(rawValue: 0))
}
