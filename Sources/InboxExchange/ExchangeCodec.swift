package import InboxCore
import InboxText

/// The form in which the registers of an inbox travel: subjects, headers and sealed bytes.
package struct ExchangeCodec: Sendable {
  /// The inbox, a part of all its subjects.
  package let inbox: String
  /// The key.
  package let key: ExchangeKey
  /// The inbox that writes.
  package let origin: ExchangeOrigin

  /// Creates a codec.
  package init(inbox: String, key: ExchangeKey, origin: ExchangeOrigin) {
    (self.inbox, self.key, self.origin) = (inbox, key, origin)
  }

  /// What a value of the transport is.
  package enum Content: Sendable, Hashable {
    /// A register of a message.
    case register(ExchangeValue)
    /// The id of the key that seals all values, empty for none.
    case key(String)
    /// A machine that takes part.
    case machine(ExchangePeer)
    /// A value that was sealed by another key, or not as it must be; without bytes if it has the place
    /// of a register, otherwise nil.
    case unreadable(ExchangeValue?)
  }

  /// The first word of all subjects, with the version of their form.
  package static let root = "bb1"
  private static let (keyHeader, originHeader) = ("BB-Key", "BB-Origin")
  /// Names the compression, which comes before sealing; `z` is zlib.
  private static let (codingHeader, zlib) = ("BB-Coding", "z")
  private static let (keyName, machineName) = ("key", "machine")

  /// The subjects of the inbox.
  package var filter: String { "\(prefix)>" }

  private var prefix: String { "\(Self.root).\(inbox)." }

  /// The subjects of one message.
  package func filter(of subject: SubjectKey) -> String { "\(prefix)\(subject.text).>" }
}

extension ExchangeCodec {
  /// Encodes a register.
  ///
  /// - Throws: What sealing throws.
  package func encoded(_ value: ExchangeValue) throws -> OutgoingValue {
    try sealed(
      value.bytes, as: "\(prefix)\(value.subject.text).\(value.name)", expecting: value.sequence)
  }

  /// Encodes the id of the key, which is not sealed.
  ///
  /// - Parameter sequence: The sequence of the value that it replaces, 0 for none.
  /// - Returns: The value.
  package func encodedKey(expecting sequence: Int64?) -> OutgoingValue {
    let fields: JSONValue = .object(["v": .integer(1), "key": .string(key.id)])
    return OutgoingValue(
      prefix + Self.keyName, headers: [Self.originHeader: "\(origin)"],
      bytes: Array(fields.json.utf8), expectedSequence: sequence)
  }

  /// Encodes what other machines show of this one.
  ///
  /// - Throws: What sealing throws.
  package func encoded(_ peer: ExchangePeer) throws -> OutgoingValue {
    try sealed(
      Array(peer.json.utf8), as: "\(prefix)\(Self.machineName).\(peer.origin)", expecting: nil)
  }

  private func sealed(
    _ bytes: [UInt8], as subject: String, expecting sequence: Int64?
  ) throws -> OutgoingValue {
    var headers = [Self.originHeader: "\(origin)"]
    if !key.id.isEmpty { headers[Self.keyHeader] = key.id }
    let compressed = Compression.compressed(bytes)
    if compressed != nil { headers[Self.codingHeader] = Self.zlib }
    return OutgoingValue(
      subject, headers: headers, bytes: try key.seal(compressed ?? bytes, as: subject),
      expectedSequence: sequence)
  }
}

extension ExchangeCodec {
  /// Decodes a value of the transport.
  package func decoded(_ value: IncomingValue) -> Content {
    guard value.subject.hasPrefix(prefix) else { return .unreadable(nil) }
    let rest = value.subject.dropFirst(prefix.count)
    let first = rest.prefix { $0 != "." }
    let name = rest.dropFirst(first.count + 1)
    if first == Self.keyName, name.isEmpty {
      guard let fields = try? JSONValue(json: String(decoding: value.bytes, as: UTF8.self)),
        let id = fields["key"]?.text
      else { return .unreadable(nil) }
      return .key(id)
    }
    let coding = value.headers[Self.codingHeader]
    // What a newer program writes is not replaced.
    guard coding == nil || coding == Self.zlib else { return .unreadable(nil) }
    let bytes = opened(value)
    if first == Self.machineName {
      return bytes.flatMap { ExchangePeer($0, origin: name) }.map(Content.machine)
        ?? .unreadable(nil)
    }
    guard let subject = SubjectKey(first), let name = try? RegisterName(String(name)) else {
      return .unreadable(nil)
    }
    let register = ExchangeValue(
      subject: subject, name: name, bytes: bytes ?? [], sequence: value.sequence)
    return bytes == nil ? .unreadable(register) : .register(register)
  }

  /// The bytes of a value, opened and decompressed; nil if that cannot be done.
  private func opened(_ value: IncomingValue) -> [UInt8]? {
    guard value.headers[Self.keyHeader] ?? "" == key.id,
      let bytes = key.open(value.bytes, as: value.subject)
    else { return nil }
    return value.headers[Self.codingHeader] == nil ? bytes : Compression.decompressed(bytes)
  }
}
