import InboxText

@testable import InboxCore

extension ModelMachine {
  /// What a person does to a message's state.
  enum Act: CaseIterable {
    case read, unread, delete, restore, pin, unpin, snooze, unsnooze, done, undone
  }

  /// Changes the state of a message as a person does on the screen.
  mutating func act(
    _ act: Act, on key: String, until end: Int64, in history: inout ModelHistory, at wall: Int64
  ) throws {
    guard let content = listed(key), !held.contains(key) else { return }
    let before = effect(key, content, of: person, at: wall)
    let row = before.applying(act, until: end, at: time(at: wall))
    if row.status == .deleted { history.close(key) }
    let own = state(key, of: person, generation: content.generation)
    guard var changed = try own.taking(row, on: content, at: moment(at: wall)) else { return }
    if !rules.staysAfterSnooze, changed.status?.clock != own.status?.clock {
      changed.status?.clock = try clock(
        after: own.status?.clock, content.attention?.clock, at: wall)
    }
    if !rules.isHybrid { restamp(&changed, since: own, at: wall) }
    if !rules.notesSeen { (changed.seen, changed.seenAt) = (own.seen, own.seenAt) }
    if isNewer, let clock = changed.status?.clock {
      changed.unknown.values["mood"] = .array([.integer(end), JSONValue(clock)])
    }
    record(changed, since: own, key, in: &history)
    send(changed, key)
    if rules.wakesByFunction, effect(key, content, of: person, at: wall) != row {
      history.broke(
        .changeHadNoEffect,
        "\(act) \(key) \(before) \(row) \(effect(key, content, of: person, at: wall)) \(changed) time \(time(at: wall))"
      )
    }
  }

  private mutating func restamp(
    _ state: inout StateRegister, since own: StateRegister, at wall: Int64
  ) {
    if state.status != own.status { state.status?.clock = wallClock(at: wall) }
    if state.pin != own.pin { state.pin?.clock = wallClock(at: wall) }
    if state.snooze != own.snooze { state.snooze?.clock = wallClock(at: wall) }
    if state.done != own.done { state.done?.clock = wallClock(at: wall) }
  }

  private mutating func record(
    _ state: StateRegister, since own: StateRegister, _ key: String, in history: inout ModelHistory
  ) {
    let fields = [
      ("status", state.status?.clock, own.status?.clock),
      ("pin", state.pin?.clock, own.pin?.clock), ("snooze", state.snooze?.clock, own.snooze?.clock),
      ("done", state.done?.clock, own.done?.clock),
    ]
    for case (let name, let clock?, let before) in fields where clock != before {
      add(key, state.generation, "\(name) \(person)", clock, in: &history)
    }
  }

  private mutating func send(_ state: StateRegister, _ key: String) {
    note(key, .state(person: person), .state(state))
    guard rules.transport != .registers else {
      return set(.state(state), key, .state(person: person))
    }
    registers[key, default: [:]][.state(person: person)] = .state(state)
    let address = ModelAddress(key: key, name: .state(person: person))
    entries.append((address, .change(person: person, state)))
    dirty.insert(address)
  }

  /// The naive end of snoozes: the status is written when the clock strikes.
  mutating func wake(at wall: Int64) {
    for key in registers.keys.sorted() {
      guard case .state(var state)? = registers[key]?[.state(person: person)],
        let end = state.snooze?.value, end <= time(at: wall), let clock = state.snooze?.clock,
        woken.insert(clock).inserted, state.status?.value.status == .read
      else { continue }
      state.status?.value = StateRegister.Mark(status: .unread)
      registers[key]?[.state(person: person)] = .state(state)
    }
  }

  /// Removes a message for good.
  mutating func purge(_ key: String, in history: inout ModelHistory, at wall: Int64) throws {
    guard let content = listed(key), !held.contains(key) else { return }
    let purged = content.purged(at: try clock(after: content.latest, at: wall))
    history.purged[key, default: []].insert(content.generation)
    history.close(key)
    set(.content(purged), key, .content)
    guard rules.keepsPurges else { return }
    removeDependents(key, upTo: content.generation)
    marks[key] = AbsentMark(of: purged, identity: content.identity)
  }

