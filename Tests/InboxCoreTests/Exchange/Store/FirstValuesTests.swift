import InboxTestSupport
import Testing

@testable import InboxCore

/// The first values of two machines replace each other without a look; what was lost is sent again.
@Suite struct FirstValuesTests {
  /// What the value of the other machine is beside the own one.
  enum Other: CaseIterable {
    /// It includes the own one.
    case includesOwn
    /// Each has what the other one lacks.
    case differs
    /// The own one includes it.
    case isIncluded
  }

  private let laptop = ExchangeMachine.made("laptop")
  private let desktop = ExchangeMachine.made("desktop")

  /// The first values of both machines of one register, and the join of them.
  ///
  /// - Returns: The value of the laptop, which waits to be sent; that of the desktop, with its sequence
  ///   in the stream; and the bytes of both joined.
  private func values(
    _ other: Other
  ) throws -> (own: ExchangeValue, other: ExchangeValue, joined: [UInt8]) {
    let own = Payload.make("own", id: "a", tags: other == .differs ? ["own"] : nil)
    try laptop.push(own, at: other == .isIncluded ? 20 : 10)
    try desktop.push(.make("other", id: "a"), at: other == .isIncluded ? 10 : 20)
    (laptop.time, desktop.time) = (30, 30)
    let found = try [laptop, desktop].map { machine in
      try #require(try machine.exchanging.pending(limit: 9).first { $0.name == .content })
    }
    #expect(found[0].subject == found[1].subject && found.map(\.sequence) == [0, 0])
    let registers = try found.map { try ExchangeRegister($0.bytes, of: $0.name) }
    let joined = registers[0].joined(with: registers[1])
    #expect((joined == registers[1]) == (other == .includesOwn))
    #expect((joined == registers[0]) == (other == .isIncluded))
    return (found[0], at(found[1], 100), joined.bytes)
  }

  private func at(_ value: ExchangeValue, _ sequence: Int64) -> ExchangeValue {
    var value = value
    value.sequence = sequence
    return value
  }

  /// What the laptop sends after it has replaced the value of the desktop, in the order given.
  private func sent(
    _ values: (own: ExchangeValue, other: ExchangeValue, joined: [UInt8]), isConfirmedFirst: Bool,
    hasSharedSequences: Bool = true
  ) throws -> [ExchangeValue] {
    var exchange = laptop.exchanging
    exchange.hasSharedSequences = hasSharedSequences
    let confirmed = at(values.own, 101)
    if isConfirmedFirst { try exchange.confirm([confirmed]) }
    try exchange.take([values.other])
    if !isConfirmedFirst { try exchange.confirm([confirmed]) }
    let sent = try exchange.pending(limit: 9)
    #expect(try exchange.pending(limit: 9) == sent)
    return sent
  }

  @Test(arguments: [Other.includesOwn, .differs], [false, true])
  func `what the replaced value had more is sent again`(
    other: Other, isConfirmedFirst: Bool
  ) throws {
    let values = try values(other)
    let sent = try sent(values, isConfirmedFirst: isConfirmedFirst)
    let again = ExchangeValue(
      subject: values.own.subject, name: .content, bytes: values.joined, sequence: 101)
    #expect(sent == [again])
    #expect(try laptop.here.stored().map(\.title) == ["other"])
    try laptop.exchanging.confirm([at(again, 102)])
    #expect(try laptop.exchanging.pending(limit: 9).isEmpty)
  }

  @Test(arguments: [false, true])
  func `a replaced value that adds nothing is not sent again`(isConfirmedFirst: Bool) throws {
    let values = try values(.isIncluded)
    let sent = try sent(values, isConfirmedFirst: isConfirmedFirst)
    #expect(sent.isEmpty)
    #expect(try laptop.here.stored().map(\.title) == ["own"])
    // Also not when it comes once more.
    try laptop.exchanging.take([values.other])
    #expect(try laptop.exchanging.pending(limit: 9).isEmpty)
  }

  @Test(arguments: [false, true])
  func `what another machine has replaced is sent again`(isRubbish: Bool) throws {
    let values = try values(.isIncluded)
    var other = at(values.other, 101)
    if isRubbish { other.bytes = Array("rubbish".utf8) }
    // The answer comes after the value that has replaced the own one.
    try laptop.exchanging.take([other])
    try laptop.exchanging.confirm([at(values.own, 100)])
    #expect(try laptop.exchanging.pending(limit: 9) == [at(values.own, 101)])
    try laptop.exchanging.confirm([at(values.own, 102)])
    #expect(try laptop.exchanging.pending(limit: 9).isEmpty)
  }

  @Test func `what has come leaves nothing to look at`() throws {
    let values = try values(.includesOwn)
    try laptop.exchanging.confirm([at(values.own, 100)])
    try laptop.exchanging.take([at(values.other, 101)])
    #expect(try !laptop.exchanging.hasPending())
  }

  @Test(arguments: [false, true])
  func `in a folder nothing is replaced, and nothing sent again`(isConfirmedFirst: Bool) throws {
    let values = try values(.includesOwn)
    let sent = try sent(values, isConfirmedFirst: isConfirmedFirst, hasSharedSequences: false)
    #expect(sent.isEmpty)
    #expect(try laptop.here.stored().map(\.title) == ["other"])
  }
}
