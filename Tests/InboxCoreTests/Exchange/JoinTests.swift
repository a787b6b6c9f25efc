import InboxTestSupport
import Testing

@testable import InboxCore

/// The order of values, and how often they come, does not matter.
@Suite struct JoinTests {
  @Test(arguments: RegisterName.known) func `joins are commutative, associative and idempotent`(
    _ name: RegisterName
  ) {
    var random = SeededRandom(seed: 23)
    for _ in 0..<500 {
      let values = (0..<3).map { _ in ExchangeRegister.random(of: name, using: &random) }
      let (a, b, c) = (values[0], values[1], values[2])
      #expect(a.joined(with: a).bytes == a.bytes)
      #expect(a.joined(with: b).bytes == b.joined(with: a).bytes)
      #expect(a.joined(with: b).joined(with: c).bytes == a.joined(with: b.joined(with: c)).bytes)
      #expect(a.joined(with: b).joined(with: a).bytes == a.joined(with: b).bytes)
    }
  }

  @Test(arguments: RegisterName.known) func `a value of a newer version stands`(
    _ name: RegisterName
  ) throws {
    var random = SeededRandom(seed: 1)
    let newer = try ExchangeRegister(Array(#"{"v":2,"n":"?"}"#.utf8), of: name)
    let own = ExchangeRegister.random(of: name, using: &random)
    #expect(own.joined(with: newer) == newer && newer.joined(with: own) == newer)
    #expect(newer.bytes == Array(#"{"v":2,"n":"?"}"#.utf8))
  }

  @Test(arguments: RegisterName.known) func `what is encoded is decoded as the same`(
    _ name: RegisterName
  ) throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<200 {
      let value = ExchangeRegister.random(of: name, using: &random)
      let decoded = try ExchangeRegister(value.bytes, of: name)
      #expect(decoded == value)
      #expect(decoded.bytes == value.bytes)
    }
  }

  /// Nothing traps, and what is read is written as something that reads the same.
  @Test(arguments: RegisterName.known) func `damaged values are refused, or stable`(
    _ name: RegisterName
  ) throws {
    var random = SeededRandom(seed: 7)
    let pieces = Array(#"{}[]",:0123456789.-eabcdefgnpqtvwhole null true"purged"#.utf8)
    for _ in 0..<500 {
      var bytes = ExchangeRegister.random(of: name, using: &random).bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = random.pick(pieces)
        case 1: bytes.insert(random.pick(pieces), at: place)
        default: bytes.remove(at: place)
        }
      }
      guard let value = try? ExchangeRegister(bytes, of: name) else { continue }
      let again = try ExchangeRegister(value.bytes, of: name)
      #expect(again == value, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
