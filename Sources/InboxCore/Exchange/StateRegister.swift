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

    /// Creates a status.
    package init(_ status: Status, statusBeforeDelete: Status? = nil) {
      self.status = status
      self.statusBeforeDelete = statusBeforeDelete
    }
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
  /// Members of newer versions.
  package internal(set) var unknown = UnknownMembers()

  /// Creates the state of a person who has done nothing.
  package init(generation: Int64) {
    self.generation = generation
  }

  /// The state after both registers are known: the higher generation, then each value by time.
  package func joined(with other: Self) -> Self {
    if generation != other.generation { return generation < other.generation ? other : self }
    var joined = self
    joined.status = Stamped.joined(status, other.status, json: \.json)
    joined.pin = Stamped.joined(pin, other.pin, json: JSONValue.bool)
    joined.snooze = Stamped.joined(snooze, other.snooze) { $0.map(JSONValue.integer) ?? .null }
    joined.event = Stamped.joined(event, other.event) { $0.map(JSONValue.string) ?? .null }
    joined.done = Stamped.joined(done, other.done) { $0.map(JSONValue.integer) ?? .null }
    joined.unknown = unknown.joined(with: other.unknown)
    return joined
  }

  /// The highest timestamp of a status; pushes that ask for attention must be later.
  package var statusAt: HybridClock? { status?.clock }
}

extension StateRegister.Mark {
  /// The status as in a register, without the timestamp.
  fileprivate var json: JSONValue {
    .array([.string(status.name)] + (statusBeforeDelete.map { [.string($0.name)] } ?? []))
  }
}

extension StateRegister {
  /// The register as JSON; equal registers have equal texts.
  var json: JSONValue {
    var members = unknown.values
    members["v"] = .integer(ExchangeRegister.version)
    members["g"] = .integer(generation)
    if let status {
      let prior = status.value.statusBeforeDelete.map { [JSONValue.string($0.name)] } ?? []
      members["status"] = .array(
        [.string(status.value.status.name), JSONValue(status.clock)] + prior)
    }
    members["pin"] = pin.map { .array([.bool($0.value), JSONValue($0.clock)]) }
    members["snooze"] = snooze.map {
      .array([$0.value.map(JSONValue.integer) ?? .null, JSONValue($0.clock)])
    }
    members["event"] = event.map {
      .array([$0.value.map(JSONValue.string) ?? .null, JSONValue($0.clock)])
    }
    members["done"] = done.map {
      .array([$0.value.map(JSONValue.integer) ?? .null, JSONValue($0.clock)])
    }
    return .object(members)
  }

  /// Decodes the members after the version.
  init(_ reader: inout MemberReader) throws(RegisterError) {
    guard let generation = try reader.integer("g") else { throw reader.missing("g") }
    self.init(generation: generation)
    if let (values, clock) = try reader.stamped("status", count: 2...3) {
      status = Stamped(try Self.mark(values, reader), at: clock)
    }
    if let (values, clock) = try reader.stamped("pin") {
      guard case .bool(let isPinned) = values[0] else {
        throw reader.bad("pin[0]", "true or false", values[0])
      }
      pin = Stamped(isPinned, at: clock)
    }
    if let (values, clock) = try reader.stamped("snooze") {
      snooze = Stamped(try Self.time(values[0], of: "snooze", reader), at: clock)
    }
    if let (values, clock) = try reader.stamped("event") {
      event = Stamped(try Self.event(values[0], reader), at: clock)
    }
    if let (values, clock) = try reader.stamped("done") {
      done = Stamped(try Self.time(values[0], of: "done", reader), at: clock)
    }
    unknown = reader.unknown
  }

  private static func mark(
    _ values: [JSONValue], _ reader: MemberReader
  ) throws(RegisterError) -> Mark {
    let status = try status(values[0], at: 0, reader)
    guard values.count > 1 else { return Mark(status) }
    guard status == .deleted else {
      throw reader.bad("status[2]", "nothing, as the message is not deleted", values[1])
    }
    let prior = try Self.status(values[1], at: 2, reader)
    guard prior != .deleted else { throw reader.bad("status[2]", "unread or read", values[1]) }
    return Mark(status, statusBeforeDelete: prior)
  }

  private static func status(
    _ value: JSONValue, at index: Int, _ reader: MemberReader
  ) throws(RegisterError) -> Status {
    guard case .string(let name) = value, let status = Status(name: name) else {
      throw reader.bad("status[\(index)]", "unread, read or deleted", value)
    }
    return status
  }

  private static func event(
    _ value: JSONValue, _ reader: MemberReader
  ) throws(RegisterError) -> String? {
    switch value {
    case .null: return nil
    case .string(let text): return text
    default: throw reader.bad("event[0]", "a text, or null", value)
    }
  }

  private static func time(
    _ value: JSONValue, of name: String, _ reader: MemberReader
  ) throws(RegisterError) -> Int64? {
    switch value {
    case .null: return nil
    case .integer(let time) where (0...HybridClock.latestMilliseconds).contains(time): return time
    default: throw reader.bad("\(name)[0]", "milliseconds since 1970, or null", value)
    }
  }
}
