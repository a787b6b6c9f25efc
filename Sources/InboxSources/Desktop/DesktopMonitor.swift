import InboxCore
import InboxText
import Logging

/// A monitor of the desktop's notification daemon: it copies the notifications sent to it.
struct DesktopMonitor: BusRole {
  /// A call whose reply, with the notification's id, was not seen yet.
  private struct Request: Hashable {
    var sender: String
    var serial: UInt32
  }

  private struct Pending {
    var request: Request?
    var delivery: DesktopIntake.Delivery
    /// The id, if the reply was seen before it was stored.
    var id: UInt32?
  }

  private var intake: DesktopIntake
  private var open = OpenNotifications()
  private var pending: [Pending] = []
  private var held = HeldCalls<Pending>()
  private var awaited: [Request: DesktopMessage] = [:]

  /// Maximum calls whose replies are awaited.
  private static let mostAwaited = 1_000

  /// The match rules.
  private static let rules = [
    "type='method_call',interface='\(BusPlace.notifications.interface)',member='Notify'",
    "type='method_return',sender='\(BusPlace.notifications.name)'",
    "type='signal',interface='\(BusPlace.notifications.interface)',member='NotificationClosed'",
  ]

  /// Starts monitoring the bus, or else eavesdropping.
  ///
  /// - Throws: ``SourceError`` if the bus allows neither.
  init(on bus: BusConnection, in context: SourceContext) throws {
    intake = DesktopIntake(context)
    do {
      try bus.call(
        .call("BecomeMonitor", of: .monitoring, [.texts(Self.rules), .unsigned(0)]))
    } catch let refusal as BusRefusal {
      context.log.debug("no monitoring: \(refusal)")
      try Self.eavesdrop(on: bus)
    }
    context.isRunning("copies what \(BusPlace.notifications.name) is sent")
  }

  private static func eavesdrop(on bus: BusConnection) throws {
    do {
      for rule in rules {
        try bus.call(.call("AddMatch", of: .bus, [.text("eavesdrop='true',\(rule)")]))
      }
    } catch let refusal as BusRefusal {
      throw SourceError(
        "this bus does not allow monitoring: \(refusal.text.printable()); set desktop.receive = \"server\""
      )
    }
  }

  mutating func receive(_ messages: [BusMessage]) throws {
    for message in messages {
      switch message.kind {
      case .call where message.member == "Notify": try notify(message)
      case .answer: noteID(message)
      case .signal where message.member == "NotificationClosed": try close(message)
      default: break
      }
    }
    try store()
  }

  private mutating func notify(_ message: BusMessage) throws {
    guard var call = NotifyCall(message), !call.isOwn else { return }
    // Only the other daemon can notify the sender of a chosen action.
    call.leaveActions()
    let sender = message.sender ?? ""
    let isNow = intake.admits(sender, isUrgent: call.isUrgent)
    let canWait = call.thing.map { held.has($0) || !held.isFull } ?? false
    guard isNow || canWait else { return intake.hasDropped(call) }
    let request = message.awaitsAnswer ? Request(sender: sender, serial: message.serial) : nil
    let state = Pending(request: request, delivery: .init(call: call))
    if let thing = call.thing {
      // The state before is not waited for any more.
      _ = isNow ? held.take(thing) : held.hold(state, of: thing, from: sender)
    }
    if isNow { try enqueue(state) }
  }

  private mutating func enqueue(_ state: Pending) throws {
    let replaced = state.delivery.call.replacedID
    // The notification that it replaces may be pending.
    if replaced != 0 { try store() }
    var state = state
    state.delivery.known = open.message(of: replaced)
    pending.append(state)
  }

  /// Records the id that the daemon gave to a notification.
  private mutating func noteID(_ answer: BusMessage) {
    guard answer.signature == "u", let destination = answer.destination,
      let id = answer.arguments().first?.integer.map({ UInt32(truncatingIfNeeded: $0) })
    else { return }
    let request = Request(sender: destination, serial: answer.answeredSerial)
    if let index = pending.firstIndex(where: { $0.request == request }) {
      pending[index].id = id
    } else if let message = awaited.removeValue(forKey: request) {
      _ = open.open(.init(id: id, message: message, actions: []))
    }
  }

  private mutating func store() throws {
    guard !pending.isEmpty else { return }
    let batch = pending
    pending = []
    let messages = try intake.store(batch.map(\.delivery))
    for (pending, message) in zip(batch, messages) {
      guard let message else { continue }
      if let id = pending.id {
        _ = open.open(.init(id: id, message: message, actions: []))
      } else if let request = pending.request {
        if awaited.count >= Self.mostAwaited { awaited = [:] }
        awaited[request] = message
      }
    }
  }

  /// Marks a message read that was dismissed there or closed by its sender.
  private mutating func close(_ signal: BusMessage) throws {
    try store()
    let arguments = signal.arguments().compactMap(\.integer)
    guard signal.signature == "uu", arguments.count == 2,
      let entry = open.close(UInt32(truncatingIfNeeded: arguments[0]))
    else { return }
    switch ClosingReason(rawValue: UInt32(truncatingIfNeeded: arguments[1])) {
    case .dismissed, .closed: _ = try intake.inbox.markRead([entry.message.number])
    case .expired, .other, nil: break
    }
  }

  mutating func observe(_ entries: [LogEntry], moved: [MessageNumber]) throws {}

  var deadline: ContinuousClock.Instant? { held.nextTry }

  mutating func expire(at now: ContinuousClock.Instant) throws {
    for state in held.release(where: { intake.admits($0) }) { try enqueue(state) }
    try store()
  }
}