  /// Removes a message to keep the maximum; what was not sent is never pruned.
  mutating func prune(_ key: String, in history: inout ModelHistory, at wall: Int64) throws {
    guard let content = listed(key), !held.contains(key) else { return }
    let isSent = !dirty.contains { $0.key == key }
    guard isSent || rules.tellsPruning || !rules.marksPruning else { return }
    history.close(key)
    if rules.tellsPruning {
      return set(
        .content(content.purged(at: try clock(after: content.latest, at: wall))), key, .content)
    }
    guard rules.marksPruning else {
      for name in registers[key, default: [:]].keys { remove(key, name) }
      registers[key] = nil
      return
    }
    history.pruned.insert(key)
    remove(key, .content)
    marks[key] = AbsentMark(
      reason: .pruned, generation: content.generation, identity: content.identity,
      latest: content.latest)
  }

  /// Asks a message as a question, by a script that waits here.
  mutating func ask(_ key: String, in history: inout ModelHistory, at wall: Int64) throws {
    guard let content = listed(key), !held.contains(key) else { return }
    store(content.asked(at: try clock(after: content.latest, at: wall)), key)
  }

  /// Answers a question that looks open here.
  mutating func answer(
    _ key: String, _ label: String, in history: inout ModelHistory, at wall: Int64
  ) {
    guard let content = listed(key), let askedAt = content.askedAt, !held.contains(key),
      shownAnswer(key, content) == nil, answers(key)[origin]?.answers(content) != true
    else { return }
    let answer = AnswerRegister(
      generation: content.generation, askedAt: askedAt, label: label, person: person,
      machine: "machine\(index)", time: max(time(at: wall), 0))
    guard rules.deciding != .first else {
      firstAnswers[key] = answer
      entries.append((ModelAddress(key: key, name: .answer(origin)), .answer(answer)))
      if askedAt.origin == origin {
        let asking = ModelAsking(key: key, clock: askedAt)
        history.returned[asking] = history.returned[asking] ?? label
      }
      return
    }
    set(.answer(answer), key, .answer(origin))
    decide(key, in: &history, at: wall)
  }

  /// Decides the answer if this machine asks, and tells its script.
  mutating func decide(_ key: String, in history: inout ModelHistory, at wall: Int64) {
    guard rules.deciding != .first, let content = listed(key) else { return }
    let name = decisionName
    let known = decision(key)
    guard
      let decision = AnswerRegister.decided(
        content, among: answers(key), unless: known, by: origin)
    else { return }
    set(.decision(decision), key, name)
    let asking = ModelAsking(key: key, clock: decision.askedAt)
    history.returned[asking] = history.returned[asking] ?? decision.label
  }

  private var decisionName: RegisterName {
    .decision(rules.deciding == .oneDecision ? ExchangeOrigin(rawValue: 0) : origin)
  }

  private func decision(_ key: String) -> AnswerRegister? {
    if case .decision(let decision)? = registers[key]?[decisionName] { decision } else { nil }
  }

  /// The answer that is shown here.
  func shownAnswer(_ key: String, _ content: ContentRegister) -> AnswerRegister? {
    switch rules.deciding {
    case .asker: return AnswerRegister.shown(content, decisions: decisions(key))
    case .first: return firstAnswers[key].flatMap { $0.answers(content) ? $0 : nil }
    case .oneDecision:
      let decision = decision(key)
      return decision?.generation == content.generation ? decision : nil
    }
  }
}

extension MessageState {
  /// The state after a verb, as in the store.
  fileprivate func applying(_ act: ModelMachine.Act, until end: Int64, at now: Int64)
    -> MessageState
  {
    var state = self
    switch act {
    case .read: (state.status, state.statusBeforeDelete) = (.read, nil)
    case .unread: (state.status, state.statusBeforeDelete, state.doneAt) = (.unread, nil, nil)
    case .delete where status != .deleted:
      (state.status, state.statusBeforeDelete) = (.deleted, status)
    case .restore where status == .deleted:
      (state.status, state.statusBeforeDelete) = (statusBeforeDelete ?? .unread, nil)
    case .pin: state.isPinned = true
    case .unpin: state.isPinned = false
    case .snooze where end > now && status != .deleted:
      (state.snoozedUntil, state.doneAt) = (end, nil)
    case .unsnooze where (snoozedUntil ?? now) > now: state.snoozedUntil = nil
    case .done where status != .deleted && doneAt == nil:
      (state.status, state.snoozedUntil, state.doneAt) = (.read, nil, now)
    case .undone where status != .deleted: state.doneAt = nil
    case .delete, .restore, .snooze, .unsnooze, .done, .undone: break
    }
    return state
  }
}
