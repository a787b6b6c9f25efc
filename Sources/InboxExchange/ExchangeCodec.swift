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

  /// What a value of the transport is.
  package enum Content: Sendable, Hashable {
    /// A register of a message.
    case register(ExchangeValue)
    /// The id of the key that seals all values, empty for none.
    case key(String)
    /// A machine that takes part.
    case machine(ExchangePeer)
    /// A value in a form of a newer version, which must not be replaced.
    case newer
    /// A value that was sealed by another key, or not as it must be; without bytes if it has the place
    /// of a register, otherwise nil.
    case unreadable(ExchangeValue?)
  }

  /// The first word of all subjects, with the version of their form.
  package static let root = "bb1"
  /// The header with the id of the key that has sealed a value.
  private static let keyHeader = "BB-Key"
  /// A header of newer versions: a value with it has a form that is not known here.
  private static let codingHeader = "BB-Coding"
  /// The header with the time after which a value expires on the server.
  static let lifetimeHeader = "Nats-TTL"
  /// The first byte of JSON; that of a zlib stream has other lower four bits (RFC 1950, 2.2).
  private static let json = UInt8(ascii: "{")
  private static let deflated: UInt8 = 8
  private static let (keyName, machineName) = ("key", "machine")

  /// The subjects of the inbox.
  package var filter: String { "\(prefix)>" }

  private var prefix: String { "\(Self.root).\(inbox)." }

  /// The subject of the value that holds the id of the key.
  var keySubject: String { prefix + Self.keyName }

  /// The subjects of one message.
  package func filter(of subject: SubjectKey) -> String { "\(prefix)\(subject.text).>" }
}

extension ExchangeCodec {
  /// Encodes a register.
  ///
  /// The first value of a subject replaces any: a header that names the value to replace would be as
  /// long as most values. A machine whose value is replaced so, or that knows of more, sends its own
  /// again.
  ///
  /// - Throws: What compression and sealing throw.
  package func encoded(_ value: ExchangeValue) throws -> OutgoingValue {
    var outgoing = try sealed(
      value.bytes, as: "\(prefix)\(value.subject.text).\(value.name)",
      expecting: value.sequence == 0 ? nil : value.sequence)
    outgoing.lifetime = value.lifetime
    return outgoing
  }

  /// Encodes the id of the key, which is not sealed.
  ///
  /// - Parameter sequence: The sequence of the value that it replaces, 0 for none.
  /// - Returns: The value.
  package func encodedKey(expecting sequence: Int64?) -> OutgoingValue {
    let fields: JSONValue = .object(["v": .integer(1), "key": .string(key.id)])
    return OutgoingValue(
      subject: keySubject, bytes: Array(fields.json.utf8), expectedSequence: sequence)
  }

  /// Encodes what other machines show of this one.
  ///
  /// - Throws: What compression and sealing throw.
  package func encoded(_ peer: ExchangePeer) throws -> OutgoingValue {
    try sealed(
      Array(peer.json.utf8), as: "\(prefix)\(Self.machineName).\(peer.origin)", expecting: nil)
  }

  private func sealed(
    _ bytes: [UInt8], as subject: String, expecting sequence: Int64?
  ) throws -> OutgoingValue {
    let compressed = try Compression.compressed(bytes)
    let isShorter = compressed.count < bytes.count || bytes.first != Self.json
    return OutgoingValue(
      subject: subject, headers: key.id.isEmpty ? [:] : [Self.keyHeader: key.id],
      bytes: try key.seal(isShorter ? compressed : bytes, as: subject),
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
      let fields = try? JSONValue(json: String(decoding: value.bytes, as: UTF8.self))
      if let id = fields?["key"]?.text { return .key(id) }
      return fields?["v"]?.integer ?? 1 > 1 ? .newer : .unreadable(nil)
    }
    guard value.headers[Self.codingHeader] == nil else { return .newer }
    let isOurs = value.headers[Self.keyHeader] ?? "" == key.id
    var bytes = isOurs ? key.open(value.bytes, as: value.subject) : nil
    if let compressed = bytes, compressed.first.map({ $0 & 0x0F }) == Self.deflated {
      bytes = Compression.decompressed(compressed)
    }
    if first == Self.machineName {
      return bytes.flatMap { ExchangePeer($0, origin: name) }.map(Content.machine)
        ?? .unreadable(nil)
    }
    guard let subject = SubjectKey(first), let name = try? RegisterName(String(name)) else {
      return .unreadable(nil)
    }
    var register = ExchangeValue(
      subject: subject, name: name, bytes: bytes ?? [], sequence: value.sequence)
    register.isEnding = value.headers[Self.lifetimeHeader] != nil
    return bytes == nil ? .unreadable(register) : .register(register)
  }

  /// Throws for the id of a key that this machine does not have, or that cannot be read.
  ///
  /// - Throws: ``ExchangeError/wrongKey(here:stream:)``, ``ExchangeError/damagedKey``.
  func checkKey(_ content: Content) throws(ExchangeError) {
    if case .unreadable = content { throw .damagedKey }
    guard case .key(let id) = content, id != key.id else { return }
    throw .wrongKey(here: key.id, stream: id)
  }
}
