import InboxCore

/// Where a register is: the message, and the register's name.
struct ModelAddress: Hashable, Comparable {
  var key: String
  var name: RegisterName

  static func < (left: Self, right: Self) -> Bool {
    left.key == right.key ? left.name < right.name : left.key < right.key
  }
}

/// What a machine sends: a register, or an entry of a naive transport.
enum ModelValue {
  case register(ExchangeRegister)
  /// A status or pin as an entry of a log.
  case change(person: String, StateRegister)
  /// One more occurrence of a generation.
  case increment(generation: Int64)
  /// An answer that counts where it is seen first.
  case answer(AnswerRegister)
}

/// The stream of the engine, which may forget anything.
struct ModelStream {
  struct Entry {
    var sequence: Int
    var writer: Int
    var address: ModelAddress
    var value: ModelValue
    /// Whether it was sealed with the right key.
    var isReadable: Bool
  }

  private(set) var entries: [Entry] = []
  /// Changes when the stream is another one, or has lost its end.
  private(set) var epoch = 0
  private var last = 0
  /// Whether only the last value of each register is kept.
  let isCompacted: Bool
  /// How long the mark of a purge is kept.
  let lifetime: Int64

  init(isCompacted: Bool, lifetime: Int64) {
    self.isCompacted = isCompacted
    self.lifetime = lifetime
  }

  mutating func append(_ value: ModelValue, to address: ModelAddress, by writer: Int, _ key: Bool) {
    if isCompacted, case .register = value { entries.removeAll { $0.address == address } }
    last += 1
    entries.append(
      Entry(
        sequence: last, writer: writer, address: address, value: value, isReadable: key))
  }

  mutating func loseTail(_ count: Int) {
    entries.removeLast(min(count, entries.count))
    last = entries.last?.sequence ?? 0
    epoch += 1
  }

  mutating func loseEverything() {
    entries = []
    last = 0
    epoch += 1
  }

  /// The last value of a register.
  func value(of address: ModelAddress) -> ExchangeRegister? {
    for entry in entries.reversed() where entry.address == address {
      if case .register(let register) = entry.value, entry.isReadable { return register }
    }
    return nil
  }

  /// Forgets the marks that have ended, with all registers of their generations; returns the keys
  /// that were forgotten.
  mutating func expire(at now: Int64) -> [String] {
    var ended: [String: Int64] = [:]
    for entry in entries {
      guard case .register(.content(let content)) = entry.value,
        let mark = AbsentMark(of: content), mark.isExpired(at: now, lifetime: lifetime)
      else { continue }
      ended[entry.address.key] = max(content.generation, ended[entry.address.key] ?? 0)
    }
    guard !ended.isEmpty else { return [] }
    entries.removeAll { entry in
      guard let generation = ended[entry.address.key], case .register(let register) = entry.value
      else { return false }
      return register.generation.map { $0 <= generation } ?? false
    }
    return ended.keys.sorted()
  }
}
