import InboxText

@testable import InboxCore

/// What a person sees of a message.
struct ModelView: Hashable {
  var generation: Int64
  var fields: [String: JSONValue]
  var isPartial: Bool
  var states: [String: MessageState]
  var count: Int64
  var answer: String?
}

extension ModelMachine {
  /// What is in the list here.
  func view(at wall: Int64) -> [String: ModelView] {
    var views: [String: ModelView] = [:]
    for key in keys where !held.contains(key) {
      guard let content = listed(key) else { continue }
      var states: [String: MessageState] = [:]
      for person in ["ann", "bob"] { states[person] = effect(key, content, of: person, at: wall) }
      views[key] = ModelView(
        generation: content.generation, fields: content.values, isPartial: content.isPartial,
        states: states, count: count(key, content), answer: shownAnswer(key, content)?.label)
    }
    return views
  }

  private func count(_ key: String, _ content: ContentRegister) -> Int64 {
    let first: Int64 = FoldID(key) == nil ? 1 : 0
    switch rules.counting {
    case .byOrigin, .oneNumber: return OccurrenceCounter.shown(counters(key), of: content)
    case .increments: return first + (sums[key]?[content.generation] ?? 0)
    case .withoutFirst:
      let own = counters(key).filter { $0.generation == content.generation }
      return own.reduce(1) { $0 + $1.count }
    }
  }
}

extension ModelWorld {
  /// Checks all that must hold at rest.
  mutating func check() {
    let views = machines.map { $0.view(at: wall) }
    for index in machines.indices.dropFirst() {
      compare(views[0], views[index], sparing: absent(0).union(absent(index)))
    }
    compareRegisters()
    checkNewcomer(views)
    checkMessages(views)
    for (view, machine) in zip(views, machines) { check(view, of: machine) }
    for machine in machines { checkPruned(machine) }
    checkFolds(views)
    checkAnswers()
  }

  /// Messages that a machine does not show though the others do.
  private func absent(_ index: Int) -> Set<String> {
    let machine = machines[index]
    return machine.held.union(machine.marks.filter { $0.value.reason == .pruned }.keys)
  }

  private mutating func compare(
    _ left: [String: ModelView], _ right: [String: ModelView], sparing absent: Set<String>
  ) {
    for key in Set(left.keys).union(right.keys).subtracting(absent) {
      guard let one = left[key], let other = right[key] else {
        history.broke(
          .messageOnSomeMachinesOnly,
          "\(key) \(String(describing: left[key])) \(String(describing: right[key]))")
        continue
      }
      let differences: [(Violation, Bool)] = [
        (.generationDiffers, one.generation != other.generation),
        (.contentDiffers, (one.fields, one.isPartial) != (other.fields, other.isPartial)),
        (.statusDiffers, one.states.mapValues(\.status) != other.states.mapValues(\.status)),
        (.pinDiffers, one.states.mapValues(\.isPinned) != other.states.mapValues(\.isPinned)),
        (
          .snoozeDiffers,
          one.states.mapValues(\.snoozedUntil) != other.states.mapValues(\.snoozedUntil)
        ),
        (.doneDiffers, one.states.mapValues(\.doneAt) != other.states.mapValues(\.doneAt)),
        (.countDiffers, one.count != other.count), (.answerDiffers, one.answer != other.answer),
      ]
      for (violation, isBroken) in differences where isBroken {
        history.broke(violation, "\(key) \(one) \(other)")
      }
    }
  }

  /// All machines have the same values, also of what they do not know.
  private mutating func compareRegisters() {
    guard rules.transport == .registers else { return }
    let keys = Set(machines.flatMap { $0.registers.keys })
    for key in keys where !machines.indices.contains(where: { absent($0).contains(key) }) {
      let all = machines.map { $0.registers[key]?.filter { !$0.value.isEnded } ?? [:] }
      if all.contains(where: { $0 != all[0] }) {
        let text = difference(key, all)
        history.broke(.registersDiffer, text)
      }
    }
  }

  private func difference(_ key: String, _ all: [[RegisterName: ExchangeRegister]]) -> String {
    let names = Set(all.flatMap(\.keys)).filter { name in
      all.contains { $0[name] != all[0][name] }
    }
    let texts = names.map { name in
      all.map { $0[name].map { String(decoding: $0.bytes, as: UTF8.self) } ?? "-" }
    }
    return "\(key) \(names) \(texts)"
  }

