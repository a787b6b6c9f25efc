import Foundation
import InboxTestSupport

@testable import InboxCore

/// Machines with inboxes in files, and one stream: pushes, verbs and faults in random order.
struct ExchangeWorld {
  var machines: [ExchangeMachine]
  var channel = ExchangeChannel()
  private var random: SeededRandom
  private var time: TimeInterval = 0
  private var count = 0
  private let losesStream: Bool
  /// The pushes of each message that counts them.
  private(set) var pushes: [MessageIdentity: Int] = [:]
  /// The messages that somebody pushed, and those that somebody purged.
  private(set) var made: Set<MessageIdentity> = []
  private(set) var purged: Set<MessageIdentity> = []

  init(seed: UInt64, machines count: Int) throws {
    var first = SeededRandom(seed: seed)
    random = SeededRandom(seed: first.next())
    losesStream = seed.isMultiple(of: 3)
    machines = []
    for index in 0..<count {
      let person = count > 2 && index % 3 == 2 ? "bob" : "ann"
      let skew: TimeInterval = random.pick([0, 0, 3_600, -86_400, 7])
      // One machine keeps few messages.
      let maximum = index == 1 && seed.isMultiple(of: 4) ? 6 : 0
      machines.append(
        try ExchangeMachine("machine-\(index)", person: person, skew: skew, maximum: maximum))
      machines[index].hasLifetimes = !seed.isMultiple(of: 4)
      machines[index].isMeasured = seed.isMultiple(of: 2)
    }
  }

  /// Runs a schedule, then exchanges without faults until nobody has anything to send; returns
  /// whether the machines came to rest.
  mutating func run(steps: Int) throws -> Bool {
    for _ in 0..<steps { try step() }
    return try settle()
  }

  mutating func settle() throws -> Bool {
    advance(by: 100_000)
    for _ in 0..<12 {
      var sent = 0
      for machine in machines { sent += try machine.exchange(with: &channel, .none, &random) }
      if sent == 0 { return true }
    }
    return false
  }

  private mutating func advance(by seconds: TimeInterval) {
    time += seconds
    for machine in machines { machine.time = time }
  }

  private mutating func step() throws {
    // No two pushes at one moment, as the order of the list would be that of arrival.
    advance(by: Double.random(in: 1..<30, using: &random).rounded() + 0.001 * Double(count))
    let machine = random.pick(machines)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<62: try act(on: machine)
    case 62..<94: try machine.exchange(with: &channel, .usual, &random)
    case 94..<97: try machine.restart()
    default:
      guard losesStream else { return }
      if Bool.random(using: &random) {
        channel.loseTail(Int.random(in: 1..<6, using: &random))
      } else {
        channel.loseEverything()
      }
    }
  }

  private mutating func act(on machine: ExchangeMachine) throws {
    let inbox = machine.here
    switch Int.random(in: 0..<16, using: &random) {
    case 0...2: try push(makePayload(id: "k\(Int.random(in: 0..<5, using: &random))"), to: machine)
    case 3...5:
      var payload = makePayload()
      payload.fold = .set("f\(Int.random(in: 0..<2, using: &random))")
      try push(payload, to: machine)
    case 6:
      var payload = makePayload()
      payload.resolves = "f\(Int.random(in: 0..<2, using: &random))"
      try push(payload, to: machine)
    case 7: try push(makeQuestion(), to: machine)
    case 8:
      for question in try inbox.stored() where question.awaitsAnswer(at: inbox.now) {
        _ = try inbox.answer(question.number, action: random.pick(["Yes", "No"]))
      }
    case 9: try purgeSome(on: machine)
    case 10: _ = try random.pick([{ try inbox.undo() }, { try inbox.redo() }])()
    default:
      guard let message = try inbox.stored().randomElement(using: &random) else { return }
      let end = inbox.now.addingTimeInterval(Double.random(in: 1..<400, using: &random).rounded())
      let verb = random.pick([
        Verb.read, .unread, .delete, .restore, .pin, .unpin, .snooze(until: .date(end)),
        .snooze(until: .repetition), .snooze(until: .next), .snooze(until: .resolution), .unsnooze,
        .view, .done, .done, .undone,
      ])
      try inbox.perform(verb, on: [message.number])
    }
  }

  private mutating func push(_ payload: Payload, to machine: ExchangeMachine) throws {
    let outcome = try machine.here.push(payload, from: "ci")
    let (number, isNew): (MessageNumber, Bool)
    switch outcome.results[0] {
    case .inserted(let stored, _): (number, isNew) = (stored, true)
    case .merged(let stored, _): (number, isNew) = (stored, false)
    default: return
    }
    guard let message = try machine.here.message(number) else { return }
    let identity = MessageIdentity(source: message.source, id: message.id)
    made.insert(identity)
    // A resolution of a message that is here is no occurrence.
    if FoldID(message.id) != nil, isNew || payload.resolves == nil {
      pushes[identity, default: 0] += 1
    }
  }

  private mutating func purgeSome(on machine: ExchangeMachine) throws {
    let deleted = try machine.here.stored().filter { $0.status == .deleted }
    guard let message = deleted.randomElement(using: &random) else { return }
    purged.insert(MessageIdentity(source: message.source, id: message.id))
    try machine.here.purge([message.number])
  }

  private mutating func makePayload(id: String? = nil) -> Payload {
    count += 1
    var payload = Payload.make(
      "title \(count)", id: id, body: Bool.random(using: &random) ? "body \(count)" : nil,
      tags: random.pick([nil, ["a"], ["a", "b"]]), thread: random.pick([nil, "talk"]),
      priority: random.pick([nil, .high, .low]))
    payload.isPartial = id != nil && Int.random(in: 0..<5, using: &random) == 0
    payload.resurfaces = Int.random(in: 0..<4, using: &random) == 0
    if id != nil, Int.random(in: 0..<5, using: &random) == 0 { payload.title = .absent }
    return payload
  }

  private mutating func makeQuestion() -> Payload {
    var payload = makePayload(id: "q\(Int.random(in: 0..<3, using: &random))")
    payload.title = .set("question \(count)")
    payload.asks = .set(true)
    payload.resurfaces = true
    payload.isPartial = false
    payload.actions = .set(["Yes", "No"].map { MessageAction(id: $0, label: $0) })
    let end: TimeInterval? = random.pick([nil, 600, 9_000])
    payload.expiresAt = end.map { .set(.testing(time + $0)) } ?? .absent
    return payload
  }
}
