import InboxText

/// The personal state of a message: what one person did to it, on whichever machine.
///
/// Each value has its own timestamp, and the later one stands.
package struct StateRegister: Sendable, Hashable {
  /// A status with what `restore` returns to.
  package struct Mark: Sendable, Hashable {
    /// Unread, read or deleted.
    package var status: Status
    /// The status before a deletion; nil unless deleted.
    package var statusBeforeDelete: Status?
  }

  /// The generation of the content that it belongs to; it does not count for another one.
  package var generation: Int64
  /// The status; nil while the person has set none.
  package internal(set) var status: Stamped<Mark>?
  /// Whether it is pinned.
  package internal(set) var pin: Stamped<Bool>?
  /// The end of the snooze in milliseconds since 1970; a nil value is an ended snooze.
  package internal(set) var snooze: Stamped<Int64?>?
  /// The text of the event that ends the snooze; a nil value is an ended snooze.
  ///
  /// The later of both snoozes counts. An event that this version does not know hides nothing.
  package internal(set) var event: Stamped<String?>?
  /// When it was marked as done in milliseconds since 1970; a nil value is a message that came back.
  package internal(set) var done: Stamped<Int64?>?
  /// What had asked for attention, changed a text or ended snoozes when the person last changed more
  /// than the pin.
  ///
  /// What a machine had not sent by then is news, whatever its time.
  package internal(set) var seen = OriginClocks()
  /// The time of that change; nil where a program does not note what was seen.
  package internal(set) var seenAt: HybridClock?
  /// Members of newer versions.
  package internal(set) var unknown = UnknownMembers()

  /// The state after both registers are known: the higher generation, then each value by time.
  package func joined(with other: Self) -> Self {
    if generation != other.generation { return generation < other.generation ? other : self }
    var joined = self
    joined.status = Stamped.joined(status, other.status, json: \.json)
    joined.pin = Stamped.joined(pin, other.pin, json: JSONValue.bool)
    joined.snooze = Stamped.joined(snooze, other.snooze, json: Self.json)
    joined.event = Stamped.joined(event, other.event, json: Self.json)
    joined.done = Stamped.joined(done, other.done, json: Self.json)
    joined.seen = seen.joined(with: other.seen)
    joined.seenAt = [seenAt, other.seenAt].compactMap(\.self).max()
    joined.unknown = unknown.joined(with: other.unknown)
    return joined
  }

  /// The timestamp that pushes which ask for attention must follow.
  package var statusAt: HybridClock? {
    [status?.clock, done?.clock, seen.latest].compactMap(\.self).max()
  }
}

extension StateRegister.Mark {
  /// The status as in a register, without the timestamp.
  fileprivate var json: JSONValue { .array([.string(status.name)] + prior) }

  fileprivate var prior: [JSONValue] { statusBeforeDelete.map { [.string($0.name)] } ?? [] }

  /// Reads ``json``; nil for anything else.
  fileprivate init?(_ values: [JSONValue]) {
    let statuses = values.compactMap { $0.text.flatMap(Status.init(name:)) }
    let prior = statuses.dropFirst().first
    guard statuses.count == values.count,
      prior == nil || statuses[0] == .deleted && prior != .deleted
    else { return nil }
    self.init(status: statuses[0], statusBeforeDelete: prior)
  }
}

extension StateRegister {
  /// The register as JSON; equal registers have equal texts.
  var json: JSONValue {
    var members = unknown.values
    members["v"] = .integer(ExchangeRegister.version)
    members["g"] = .integer(generation)
    members["status"] = status.map { status in
      .array([.string(status.value.status.name), JSONValue(status.clock)] + status.value.prior)
    }
    members["pin"] = pin?.json(JSONValue.bool)
    members["snooze"] = snooze?.json(Self.json)
    members["event"] = event?.json(Self.json)
    members["done"] = done?.json(Self.json)
    members["seen"] = seenAt.map { seenAt in
      .array([seen.latest.map { JSONValue($0) } ?? .null, JSONValue(seenAt)])
    }
    members.merge(seen.members("seen", besides: seenAt.flatMap { _ in seen.latest })) { $1 }
    return .object(members)
  }

  private static func json(_ time: Int64?) -> JSONValue { time.map(JSONValue.integer) ?? .null }

  private static func json(_ event: String?) -> JSONValue { event.map(JSONValue.string) ?? .null }

  /// Decodes the members after the version.
  init(_ reader: inout MemberReader) throws(RegisterError) {
    self.init(generation: try reader.integer("g").required())
    if let (values, clock) = try reader.stamped("status", count: 2...3) {
      status = Stamped(try Mark(values).required(), at: clock)
    }
    pin = try reader.stampedFlag("pin")
    snooze = try reader.stamped("snooze", Self.time)
    event = try reader.stamped("event") {
      $0 == .null ? .some(nil) : $0.text.map(Optional.some)
    }
    done = try reader.stamped("done", Self.time)
    let last = try reader.stamped("seen") {
      $0 == .null ? .some(nil) : HybridClock($0).map(Optional.some)
    }
    seenAt = last?.clock
    seen = try reader.clocks("seen", and: last?.value)
    unknown = reader.unknown
  }

  private static func time(_ value: JSONValue) -> Int64?? {
    switch value {
    case .null: .some(nil)
    case .integer(let time) where (0...HybridClock.latestMilliseconds).contains(time): time
    default: nil
    }
  }
}
