import InboxTestSupport

@testable import InboxCore

/// Five machines of two persons, and one stream: partitions, lost answers, a stream that forgets
/// its end or everything, clocks that are hours off, a wrong key, long absences, backups.
struct ModelWorld {
  /// What seldom happens in a schedule; two of them at once have no good end.
  private enum Fate: CaseIterable {
    /// The stream forgets its end, or everything.
    case loss
    /// Months pass.
    case age
    /// An inbox file is put back from a backup.
    case restoration
  }

  static let persons = ["ann", "ann", "bob", "ann", "bob"]

  var random: SeededRandom
  let rules: ModelRules
  var machines: [ModelMachine]
  var stream: ModelStream
  var history = ModelHistory()
  let lifetimes = ModelLifetimes()
  var wall: Int64 = 100_000
  private var isOnline = [true, true, true, true, true]
  private let fate: Fate
  private var backup: (Int, ModelMachine)?

  init(seed: UInt64, rules: ModelRules = ModelRules()) {
    // Of seeds that follow each other, the sequences would overlap.
    var first = SeededRandom(seed: seed)
    var random = SeededRandom(seed: first.next())
    machines = Self.persons.enumerated().map { index, person in
      let skew: Int64 = random.pick([0, 0, 0, -40, 300, -5_000])
      let isMeasured = Bool.random(using: &random)
      return ModelMachine(
        index: index, person: person, skew: skew,
        offset: isMeasured ? skew + random.pick([-2, 0, 2]) : 0, rules: rules,
        isNewer: index == 3 || index == 4)
    }
    fate = random.pick([.loss, .loss, .age, .restoration])
    let isCompacted = Bool.random(using: &random) && rules.transport == .registers
    stream = ModelStream(isCompacted: isCompacted, lifetime: lifetimes.mark)
    history.isWireChecked = seed.isMultiple(of: 16)

    self.random = random
    self.rules = rules
  }

  /// Runs the schedule to its end; returns what it has broken.
  mutating func run() throws -> [Violation: String] {
    for _ in 0..<80 { try step() }
    try settle()
    if fate == .loss { history.forgotten = history.pruned }
    check()
    return history.violations
  }

  private mutating func step() throws {
    wall += number(1..<20)
    switch number(0..<100) {
    case 0..<60: try act()
    case 60..<88:
      let index = Int(number(0..<5))
      if isOnline[index] { try exchange(index, hasFaults: true) }
    case 88..<94: isOnline[Int(number(0..<5))].toggle()
    case 94..<96: changeKey(of: Int(number(0..<5)))
    default: happen()
    }
    if !rules.wakesByFunction { wakeAll() }
  }

  private mutating func exchange(_ index: Int, hasFaults: Bool) throws {
    if fate == .age { expire() }
    var random = random
    try machines[index].exchange(with: &stream, in: &history, at: wall, lifetimes) {
      hasFaults && Int.random(in: 0..<10, using: &random) == 0
    }
    self.random = random
  }

  private mutating func expire() {
    for key in stream.expire(at: wall) {
      history.forget(key)
      // Somebody who never heard of the purge may still send a message of the same id.
      if machines.contains(where: { $0.listed(key) != nil }) { history.loose.insert(key) }
    }
  }

  private mutating func changeKey(of index: Int) {
    if machines[index].hasKey {
      machines[index].hasKey = false
    } else {
      machines[index].takeSealed(in: &history, at: wall, lifetimes)
    }
  }

  /// What seldom happens: each schedule has its own.
  private mutating func happen() {
    switch fate {
    case .loss where number(0..<10) < 7: stream.loseTail(Int(number(1..<6)))
    case .loss: stream.loseEverything()
    case .age: wall += number(40_000..<120_000)
    case .restoration: restore()
    }
  }

