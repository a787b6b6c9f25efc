import NIOCore
import Testing

@testable import InboxExchange

@Suite struct RequestWindowTests {
  private let error = ExchangeError.timedOut(server: "s", .answer)
  private var window = RequestWindow()

  private func request(_ subject: String, size: Int = 0) throws -> NATSRequest {
    try #require(NATSRequest(subject, bytes: Array(repeating: 0, count: size)))
  }

  private func message(_ text: String) -> NATSMessage {
    NATSMessage(subject: text, subscription: 1, bytes: [])
  }

  private func answer(_ text: String) -> RequestWindow.Answer { .success(message(text)) }

  private mutating func send(at now: NIODeadline = .now()) -> [(number: Int, subject: String)] {
    var sent: [(number: Int, subject: String)] = []
    while let next = window.next(at: now, timeout: .seconds(5)) {
      sent.append((next.number, next.request.subject))
    }
    return sent
  }

  @Test mutating func `never two of one subject, and all in their order`() throws {
    var done: [RequestWindow.Answer] = []
    window.append(try ["a", "b", "a", "c"].map { try request($0) }, RequestBatch(4) { done = $0 })
    #expect(send().map(\.subject) == ["a", "b"])
    window.finish(2, message("second"), at: .now())
    #expect(send().isEmpty)
    window.finish(1, message("first"), at: .now())
    #expect(send().map(\.subject) == ["a", "c"])
    window.finish(4, message("fourth"), at: .now())
    window.finish(3, message("third"), at: .now())
    #expect(done == ["first", "second", "third", "fourth"].map(answer))
    #expect(!window.isWaiting)
  }

  @Test mutating func `at most 256 wait`() throws {
    window.append(try (0..<300).map { try request("s.\($0)") }, RequestBatch(300) { _ in })
    #expect(send().count == 256)
    window.finish(7, message(""), at: .now())
    window.finish(7, message(""), at: .now())
    #expect(send().count == 1)
  }

  @Test mutating func `what is late ends, and large ones have more time`() throws {
    var done: [RequestWindow.Answer] = []
    window.append(
      [try request("a"), try request("b", size: 65_536)], RequestBatch(2) { done = $0 })
    let now = NIODeadline.now()
    _ = send(at: now)
    window.expire(at: now + .seconds(5), error)
    #expect(done.isEmpty && window.isWaiting)
    window.expire(at: now + .seconds(7), error)
    #expect(done == [.failure(error), .failure(error)])
  }

  @Test mutating func `while others are answered, a request has more time`() throws {
    window.append(try (0..<20).map { try request("s.\($0)") }, RequestBatch(20) { _ in })
    let now = NIODeadline.now()
    _ = send(at: now)
    for second in 1...15 {
      window.finish(second, message(""), at: now + .seconds(Int64(second)))
      window.expire(at: now + .seconds(Int64(second) + 4), error)
      #expect(window.isWaiting)
    }
    window.expire(at: now + .seconds(20), error)
    #expect(!window.isWaiting)
  }

  @Test mutating func `a request whose answer was lost ends, whatever else is answered`() throws {
    var done: [RequestWindow.Answer] = []
    window.append([try request("lost")], RequestBatch(1) { done = $0 })
    let now = NIODeadline.now()
    _ = send(at: now)
    for second in stride(from: Int64(1), through: 40, by: 1) {
      #expect(done.isEmpty)
      window.append([try request("s")], RequestBatch(1) { _ in })
      let number = try #require(send(at: now + .seconds(second)).first?.number)
      window.finish(number, message(""), at: now + .seconds(second))
      window.expire(at: now + .seconds(second), error)
    }
    #expect(done == [.failure(error)])
  }

  @Test mutating func `of a batch with a late one nothing more is sent`() throws {
    var (done, others): ([RequestWindow.Answer], [RequestWindow.Answer]) = ([], [])
    window.append(try ["a", "a", "b"].map { try request($0) }, RequestBatch(3) { done = $0 })
    window.append([try request("c")], RequestBatch(1) { others = $0 })
    let now = NIODeadline.now()
    #expect(send(at: now).map(\.subject) == ["a"])
    window.expire(at: now + .seconds(5), error)
    #expect(done == Array(repeating: .failure(error), count: 3) && others.isEmpty)
    #expect(send().map(\.subject) == ["c"])
  }

  @Test mutating func `large ones wait for each other`() throws {
    let size = RequestWindow.mostBytesInFlight
    window.append(
      [try request("a", size: size - 1), try request("b", size: size), try request("c")],
      RequestBatch(3) { _ in })
    #expect(send().map(\.subject) == ["a", "b"])
    window.finish(1, message(""), at: .now())
    #expect(send().isEmpty)
    window.finish(2, message(""), at: .now())
    #expect(send().map(\.subject) == ["c"])
  }

  @Test mutating func `a refused permission names the subject, the end ends all`() throws {
    var done: [RequestWindow.Answer] = []
    window.append(try ["a", "b", "a"].map { try request($0) }, RequestBatch(3) { done = $0 })
    _ = send()
    let isKnown = ["c", "a"].map { window.finish(subject: $0, error) }
    #expect(isKnown == [false, true])
    let end = ExchangeError.ended(server: "s", reason: nil)
    window.finishAll(end)
    #expect(done == [.failure(error), .failure(end), .failure(end)])
    var none: [RequestWindow.Answer]?
    window.append([], RequestBatch(0) { none = $0 })
    #expect(none == [])
  }

  @Test func `where a value is in its stream`() throws {
    let old = try #require(Delivery("$JS.ACK.S.c.1.41.7.1700000000500000000.3"))
    #expect(old.sequence == 41 && old.number == 7 && old.pending == 3)
    #expect(Delivery("$JS.ACK._.ACC.S.c.1.41.7.1700000000500000000.3.xyz") == old)
    for subject in ["", "$JS.ACK.S.c.1.41.7.17.x", "$JS.ACK.S.c.1.-1.7.17.3", "a.b.c.d.e.f.g.h.i"] {
      #expect(Delivery(subject) == nil)
    }
  }
}
