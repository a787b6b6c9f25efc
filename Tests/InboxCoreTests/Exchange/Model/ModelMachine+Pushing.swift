import InboxText

@testable import InboxCore

/// A push of a sender in a model.
struct ModelPush {
  var title: String
  var body: String?
  var isPartial = false
  /// Whether an existing message asks for attention again.
  var resurfaces = false
  /// Whether it is more urgent than the one before.
  var isUrgent = false

  func content(_ rules: ModelRules) -> ContentPush {
    var fields: [String: JSONValue] = ["title": .string(title)]
    fields["body"] = body.map(JSONValue.string)
    return ContentPush(fields, isPartial: isPartial && rules.knowsParts)
  }
}

extension ModelMachine {
  /// Stores a push with an id of its sender.
  mutating func push(
    _ push: ModelPush, to key: String, in history: inout ModelHistory, at wall: Int64
  ) throws {
    if held.contains(key), let content = listed(key) {
      // It may be purged elsewhere.
      held.remove(key)
      beginNext(key, after: content, in: &history)
    }
    guard let known = listed(key) else {
      return try make(push, key, isOccurrence: false, in: &history, at: wall)
    }
    let clock = try attentionClock(key, known, at: wall)
    var changed = known.merging(push.content(rules), at: clock)
    if changed != known { record(push, key, changed.generation, clock, in: &history) }
    if changed.altered != known.altered {
      add(key, changed.generation, "altered", clock, raises: true, in: &history)
      if !rules.notesAltered { changed.altered = known.altered }
    }
    if push.resurfaces { changed = raise(changed, key, push, clock, in: &history, at: wall) }
    guard changed != known else { return }
    store(changed, key)
    pushedSince.insert(key)
  }

  /// Stores one more occurrence of a message.
  mutating func pushAgain(
    _ push: ModelPush, to key: String, in history: inout ModelHistory, at wall: Int64
  ) throws {
    guard let known = listed(key), !held.contains(key) else { return }
    let clock = try attentionClock(key, known, at: wall)
    var changed = known.occurring(push.content(rules), endsSnooze: push.isUrgent, at: clock)
    record(push, key, changed.generation, clock, isOccurrence: true, in: &history)
    if !rules.raisesForAll { changed.attention = known.attention }
    changed = raise(changed, key, push, clock, isOccurrence: true, in: &history, at: wall)
    store(changed, key)
    pushedSince.insert(key)
    count(key, changed, isFirst: false, in: &history, at: wall)
  }

  /// Stores a push with a fold key; returns its message.
  mutating func push(
    _ push: ModelPush, foldedBy fold: String, in history: inout ModelHistory, at wall: Int64
  ) throws {
    switch target(fold, at: wall) {
    case .occurrence(let number):
      try pushAgain(push, to: foldKey(fold, number), in: &history, at: wall)
    case .new(let number):
      try make(push, foldKey(fold, number), isOccurrence: true, in: &history, at: wall)
    }
  }

  /// Stores that the matter of a fold key is over.
  mutating func resolve(
    _ fold: String, _ push: ModelPush, in history: inout ModelHistory, at wall: Int64
  ) throws {
    guard case .occurrence(let number) = target(fold, at: wall) else { return }
    let key = foldKey(fold, number)
    guard let known = listed(key), !held.contains(key) else { return }
    let clock = try attentionClock(key, known, at: wall)
    let fields: [String: JSONValue] = ["body": .string(push.body ?? "over")]
    let changed = known.resolved(by: ContentPush(fields), at: time(at: wall), clock: clock)
    for name in ["body", ContentRegister.resolved, "attention"] {
      add(key, changed.generation, name, clock, in: &history)
    }
    store(changed, key)
    pushedSince.insert(key)
  }

  private enum FoldTarget {
    case occurrence(of: Int64)
    case new(Int64)
  }

  /// The message with the highest number if it is open, else a new one after it.
  private func target(_ fold: String, at wall: Int64) -> FoldTarget {
    var isOpen: [Int64: Bool] = [:]
    for (key, number) in foldNumbers(fold) {
      isOpen[number] =
        listed(key).map {
          !held.contains(key) && effect(key, $0, of: person, at: wall).status != .deleted
        } ?? false
    }
    guard let highest = isOpen.keys.max() else { return .new(0) }
    return isOpen[highest] == true ? .occurrence(of: highest) : .new(highest + 1)
  }

  private func foldNumbers(_ fold: String) -> [(String, Int64)] {
    let hash = FoldID.hash(source: "ci", key: fold)
    return Set(registers.keys).union(marks.keys).compactMap { key in
      guard let id = FoldID(key), id.hash == hash, content(key) != nil || marks[key] != nil else {
        return nil
      }
      return (key, id.number)
    }
  }

