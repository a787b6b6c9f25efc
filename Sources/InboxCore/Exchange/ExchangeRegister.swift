import InboxText

/// A register of any kind, as it is stored and sent.
package enum ExchangeRegister: Sendable, Hashable {
  /// What all share of a message.
  case content(ContentRegister)
  /// What one person did to it.
  case state(StateRegister)
  /// The pushes that one machine stored.
  case occurrences(OccurrenceCounter)
  /// An answer that was given on one machine.
  case answer(AnswerRegister)
  /// The decision of one machine that asks.
  case decision(AnswerRegister)
  /// A register of a newer version: its bytes are kept, and passed on as they are.
  case opaque(OpaqueRegister)

  /// The version of the layout that this library writes and applies.
  package static let version: Int64 = 1
}

/// A register that this version cannot apply.
package struct OpaqueRegister: Sendable, Hashable {
  /// The version of its layout; 0 for an unknown kind that names none.
  package var version: Int64
  /// The value as it came.
  package var bytes: [UInt8]
}

extension ExchangeRegister {
  /// The bytes to send: compact JSON with sorted keys; an opaque register's own bytes.
  package var bytes: [UInt8] {
    switch self {
    case .content(let register): Array(register.json.json.utf8)
    case .state(let register): Array(register.json.json.utf8)
    case .occurrences(let register): Array(register.json.json.utf8)
    case .answer(let register), .decision(let register): Array(register.json.json.utf8)
    case .opaque(let register): register.bytes
    }
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - bytes: The value, decompressed and opened.
  ///   - name: The name of the register.
  /// - Throws: ``RegisterError``.
  package init(_ bytes: [UInt8], of name: RegisterName) throws(RegisterError) {
    var json = JSONReader(bytes, maximumDepth: RegisterLimits.depth)
    guard bytes.count <= name.maximumSize, let value = try? json.readWhole() else {
      throw RegisterError()
    }
    var reader = try MemberReader(value)
    let version = try reader.integer("v") ?? 0
    switch name {
    case .other,
      _ where version > Self.version:
      self = .opaque(OpaqueRegister(version: version, bytes: bytes))
    case _ where version < Self.version: throw RegisterError()
    case .content: self = .content(try ContentRegister(&reader))
    case .state: self = .state(try StateRegister(&reader))
    case .occurrences: self = .occurrences(try OccurrenceCounter(&reader))
    case .answer: self = .answer(try AnswerRegister(&reader))
    case .decision: self = .decision(try AnswerRegister(&reader))
    }
  }
}

extension RegisterName {
  /// Maximum bytes of a value.
  fileprivate var maximumSize: Int {
    switch self {
    case .content, .other: RegisterLimits.contentSize
    // A text with the longest escapes.
    case .answer, .decision: RegisterLimits.contentSize
    case .state, .occurrences: RegisterLimits.otherSize
    }
  }
}

extension ExchangeRegister {
  /// The register after both values are known: commutative, associative and idempotent.
  ///
  /// The higher version stands before a lower one. Two opaque values of one version cannot be
  /// joined by this library; here the greater bytes stand, but ``Uptake`` takes the last one read.
  package func joined(with other: Self) -> Self {
    switch (self, other) {
    case (.content(let left), .content(let right)): .content(left.joined(with: right))
    case (.state(let left), .state(let right)): .state(left.joined(with: right))
    case (.occurrences(let left), .occurrences(let right)):
      .occurrences(left.joined(with: right))
    case (.answer(let left), .answer(let right)): .answer(left.joined(with: right))
    case (.decision(let left), .decision(let right)): .decision(left.joined(with: right))
    default: greater(other)
    }
  }

  /// The value with the higher version, then the greater bytes.
  private func greater(_ other: Self) -> Self {
    if layout != other.layout { return layout < other.layout ? other : self }
    return bytes.lexicographicallyPrecedes(other.bytes) ? other : self
  }

  /// The version of its layout.
  package var layout: Int64 {
    if case .opaque(let register) = self { register.version } else { Self.version }
  }

  /// The generation that it belongs to; nil for an opaque one.
  package var generation: Int64? {
    switch self {
    case .content(let register): register.generation
    case .state(let register): register.generation
    case .occurrences(let register): register.generation
    case .answer(let register), .decision(let register): register.generation
    case .opaque: nil
    }
  }
}
