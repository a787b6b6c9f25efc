import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxExchange

/// Random values from other machines and from files of a shared folder.
///
/// Nothing traps or hangs, and the inbox can be listed, exported and sent afterwards.
@Suite(.serialized, .waiting) struct ExchangeFuzzTests {
  private static let codec = ExchangeCodec(
    inbox: "default", key: .none, origin: ExchangeOrigin(rawValue: 7))

  private let inbox: Inbox
  private let exchange: ExchangeInbox

  init() throws {
    inbox = try Inbox.testing(maximumCount: 40)
    exchange = ExchangeInbox(inbox, subject: ExchangeKey.none.subject)
    try inbox.push(Payload.showcase(at: .testing), defaultSource: "cli")
    try exchange.join(ExchangeMembership(person: "me", machine: "atlas"))
    _ = try inbox.perform(.read, on: .numbers([MessageNumber(1), MessageNumber(2)]))
  }

  /// Values as machines send them.
  private func samples() throws -> [OutgoingValue] {
    var samples: [OutgoingValue] = []
    for value in try exchange.pending(limit: 100) { samples.append(try Self.codec.encoded(value)) }
    let machine = ExchangePeer(
      origin: ExchangeOrigin(rawValue: 9), name: "phone", person: "me", seenAt: .testing,
      since: .testing(-9), goneAt: .testing(9))
    samples.append(try Self.codec.encoded(machine))
    return samples
  }

  /// Changes some bytes of a text, or words for others of its kind.
  private static func changed(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    let text = random.text(
      like: [String(decoding: bytes, as: UTF8.self)],
      words: ["null", "true", "\"v\":2", "\"g\":1", "[]", "{}", "9223372036854775807", "\"", ","])
    var changed = Array(text.utf8)
    if Bool.random(using: &random), let index = changed.indices.randomElement(using: &random) {
      changed[index] = UInt8.random(in: 0...255, using: &random)
    }
    return changed
  }

  private func expectUsable() throws {
    _ = try inbox.snapshot(of: MessageQuery(), in: MessageWindow(limit: 50))
    try inbox.exportMessages { _ = MessageJSON($0, as: .export).bytes }
    _ = try exchange.pending(limit: 50)
    _ = try exchange.machines().sharedNames
    try exchange.forget("phone")
    for peer in try exchange.forgotten() { _ = try Self.codec.encoded(peer) }
  }

  @Test func `values of other machines`() throws {
    let samples = try samples()
    var sequence: Int64 = 0
    Fuzz.run("values", atLeast: 200) { random in
      let values = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let sample = random.pick(samples)
        sequence += 1
        var subject = sample.subject
        if Int.random(in: 0..<8, using: &random) == 0 {
          subject = String(decoding: Self.changed(Array(subject.utf8), &random), as: UTF8.self)
        }
        return IncomingValue(
          subject: subject, headers: sample.headers, bytes: Self.changed(sample.bytes, &random),
          sequence: sequence)
      }
      let registers = values.compactMap { value in
        switch Self.codec.decoded(value) {
        case .register(let value), .unreadable(let value?): value
        case .key, .machine, .newer, .unreadable(nil): nil
        }
      }
      for value in values {
        if case .machine(let peer) = Self.codec.decoded(value) { try exchange.note([peer]) }
      }
      try exchange.take(registers, through: sequence, isEnd: true)
      try expectUsable()
    }
  }

  @Test func `files of a shared folder`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file.values"
    let header = ValuesFile.Header(id: "8d0c", base: 0).json + "\n"
    let lines = try samples().map(\.line)
    Fuzz.run("files of values", atLeast: 200) { random in
      let text = header + (0..<3).map { _ in random.pick(lines) }.joined()
      let bytes = Self.changed(Array(text.utf8), &random)
      try Data(bytes).write(to: URL(filePath: path))
      var file = ValuesFile(path)
      let values = file.read(atLeast: 100)
      #expect(values.count < bytes.count { $0 == UInt8(ascii: "\n") } || values.isEmpty)
      for value in values { _ = Self.codec.decoded(value) }
    }
  }
}