  private mutating func restore() {
    guard let (index, copy) = backup else {
      let index = Int(number(0..<5))
      return backup = (index, machines[index])
    }
    // What was never sent would be lost with the file.
    guard machines[index].dirty.isEmpty, machines[index].entries.isEmpty, machines[index].hasKey
    else { return }
    backup = nil
    let restorations = machines[index].restorations
    machines[index] = copy
    if rules.renewsOrigin { machines[index].restorations = restorations + 1 }
    // The key is not in the file, which may hold values that its machine could not read then.
    if !machines[index].hasKey { machines[index].takeSealed(in: &history, at: wall, lifetimes) }
  }

  private mutating func wakeAll() {
    for index in machines.indices { machines[index].wake(at: wall) }
  }

  private mutating func settle() throws {
    wall += 10_000
    for index in machines.indices where !machines[index].hasKey {
      machines[index].takeSealed(in: &history, at: wall, lifetimes)
    }
    for _ in 0..<6 {
      for index in machines.indices {
        try exchange(index, hasFaults: false)
        if !rules.wakesByFunction { machines[index].wake(at: wall) }
      }
    }
    var sent = 0
    for index in machines.indices {
      sent += try machines[index].exchange(with: &stream, in: &history, at: wall, lifetimes) {
        false
      }
    }
    if sent > 0 { history.broke(.machinesNeverRest) }
  }

  mutating func number<Value: FixedWidthInteger>(_ range: Range<Value>) -> Value {
    Value.random(in: range, using: &random)
  }
}

extension ModelWorld {
  private enum Action: CaseIterable {
    case push, pushPart, pushFolded, pushAgain, resolve, act, purge, prune, ask, answer, newer
  }

  private static let actions: [Action] = [
    .push, .push, .pushPart, .pushFolded, .pushFolded, .pushAgain, .resolve, .act, .act, .act, .act,
    .act, .purge, .prune, .ask, .answer, .answer, .newer,
  ]

  private mutating func act() throws {
    let index = Int(number(0..<5))
    let id = "k\(number(0..<7))"
    let fold = "f\(number(0..<3))"
    var push = makePush()
    let action = random.pick(Self.actions)
    switch action {
    case .push: return try machines[index].push(push, to: id, in: &history, at: wall)
    case .pushPart:
      push.isPartial = true
      return try machines[index].push(push, to: id, in: &history, at: wall)
    case .pushFolded: return try machines[index].push(push, foldedBy: fold, in: &history, at: wall)
    case .resolve: return try machines[index].resolve(fold, push, in: &history, at: wall)
    default: break
    }
    let keys = machines[index].keys.filter { !machines[index].held.contains($0) }
    guard !keys.isEmpty else { return }
    try act(action, on: random.pick(keys), push, index)
  }

  private mutating func act(
    _ action: Action, on key: String, _ push: ModelPush, _ index: Int
  ) throws {
    switch action {
    case .pushAgain: try machines[index].pushAgain(push, to: key, in: &history, at: wall)
    case .act:
      let act = random.pick(ModelMachine.Act.allCases)
      let end = machines[index].time(at: wall) + number(0..<200)
      try machines[index].act(act, on: key, until: end, in: &history, at: wall)
    case .purge: try machines[index].purge(key, in: &history, at: wall)
    case .prune: try machines[index].prune(key, in: &history, at: wall)
    case .ask: try machines[index].ask(key, in: &history, at: wall)
    case .answer:
      machines[index].answer(key, "answer \(history.next())", in: &history, at: wall)
    case .newer: machines[index].writeNewer(key, history.next())
    case .push, .pushPart, .pushFolded, .resolve: break
    }
  }

  private mutating func makePush() -> ModelPush {
    let name = history.next()
    var push = ModelPush(title: "title \(name)")
    push.body = number(0..<10) < 7 ? "body \(name)" : nil
    push.resurfaces = number(0..<4) == 0
    push.isUrgent = number(0..<3) == 0
    return push
  }
}

extension ModelMachine {
  /// Writes a register that only newer programs know: `x`, of which the higher number stands.
  mutating func writeNewer(_ key: String, _ number: Int) {
    guard isNewer else { return }
    let text = #"{"n":\#(100_000 - number),"v":2}"#
    let register = ExchangeRegister.opaque(OpaqueRegister(version: 2, bytes: Array(text.utf8)))
    set(register, key, .other("x"))
  }
}
