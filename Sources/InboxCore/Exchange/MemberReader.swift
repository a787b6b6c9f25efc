package import InboxText

/// Reads the members of a register one by one; what is left over is unknown.
struct MemberReader {
  /// The members that were not read yet.
  private var rest: [String: JSONValue]
  /// The path of the object with a dot at its end; empty for the register itself.
  private let path: String

  init(_ value: JSONValue, path: String = "") throws(RegisterError) {
    guard case .object(let members) = value else {
      throw path.isEmpty
        ? .notAnObject(found: value.kind)
        : .badMember(path: path, expected: "an object", found: value.kind)
    }
    rest = members
    self.path = path.isEmpty ? "" : path + "."
  }

  /// The members that were not read.
  var unknown: UnknownMembers { UnknownMembers(rest) }

  /// The names of the members that were not read, sorted.
  var names: [String] { rest.keys.sorted() }

  /// Takes a member; nil if it is missing or null.
  mutating func value(_ name: String) -> JSONValue? {
    guard let value = rest.removeValue(forKey: name), value != .null else { return nil }
    return value
  }

  /// Takes an integer within a range.
  mutating func integer(
    _ name: String, in range: ClosedRange<Int64> = RegisterLimits.number
  ) throws(RegisterError) -> Int64? {
    guard let value = value(name) else { return nil }
    guard case .integer(let number) = value, range.contains(number) else {
      throw bad(name, "an integer from \(range.lowerBound) to \(range.upperBound)", value)
    }
    return number
  }

  /// Takes a text of at least one byte.
  mutating func text(
    _ name: String, upTo limit: Int = RegisterLimits.textSize
  ) throws(RegisterError) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value, (1...limit).contains(text.utf8.count) else {
      throw bad(name, "a text of 1 to \(limit) bytes", value)
    }
    return text
  }

  /// Takes a flag; a missing one is false.
  mutating func flag(_ name: String) throws(RegisterError) -> Bool {
    guard let value = value(name) else { return false }
    guard case .bool(let flag) = value else { throw bad(name, "true or false", value) }
    return flag
  }

  /// Takes a timestamp.
  mutating func clock(_ name: String) throws(RegisterError) -> HybridClock? {
    guard let value = value(name) else { return nil }
    return try Self.clock(value, at: path + name)
  }

  /// Takes a list of names.
  mutating func list(_ name: String) throws(RegisterError) -> [String] {
    guard let value = value(name) else { return [] }
    guard case .array(let values) = value else { throw bad(name, "a list of names", value) }
    var names: [String] = []
    for (index, value) in values.enumerated() {
      guard case .string(let text) = value else { throw bad("\(name)[\(index)]", "a name", value) }
      names.append(text)
    }
    return names
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
    guard let value = value(name) else { return nil }
    guard case .array(var parts) = value, count.contains(parts.count) else {
      throw bad(name, "a list of a value and its timestamp", value)
    }
    let clock = try Self.clock(parts.remove(at: 1), at: "\(path)\(name)[1]")
    return (parts, clock)
  }

  /// Takes one value with its timestamp; `read` returns nil for a wrong one.
  mutating func stamped<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(RegisterError) -> Stamped<Value>? {
    guard let (values, clock) = try stamped(name) else { return nil }
    guard let value = read(values[0]) else { throw bad("\(name)[0]", expected, values[0]) }
    return Stamped(value, at: clock)
  }

  /// Takes a flag with its timestamp.
  mutating func stampedFlag(_ name: String) throws(RegisterError) -> Stamped<Bool>? {
    try stamped(name, "true or false") { if case .bool(let flag) = $0 { flag } else { nil } }
  }

  /// The error of a member with a wrong value.
  func bad(_ name: String, _ expected: String, _ found: JSONValue) -> RegisterError {
    .badMember(path: path + name, expected: expected, found: found.kind)
  }

  /// The error of a member that is missing.
  func missing(_ name: String) -> RegisterError { .missing(path: path + name) }

  /// Parses a timestamp.
  static func clock(_ value: JSONValue, at path: String) throws(RegisterError) -> HybridClock {
    guard case .string(let text) = value else {
      throw .badMember(path: path, expected: "a timestamp", found: value.kind)
    }
    do throws(HybridClockError) {
      return try HybridClock(text)
    } catch {
      throw .badClock(path: path, error)
    }
  }
}

extension JSONValue {
  /// The kind of the value, for errors; never the value itself, which may be private.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number, .decimal: "a number"
    case .string(let text): text.isEmpty ? "an empty text" : "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// A timestamp as JSON.
  init(_ clock: HybridClock) { self = .string(clock.description) }
}
