import InboxText

/// Reads the members of a register one by one; what is left over is unknown.
struct MemberReader {
  /// The members that were not read yet.
  private var rest: [String: JSONValue]

  init(_ value: JSONValue) throws(RegisterError) {
    guard case .object(let members) = value else { throw RegisterError() }
    rest = members
  }

  /// The members that were not read.
  var unknown: UnknownMembers { UnknownMembers(values: rest) }

  /// The names of the members that were not read, sorted.
  var names: [String] { rest.keys.sorted() }

  /// Takes a member; nil if it is missing or null.
  mutating func value(_ name: String) -> JSONValue? {
    guard let value = rest.removeValue(forKey: name), value != .null else { return nil }
    return value
  }

  /// Takes a member as `read` reads it, which returns nil for a wrong one.
  private mutating func value<Value>(
    _ name: String, _ read: (JSONValue) -> Value?
  ) throws(RegisterError) -> Value? {
    guard let value = value(name) else { return nil }
    return try read(value).required()
  }

  /// Takes an integer within a range.
  mutating func integer(
    _ name: String, in range: ClosedRange<Int64> = RegisterLimits.number
  ) throws(RegisterError) -> Int64? {
    try value(name) { value in value.integer.flatMap { range.contains($0) ? $0 : nil } }
  }

  /// Takes a text of at least one byte.
  mutating func text(
    _ name: String, upTo limit: Int = RegisterLimits.textSize
  ) throws(RegisterError) -> String? {
    try value(name) { value in
      value.text.flatMap { (1...limit).contains($0.utf8.count) ? $0 : nil }
    }
  }

  /// Takes a flag; a missing one is false.
  mutating func flag(_ name: String) throws(RegisterError) -> Bool {
    try value(name, Self.flag) ?? false
  }

  /// Takes a timestamp.
  mutating func clock(_ name: String) throws(RegisterError) -> HybridClock? {
    try value(name, HybridClock.init)
  }

  /// Takes a list of names.
  mutating func list(_ name: String) throws(RegisterError) -> [String] {
    let names: [String]? = try value(name) { value in
      guard case .array(let values) = value else { return nil }
      let names = values.compactMap(\.text)
      return names.count == values.count ? names : nil
    }
    return names ?? []
  }

  /// Takes a value with its timestamp, as in `["read","1795450395980.0.c972e56f"]`.
  ///
  /// - Parameters:
  ///   - name: The member.
  ///   - count: The allowed numbers of elements.
  /// - Returns: The elements without the timestamp, and the timestamp; nil if there are none.
  /// - Throws: ``RegisterError``.
  mutating func stamped(
    _ name: String, count: ClosedRange<Int> = 2...2
  ) throws(RegisterError) -> (values: [JSONValue], clock: HybridClock)? {
    try value(name) { value in
      guard case .array(var parts) = value, count.contains(parts.count),
        let clock = HybridClock(parts.remove(at: 1))
      else { return nil }
      return (parts, clock)
    }
  }

  /// Takes one value with its timestamp; `read` returns nil for a wrong one.
  mutating func stamped<Value>(
    _ name: String, _ read: (JSONValue) -> Value?
  ) throws(RegisterError) -> Stamped<Value>? {
    guard let (values, clock) = try stamped(name) else { return nil }
    return Stamped(try read(values[0]).required(), at: clock)
  }

  /// Takes a flag with its timestamp.
  mutating func stampedFlag(_ name: String) throws(RegisterError) -> Stamped<Bool>? {
    try stamped(name, Self.flag)
  }

  private static func flag(_ value: JSONValue) -> Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }
}

extension Optional {
  /// The value, without which a register cannot be read.
  func required() throws(RegisterError) -> Wrapped {
    guard let self else { throw RegisterError() }
    return self
  }
}

extension HybridClock {
  /// The timestamp of a text in JSON; nil for anything else.
  init?(_ value: JSONValue) {
    guard let clock = value.text.flatMap({ try? HybridClock($0) }) else { return nil }
    self = clock
  }
}

extension JSONValue {
  /// A timestamp as JSON.
  init(_ clock: HybridClock) { self = .string(clock.description) }
}
