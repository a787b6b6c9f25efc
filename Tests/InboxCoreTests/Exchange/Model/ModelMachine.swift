import InboxText

@testable import InboxCore

/// One machine of a model: its registers, and what it remembers of the exchange.
struct ModelMachine {
  let index: Int
  let person: String
  /// How far its clock is ahead, and how much of that it knows.
  let skew: Int64
  let offset: Int64
  let rules: ModelRules
  /// Whether its program knows the register `x`, and members that others do not.
  let isNewer: Bool
  var registers: [String: [RegisterName: ExchangeRegister]] = [:]
  /// What must be sent.
  var dirty: Set<ModelAddress> = []
  /// What was sent or read once.
  var confirmed: Set<ModelAddress> = []
  var marks: [String: AbsentMark] = [:]
  /// Messages that are held back after a long absence.
  var held: Set<String> = []
  /// Pruned messages that came back, and must be read before they are sent.
  var returning: Set<String> = []
  /// Messages that were pushed since the machine last read.
  var pushedSince: Set<String> = []
  var cursor = 0
  var epoch = 0
  var lastReading: Int64?
  var hasKey = true
  /// Values that were sealed with another key than the machine's.
  var sealed: [ModelAddress: ExchangeRegister] = [:]
  var seen: [ModelField: Set<HybridClock>] = [:]
  // Of naive rules.
  var entries: [(ModelAddress, ModelValue)] = []
  var sums: [String: [Int64: Int64]] = [:]
  var firstAnswers: [String: AnswerRegister] = [:]
  var ticks: UInt32 = 0
  var woken: Set<HybridClock> = []

  init(
    index: Int, person: String, skew: Int64 = 0, offset: Int64 = 0, rules: ModelRules,
    isNewer: Bool = false
  ) {
    self.index = index
    self.person = rules.separatesPersons ? person : "all"
    self.skew = skew
    self.offset = offset
    self.rules = rules
    self.isNewer = isNewer
  }

  /// The number of times that its file was put back from a backup: each begins another origin.
  var restorations: UInt32 = 0

  var origin: ExchangeOrigin { ExchangeOrigin(rawValue: UInt32(index + 1) + 10 * restorations) }

  func time(at wall: Int64) -> Int64 { wall + skew }

  func moment(at wall: Int64) -> ExchangeMoment {
    ExchangeMoment(time: time(at: wall), offset: offset, origin: origin)
  }

  /// The timestamp of a change; the naive one is that of the clock alone.
  mutating func clock(after seen: HybridClock?..., at wall: Int64) throws -> HybridClock {
    guard rules.isHybrid else { return wallClock(at: wall) }
    let moment = moment(at: wall)
    return try .next(
      at: moment.time, offset: moment.offset, after: seen.compactMap(\.self).max(), by: origin)
  }

  mutating func wallClock(at wall: Int64) -> HybridClock {
    ticks += 1
    return HybridClock(milliseconds: time(at: wall), counter: ticks, origin: origin)
  }

  // Reading.

  func content(_ key: String) -> ContentRegister? {
    if case .content(let content)? = registers[key]?[.content] { content } else { nil }
  }

  /// The content of a message that is in the list here.
  func listed(_ key: String) -> ContentRegister? {
    guard let content = content(key), !content.isPurged else { return nil }
    return content
  }

  func state(_ key: String, of person: String, generation: Int64) -> StateRegister {
    if case .state(let state)? = registers[key]?[.state(person: person)] { return state }
    return StateRegister(generation: generation)
  }

  func states(_ key: String) -> [StateRegister] {
    registers[key, default: [:]].values.compactMap {
      if case .state(let state) = $0 { state } else { nil }
    }
  }

  func counters(_ key: String) -> [OccurrenceCounter] {
    registers[key, default: [:]].values.compactMap {
      if case .occurrences(let counter) = $0 { counter } else { nil }
    }
  }

  func answers(_ key: String) -> [ExchangeOrigin: AnswerRegister] {
    var answers: [ExchangeOrigin: AnswerRegister] = [:]
    for case (.answer(let origin), .answer(let answer)) in registers[key, default: [:]] {
      answers[origin] = answer
    }
    return answers
  }

  func decisions(_ key: String) -> [ExchangeOrigin: AnswerRegister] {
    var decisions: [ExchangeOrigin: AnswerRegister] = [:]
    for case (.decision(let origin), .decision(let decision)) in registers[key, default: [:]] {
      decisions[origin] = decision
    }
    return decisions
  }

  func effect(_ key: String, _ content: ContentRegister, of person: String, at wall: Int64)
    -> MessageState
  {
    let person = rules.separatesPersons ? person : "all"
    let now = rules.wakesByFunction ? time(at: wall) : 0
    return state(key, of: person, generation: content.generation).effect(on: content, at: now)
  }

  /// The keys of the messages that are in the list here, sorted.
  var keys: [String] { registers.keys.filter { listed($0) != nil }.sorted() }

  // Writing.

  mutating func set(_ register: ExchangeRegister, _ key: String, _ name: RegisterName) {
    registers[key, default: [:]][name] = register
    dirty.insert(ModelAddress(key: key, name: name))
  }

  /// Removes the registers of generations that are over, other than the content.
  mutating func removeDependents(_ key: String, upTo generation: Int64) {
    for (name, register) in registers[key, default: [:]] where name != .content {
      guard let own = register.generation, own <= generation else { continue }
      remove(key, name)
    }
  }

  mutating func remove(_ key: String, _ name: RegisterName) {
    registers[key]?[name] = nil
    dirty.remove(ModelAddress(key: key, name: name))
  }

  /// Notes all changes that are in a register.
  mutating func note(_ key: String, _ name: RegisterName, _ register: ExchangeRegister) {
    func see(_ generation: Int64, _ field: String, _ clock: HybridClock?) {
      guard let clock else { return }
      let field = ModelField(key: key, generation: generation, name: field)
      seen[field, default: []].insert(clock)
    }
    switch (name, register) {
    case (_, .content(let content)):
      for field in ["title", "body", ContentRegister.resolved] {
        see(content.generation, field, content.fields[field]?.clock ?? content.wholeAt)
      }
      see(content.generation, "attention", content.attention?.clock)
      for clock in content.raised.all { see(content.generation, "attention", clock) }
      for clock in content.altered.all + [content.fields["title"]?.clock].compactMap(\.self) {
        see(content.generation, "altered", clock)
      }
    case (.state(let person), .state(let state)):
      see(state.generation, "status \(person)", state.status?.clock)
      see(state.generation, "pin \(person)", state.pin?.clock)
      see(state.generation, "snooze \(person)", state.snooze?.clock)
    default: break
    }
  }

  func seen(_ key: String, _ generation: Int64, _ field: String) -> Set<HybridClock> {
    seen[ModelField(key: key, generation: generation, name: field)] ?? []
  }
}
