import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxExchange

/// Streams of real servers.
@Suite(.waiting) struct StreamTests {
  private let settings = StreamSettings.testing

  /// Runs a closure with the stream of a new server.
  private func withStream<Result: Sendable>(
    _ program: NATSProgram, _ configuration: String = "", login: String = "",
    _ work: (JetStream) async throws -> Result
  ) async throws -> Result {
    let server = try NATSServer(program, configuration)
    return try await NATSConnection.connected(server.options(login: login)) { connection in
      try await work(JetStream(connection, settings))
    }
  }

  @Test(arguments: NATSProgram.all)
  func `the last value of each subject, from a place on`(program: NATSProgram) async throws {
    try await withStream(program) { stream in
      #expect(
        await exchangeError { try await stream.info() }
          == .noStream(server: stream.server, name: "TEST"))
      #expect(
        await exchangeError { try await stream.publish([OutgoingValue("t.a.1", "x")]) }
          == .noStream(server: stream.server, name: "TEST"))
      let created = try await stream.create()
      #expect(created.lastSequence == 0)
      #expect(try await stream.told("/state/messages") == .integer(0))
      #expect(try await stream.told("/config/num_replicas") == .integer(1))
      #expect(try await stream.create() == created)
      #expect(
        try await stream.publish([
          OutgoingValue("t.a.1", "one", expecting: 0), OutgoingValue("t.a.2", "two"),
          OutgoingValue("t.b.1", "of another inbox"),
        ]) == [.stored(sequence: 1), .stored(sequence: 2), .stored(sequence: 3)])
      let pages = PageReader(stream.pages(after: nil))
      let first = try #require(try await pages.next())
      #expect(first.lines == ["t.a.1 one 1", "t.a.2 two 2"] && first.isLast && !first.startsOver)
      #expect(
        try await stream.publish([
          OutgoingValue("t.a.1", "wrong", expecting: 0),
          OutgoingValue("t.a.1", "right", expecting: 1),
        ]) == [.outdated, .stored(sequence: 4)])
      // It arrives without being asked for again.
      #expect(try await pages.next()?.lines == ["t.a.1 right 4"])
      let all = PageReader(stream.pages(after: nil))
      #expect(try await all.next()?.lines == ["t.a.2 two 2", "t.a.1 right 4"])
      var rest = stream.pages(after: first.place).makeAsyncIterator()
      #expect(try await rest.next()?.lines == ["t.a.1 right 4"])
      let info = try await stream.info()
      #expect(info.created == created.created && info.lastSequence == 4)
      #expect(try await stream.told("/state/messages") == .integer(3))
    }
  }

  @Test(arguments: NATSProgram.all)
  func `values have headers and any bytes`(program: NATSProgram) async throws {
    try await withStream(program) { stream in
      _ = try await stream.create()
      let bytes: [UInt8] = [0, 13, 10, 255]
      _ = try await stream.publish([
        OutgoingValue(subject: "t.a.1", headers: ["BB-Origin": "c972"], bytes: bytes)
      ])
      let pages = PageReader(stream.pages(after: nil))
      let value = try #require(try await pages.next()?.values.first)
      #expect(value.headers == ["BB-Origin": "c972"] && value.bytes == bytes)
    }
  }

  @Test(arguments: NATSProgram.all)
  func `nothing new is a page without values`(program: NATSProgram) async throws {
    try await withStream(program) { stream in
      _ = try await stream.create()
      _ = try await stream.publish([OutgoingValue("t.a.1", "x"), OutgoingValue("t.b.1", "y")])
      let created = try await stream.info().created
      let place = ExchangePlace(stream: created, sequence: 1)
      let pages = PageReader(stream.pages(after: place))
      var page = try #require(try await pages.next())
      let end = ExchangePlace(stream: created, sequence: 2)
      page.clockOffset = nil
      #expect(page == ExchangePage(values: [], place: end, isLast: true, startsOver: false))
    }
  }

  @Test(
    arguments: NATSProgram.all,
    [
      ExchangePlace(stream: "2020-01-01T00:00:00Z", sequence: 1),
      ExchangePlace(stream: "", sequence: 9),
    ])
  func `a stream that was made anew is read from its start`(
    program: NATSProgram, place: ExchangePlace
  ) async throws {
    try await withStream(program) { stream in
      let created = try await stream.create().created
      _ = try await stream.publish([OutgoingValue("t.a.1", "x"), OutgoingValue("t.a.2", "y")])
      // The same stream that has lost its end, where no other is given.
      let place = place.stream.isEmpty ? ExchangePlace(stream: created, sequence: 9) : place
      let pages = PageReader(stream.pages(after: place))
      let page = try #require(try await pages.next())
      #expect(page.lines.count == 2 && page.startsOver)
      _ = try await stream.publish([OutgoingValue("t.a.3", "z")])
      #expect(try await pages.next()?.startsOver == false)
    }
  }

  @Test(arguments: NATSProgram.all)
  func `a stream outlives its server, and places in it do`(program: NATSProgram) async throws {
    let killed = try NATSServer(program)
    let (created, place) = try await NATSConnection.connected(killed.options()) { connection in
      let stream = JetStream(connection, settings)
      let created = try await stream.create().created
      _ = try await stream.publish([OutgoingValue("t.a.1", "x")])
      let page = try await PageReader(stream.pages(after: nil)).next()
      _ = try await stream.publish([OutgoingValue("t.a.2", "y")])
      return (created, try #require(page?.place))
    }
    killed.send(SIGKILL)
    let server = try NATSServer(program, in: killed.folder)
    try await NATSConnection.connected(server.options()) { connection in
      let stream = JetStream(connection, settings)
      let info = try await stream.info()
      #expect(info.created == created && info.lastSequence == 2)
      let page = try #require(try await PageReader(stream.pages(after: place)).next())
      #expect(page.lines == ["t.a.2 y 2"] && !page.startsOver)
    }
  }

  @Test(arguments: NATSProgram.all)
  func `5 000 values in pages`(program: NATSProgram) async throws {
    try await withStream(program) { stream in
      _ = try await stream.create()
      let stored = try await stream.publish(
        (1...5_000).map { OutgoingValue("t.a.\($0)", "x\($0)") }
      ).compactMap { if case .stored(let sequence) = $0 { sequence } else { nil } }
      // The answers may come in another order, but each subject has a sequence number of its own.
      #expect(stored.sorted() == Array(1...5_000 as ClosedRange<Int64>))
      var sizes: [Int] = []
      var values: Set<String> = []
      for try await page in stream.pages(after: nil) {
        sizes.append(page.values.count)
        values.formUnion(page.values.map { String(decoding: $0.bytes, as: UTF8.self) })
        #expect(page.place.sequence == page.values.last?.sequence)
        if page.isLast { break }
      }
      #expect(sizes == [2_000, 2_000, 1_000])
      #expect(values == Set((1...5_000).map { "x\($0)" }))
    }
  }

  @Test(arguments: NATSProgram.all)
  func `large values come in smaller pages`(program: NATSProgram) async throws {
    try await withStream(program) { stream in
      _ = try await stream.create()
      let bytes = [UInt8](repeating: 65, count: 1_000_000)
      let outcomes = try await stream.publish(
        (0..<40).map { OutgoingValue(subject: "t.a.\($0)", bytes: bytes) })
      #expect(outcomes.count { if case .stored = $0 { true } else { false } } == 40)
      var (count, pages) = (0, 0)
      for try await page in stream.pages(after: nil) {
        (count, pages) = (count + page.values.count, pages + 1)
        #expect(page.values.allSatisfy { $0.bytes == bytes } && page.values.count <= 16)
        if page.isLast { break }
      }
      #expect(count == 40 && pages == 3)
    }
  }

  @Test(arguments: NATSProgram.all)
  func `what cannot be stored does not keep others back`(program: NATSProgram) async throws {
    let users = """
      authorization { users: [ {
        user: reader, password: x,
        permissions: { publish: { deny: ["t.a.2", "$JS.API.STREAM.DELETE.>"] } }
      } ] }
      """
    try await withStream(program, users + "\nmax_payload: 1000", login: "reader:x@") { stream in
      _ = try await stream.create()
      #expect(
        try await stream.publish([
          OutgoingValue("t.a.1", "x"), OutgoingValue("t.a.2", "denied"),
          OutgoingValue(subject: "t.a.3", bytes: Array(repeating: 0, count: 1_001)),
          OutgoingValue("t.a 4", "bad subject"), OutgoingValue("t.a.5", "y"),
        ]) == [
          .stored(sequence: 1), .notPermitted, .tooLarge(limit: 1_000),
          .refused("subject or headers have characters that cannot be sent"), .stored(sequence: 2),
        ])
      #expect(
        await exchangeError { try await stream.ask("STREAM.DELETE.TEST") }
          == .notPermitted(
            server: stream.server, .publish, subject: "$JS.API.STREAM.DELETE.TEST"))
      #expect(try await stream.told("/state/messages") == .integer(2))
    }
  }

  @Test(arguments: NATSProgram.all, StreamLimit.allCases)
  func `a full stream names its limit`(program: NATSProgram, limit: StreamLimit) async throws {
    let account = """
      accounts { A { jetstream { max_file: 20000 }, users: [ { user: u, password: p } ] } }
      """
    let server = try NATSServer(
      program, limit == .account ? account : "",
      limits: limit == .storage ? "max_file_store: 20000" : "")
    let options = try server.options(login: limit == .account ? "u:p@" : "")
    try await NATSConnection.connected(options) { connection in
      let stream = JetStream(connection, settings)
      var fields: [String: JSONValue] = [
        "name": "TEST", "subjects": .array(["t.>"]), "max_msgs_per_subject": .integer(1),
        "discard": "new",
      ]
      if limit == .bytes { fields["max_bytes"] = .integer(20_000) }
      if limit == .values { fields["max_msgs"] = .integer(5) }
      _ = try await stream.ask("STREAM.CREATE.TEST", .object(fields))
      var outcomes: [PublishOutcome] = []
      for index in 0..<20 {
        outcomes += try await stream.publish([
          OutgoingValue(subject: "t.a.\(index)", bytes: [UInt8](repeating: 65, count: 2_000))
        ])
      }
      guard case .stored? = outcomes.first else { throw Unexpected(outcomes) }
      #expect(outcomes.last == .full(stream: "TEST", limit))
      // Room that is set aside for another stream.
      guard limit == .storage else { return }
      let larger: [String: JSONValue] = [
        "name": "LARGER", "subjects": .array(["l.>"]), "max_bytes": .integer(30_000),
      ]
      #expect(
        await exchangeError { try await stream.ask("STREAM.CREATE.LARGER", .object(larger)) }
          == .full(server: stream.server, stream: "TEST", .storage))
    }
  }

  @Test(arguments: NATSProgram.all)
  func `a user who may not read is told so`(program: NATSProgram) async throws {
    let users = """
      authorization { users: [ {
        user: writer, password: x, permissions: { publish: { deny: ["$JS.API.CONSUMER.MSG.>"] } }
      } ] }
      """
    try await withStream(program, users, login: "writer:x@") { stream in
      _ = try await stream.create()
      _ = try await stream.publish([OutgoingValue("t.a.1", "x")])
      let error = await exchangeError { for try await _ in stream.pages(after: nil) {} }
      guard case .notPermitted(_, .publish, let subject) = error else { throw Unexpected(error) }
      #expect(subject.hasPrefix("$JS.API.CONSUMER.MSG.NEXT.TEST."))
    }
  }

  @Test(arguments: NATSProgram.all)
  func `a server without JetStream`(program: NATSProgram) async throws {
    let server = try NATSServer(program, hasJetStream: false)
    let error = try await NATSConnection.connected(server.options()) { connection in
      await exchangeError { try await JetStream(connection, .testing).create() }
    }
    let version = try #require(program.version.split(separator: "v").last.map(String.init))
    #expect(error == .noJetStream(server: server.address, version: version))
  }

  @Test(arguments: NATSProgram.all)
  func `a stream that is for something else`(program: NATSProgram) async throws {
    try await withStream(program) { stream in
      func make(_ name: String, _ fields: [String: JSONValue]) async throws {
        let all = fields.merging(["name": .string(name)]) { $1 }
        _ = try await stream.ask("STREAM.CREATE.\(name)", .object(all))
      }
      try await make("TEST", ["subjects": .array(["t.>"]), "max_msgs_per_subject": .integer(5)])
      let foreign = ExchangeError.foreignStream(
        server: stream.server, name: "TEST",
        difference: "its max_msgs_per_subject is 5 where 1 is needed")
      #expect(await exchangeError { try await stream.info() } == foreign)
      #expect(await exchangeError { try await stream.create() } == foreign)
      _ = try await stream.ask("STREAM.DELETE.TEST")
      // A stream of ours to which an administrator has given a limit.
      let limited: [String: JSONValue] = [
        "subjects": .array(["t.>"]), "max_msgs_per_subject": .integer(1),
        "max_bytes": .integer(100_000),
      ]
      try await make("TEST", limited)
      guard
        case .foreignStream(_, "TEST", let difference) = await exchangeError({
          try await stream.info()
        })
      else { throw Unexpected("a stream that removes values") }
      #expect(difference.contains("max_bytes"))
      _ = try await stream.ask("STREAM.DELETE.TEST")
      _ = try await stream.create()
      let made = try await stream.ask("STREAM.INFO.TEST")["config"]
      #expect(made?["discard"] == "new")
      _ = try await stream.ask("STREAM.DELETE.TEST")
      try await make("TEST", limited.merging(["discard": "new"]) { $1 })
      _ = try await stream.info()
      _ = try await stream.ask("STREAM.DELETE.TEST")
      try await make("OTHER", ["subjects": .array(["t.b.*"])])
      let error = await exchangeError { try await stream.create() }
      guard case .foreignStream(_, "t.>", _) = error else { throw Unexpected(error) }
      #expect(
        await exchangeError { try await stream.publish([OutgoingValue("t.b.1", "x")]) }
          == .foreignStream(
            server: stream.server, name: "OTHER", difference: "it takes the subjects of TEST"))
    }
  }
}