  private func foldKey(_ fold: String, _ number: Int64) -> String {
    // A random id would be another one on each machine.
    let isNamed =
      rules.namesFolds
      || registers[
        FoldID(source: "ci", key: fold, number: number).description] != nil
    let number = isNamed ? number : number + Int64(index + 1) * 1_000
    return FoldID(source: "ci", key: fold, number: number).description
  }

  private mutating func make(
    _ push: ModelPush, _ key: String, isOccurrence: Bool, in history: inout ModelHistory,
    at wall: Int64
  ) throws {
    let mark = marks[key]
    var generation = AbsentMark.generation(of: content(key), mark: mark)
    if !rules.keepsPurges { generation = content(key)?.generation ?? 0 }
    let clock = try attentionClock(key, content(key), mark?.latest, at: wall)
    let identity = MessageIdentity(source: "ci", id: key)
    let content = ContentRegister(
      push.content(rules), of: identity, generation: generation, isOccurrence: isOccurrence,
      at: clock)
    if mark?.reason == .pruned { returning.insert(key) }
    marks[key] = nil
    history.made[key, default: []].insert(generation)
    record(push, key, generation, clock, isOccurrence: isOccurrence, in: &history)
    store(content, key)
    pushedSince.insert(key)
    guard isOccurrence else { return }
    add(key, generation, "attention", clock, raises: true, in: &history)
    count(key, content, isFirst: true, in: &history, at: wall)
  }

  private mutating func attentionClock(
    _ key: String, _ content: ContentRegister?, _ latest: HybridClock? = nil, at wall: Int64
  ) throws -> HybridClock {
    let status = states(key).compactMap(\.statusAt).max()
    return try clock(after: content?.latest, status, latest, at: wall)
  }

  private mutating func raise(
    _ content: ContentRegister, _ key: String, _ push: ModelPush, _ clock: HybridClock,
    isOccurrence: Bool = false, in history: inout ModelHistory, at wall: Int64
  ) -> ContentRegister {
    add(key, content.generation, "attention", clock, raises: true, in: &history)
    guard !rules.raisesForAll else {
      return content.raised(endsSnooze: push.isUrgent || !isOccurrence, at: clock)
    }
    var state = state(key, of: person, generation: content.generation)
    if state.generation == content.generation {
      state.status = Stamped(StateRegister.Mark(status: .unread), at: clock)
      set(.state(state), key, .state(person: person))
      add(key, content.generation, "status \(person)", clock, in: &history)
    }
    return content
  }

  private mutating func count(
    _ key: String, _ content: ContentRegister, isFirst: Bool, in history: inout ModelHistory,
    at wall: Int64
  ) {
    history.pushes[key, default: [:]][content.generation, default: 0] += 1
    guard !isFirst || rules.counting != .withoutFirst else { return }
    if rules.counting == .increments {
      sums[key, default: [:]][content.generation, default: 0] += 1
      let address = ModelAddress(key: key, name: .occurrences(origin))
      return entries.append((address, .increment(generation: content.generation)))
    }
    let writer = rules.counting == .oneNumber ? ExchangeOrigin(rawValue: 0) : origin
    let name = RegisterName.occurrences(writer)
    var counter = OccurrenceCounter(generation: content.generation, count: 0, lastAt: 0)
    if case .occurrences(let known)? = registers[key]?[name] { counter = known }
    counter = counter.adding(1, at: max(time(at: wall), 0), generation: content.generation)
    set(.occurrences(counter), key, name)
  }

  mutating func store(_ content: ContentRegister, _ key: String) {
    set(.content(content), key, .content)
    note(key, .content, .content(content))
  }

  private mutating func record(
    _ push: ModelPush, _ key: String, _ generation: Int64, _ clock: HybridClock,
    isOccurrence: Bool = false, in history: inout ModelHistory
  ) {
    let isWhole = !push.isPartial
    var names = ["title"]
    if push.body != nil || (isOccurrence && isWhole) { names.append("body") }
    if isOccurrence, isWhole { names.append(ContentRegister.resolved) }
    for name in names { add(key, generation, name, clock, isWhole: isWhole, in: &history) }
  }

  /// Adds a change of this machine to the history.
  mutating func add(
    _ key: String, _ generation: Int64, _ name: String, _ clock: HybridClock,
    isWhole: Bool = true, raises: Bool = false, in history: inout ModelHistory
  ) {
    var change = ModelChange(
      field: ModelField(key: key, generation: generation, name: name), clock: clock,
      seen: seen(key, generation, name), person: person, isWhole: isWhole, raises: raises)
    if name == "attention" {
      for person in ["ann", "bob", "all"] {
        change.seenStatus.formUnion(seen(key, generation, "status \(person)"))
      }
    } else {
      change.seenAttention =
        seen(key, generation, "attention").union(seen(key, generation, "altered"))
    }
    history.add(change)
  }
}