  /// A machine that joins at the end sees what the others see.
  private mutating func checkNewcomer(_ views: [[String: ModelView]]) {
    guard rules.transport == .registers, rules.counting != .increments, rules.deciding != .first
    else { return }
    var newcomer = ModelMachine(index: 5, person: "ann", rules: rules)
    var copy = history
    var own = stream
    let sent = try? newcomer.exchange(with: &own, in: &copy, at: wall, lifetimes) { false }
    if sent != 0 { history.broke(.machinesNeverRest) }
    let view = newcomer.view(at: wall)
    for (index, other) in views.enumerated() {
      for key in Set(view.keys).union(other.keys).subtracting(absent(index))
      where view[key] != other[key] {
        history.broke(
          .newcomerSeesAnother,
          "\(key) machine \(index) \(String(describing: view[key])) \(String(describing: other[key]))"
        )
      }
    }
  }

  private mutating func checkMessages(_ views: [[String: ModelView]]) {
    for (key, made) in history.made {
      let isHere = machines.indices.contains { views[$0][key] != nil || absent($0).contains(key) }
      let purged = history.purged[key] ?? []
      if !isHere, !made.isSubset(of: purged) {
        history.broke(.acknowledgedMessageLost, "\(key) \(made) \(purged)")
      }
      guard !history.loose.contains(key), !history.forgotten.contains(key) else { continue }
      for view in views {
        if let generation = view[key]?.generation, purged.contains(generation) {
          history.broke(.purgedMessageCameBack, "\(key)")
        }
      }
    }
    for view in views {
      for (key, seen) in view
      where history.made[key]?.contains(seen.generation) != true && !history.loose.contains(key) {
        history.broke(.purgedMessageCameBack, "\(key)")
      }
    }
  }

  /// What asked for attention after it was pruned is here.
  private mutating func checkPruned(_ machine: ModelMachine) {
    for (key, mark) in machine.marks where mark.reason == .pruned {
      let field = ModelField(key: key, generation: mark.generation, name: "attention")
      guard !history.forgotten.contains(key), !history.loose.contains(key),
        let latest = mark.latest,
        let newest = history.changes[field]?.max(by: { $0.clock < $1.clock }), newest.raises
      else { continue }
      if latest < newest.clock { history.broke(.occurrenceNotSeenByAPerson, "\(key) \(mark)") }
    }
  }

  private mutating func checkFolds(_ views: [[String: ModelView]]) {
    for view in views {
      let open = view.keys.compactMap { FoldID($0)?.hash }
      for hash in Set(open) where !history.closedFolds.contains(hash) {
        if open.count(where: { $0 == hash }) > 1 { history.broke(.twoMessagesOfOneFoldKey) }
      }
    }
  }

  private mutating func checkAnswers() {
    guard rules.deciding != .first else { return checkFirstAnswers() }
    for (asking, label) in history.returned {
      for machine in machines where !absent(machine.index).contains(asking.key) {
        guard let content = machine.listed(asking.key), content.askedAt == asking.clock else {
          continue
        }
        if machine.shownAnswer(asking.key, content)?.label != label {
          history.broke(.scriptActedOnAnotherAnswer, "\(asking) \(label) machine \(machine.index)")
        }
      }
    }
    // A script that was asked over is told what it decided, too.
    guard rules.deciding == .asker else { return }
    for machine in machines {
      for (key, registers) in machine.registers {
        for case (_, .decision(let decision)) in registers {
          let told = history.returned[ModelAsking(key: key, clock: decision.askedAt)]
          if told != decision.label {
            history.broke(.scriptActedOnAnotherAnswer, "\(key) \(told ?? "-") \(decision)")
          }
        }
      }
    }
  }

  private mutating func checkFirstAnswers() {
    for (asking, label) in history.returned {
      for machine in machines {
        guard let content = machine.listed(asking.key), content.askedAt == asking.clock,
          let shown = machine.shownAnswer(asking.key, content)
        else { continue }
        if shown.label != label { history.broke(.scriptActedOnAnotherAnswer) }
      }
    }
  }
}

extension ExchangeRegister {
  /// Whether it is what a purge leaves, which ends on each machine by its own clock.
  fileprivate var isEnded: Bool {
    if case .content(let content) = self { content.isPurged } else { false }
  }
}
