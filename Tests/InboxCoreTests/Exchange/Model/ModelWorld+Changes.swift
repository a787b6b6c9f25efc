@testable import InboxCore

extension ModelWorld {
  /// Checks the fields of what one machine shows against all changes that were made.
  mutating func check(_ view: [String: ModelView], of machine: ModelMachine) {
    for (key, seen) in view where !history.loose.contains(key) {
      guard let content = machine.listed(key) else { continue }
      if !history.forgotten.contains(key) {
        checkContent(key, content)
        for person in ["ann", "bob"] { checkState(key, content, of: person, on: machine) }
      }
      let first: Int64 = FoldID(key) == nil ? 1 : 0
      let pushes = history.pushes[key]?[content.generation] ?? 0
      if seen.count != first + pushes {
        history.broke(
          .countIsNotNumberOfPushes,
          "\(key) \(seen.count) \(first + pushes) machine \(machine.index)")
      }
    }
  }

  private mutating func checkContent(_ key: String, _ content: ContentRegister) {
    for name in ["title", "body", ContentRegister.resolved, "attention"] {
      let field = ModelField(key: key, generation: content.generation, name: name)
      guard let changes = history.changes[field] else { continue }
      let known = content.fields[name]
      let clock = name == "attention" ? content.attention?.clock : known?.clock ?? content.wholeAt
      let whole = changes.filter(\.isWhole)
      if !whole.isEmpty, known?.isWhole == false {
        history.broke(.partStandsBeforeWhole, "\(field)")
        continue
      }
      if let clock, !whole.isEmpty, !whole.contains(where: { $0.clock == clock }) {
        history.broke(.partStandsBeforeWhole, "\(field)")
      }
      check(whole.isEmpty ? changes : whole, standing: clock)
    }
  }

  private mutating func checkState(
    _ key: String, _ content: ContentRegister, of person: String, on machine: ModelMachine
  ) {
    let owner = rules.separatesPersons ? person : "all"
    let state = machine.state(key, of: owner, generation: content.generation)
    let isCurrent = state.generation == content.generation
    let clocks = [
      ("status", state.status?.clock), ("pin", state.pin?.clock), ("snooze", state.snooze?.clock),
      ("done", state.done?.clock),
    ]
    for (name, clock) in clocks {
      let field = ModelField(key: key, generation: content.generation, name: "\(name) \(owner)")
      let changes = history.changes[field] ?? []
      check(changes, standing: isCurrent ? clock : nil)
      if isCurrent, let clock, Self.persons[Int(clock.origin.rawValue % 10) - 1] != person {
        history.broke(.stateOfAnotherPerson)
      }
    }
    // What is marked as done is read by that.
    let done = state.done.flatMap { $0.value == nil ? nil : $0.clock }
    let read = [state.status?.clock, done].compactMap(\.self).max()
    checkAttention(key, content, isCurrent ? read : nil, of: owner, on: machine)
    checkAltered(key, content, of: owner, on: machine)
  }

  /// Who has set no status since the newest occurrence, or not seen one, has it unread.
  private mutating func checkAttention(
    _ key: String, _ content: ContentRegister, _ status: HybridClock?, of person: String,
    on machine: ModelMachine
  ) {
    let field = ModelField(key: key, generation: content.generation, name: "attention")
    let changes = history.changes[field] ?? []
    let effect = machine.effect(key, content, of: person, at: wall)
    let isUnseen = changes.contains { $0.raises && !hasSeen($0, person) }
    // Also where it is over since.
    if isUnseen, effect.doneAt != nil {
      history.broke(.occurrenceNotSeenByAPerson, "\(changes) \(effect)")
    }
    guard let newest = changes.max(by: { $0.clock < $1.clock }), newest.raises,
      status.map(newest.seenStatus.contains) ?? true || isUnseen
    else { return }
    if effect.status != .unread || effect.doneAt != nil {
      history.broke(.occurrenceNotSeenByAPerson, "\(newest) \(effect)")
    }
  }

  /// What changed a text, and a person has not seen, is not done.
  private mutating func checkAltered(
    _ key: String, _ content: ContentRegister, of person: String, on machine: ModelMachine
  ) {
    let field = ModelField(key: key, generation: content.generation, name: "altered")
    guard let change = history.changes[field]?.first(where: { !hasSeen($0, person) }) else {
      return
    }
    let effect = machine.effect(key, content, of: person, at: wall)
    if effect.doneAt != nil { history.broke(.changeNotSeenByAPerson, "\(change) \(effect)") }
  }

  /// Whether a person has changed a state where news was known, or later news of its machine.
  private func hasSeen(_ news: ModelChange, _ person: String) -> Bool {
    ["status", "snooze", "done"].contains { name in
      var field = news.field
      field.name = "\(name) \(person)"
      return history.changes[field]?.contains { change in
        change.seenAttention.contains { $0.origin == news.clock.origin && news.clock <= $0 }
      } ?? false
    }
  }

  /// Of all changes of a field the newest stands, and none that another had seen.
  private mutating func check(_ changes: [ModelChange], standing clock: HybridClock?) {
    guard !changes.isEmpty else { return }
    guard let clock else {
      return history.broke(
        .newestChangeDoesNotStand,
        "\(changes[0].field) \(String(describing: clock)) \(changes.map(\.clock))")
    }
    if changes.contains(where: { $0.clock != clock && $0.seen.contains(clock) }) {
      history.broke(.changeWonOverOneThatHadSeenIt, "\(changes[0].field) \(clock)")
    }
    if rules.isHybrid, changes.contains(where: { clock < $0.clock }) {
      history.broke(
        .newestChangeDoesNotStand,
        "\(changes[0].field) \(String(describing: clock)) \(changes.map(\.clock))")
    }
  }
}
