import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxSources

/// What a subscriber is given that goes on behind the id it had last.
@Suite struct NtfyNewsTests {
  private let clock = SettableClock(.testing)
  private let inbox: Inbox

  init() throws {
    var configuration = InboxConfiguration.testing(foldRepeats: .identical, now: clock.read)
    configuration.makeID = { _ in UUID().uuidString.lowercased() }
    inbox = try Inbox.inMemory(configuration: configuration)
  }

  private func publish(
    _ text: String, sequence: String? = nil, delay: Double? = nil, topic: String = "t"
  ) throws {
    var payload = Payload(body: text, source: "ntfy/\(topic)", id: sequence)
    if let delay { payload.startsAt = .set(clock.read() + delay) }
    try inbox.push(payload)
  }

  private func wait(_ seconds: Double) { clock.set(clock.read() + seconds) }

  /// A poll, as ids and texts.
  private func poll(
    since start: String, topics: String = "t", more: [(name: String, value: String)] = []
  ) throws -> [(id: String, text: String)] {
    let call = HTTPCall.make(
      "GET", "/\(topics)/json", query: [("poll", "1"), ("since", start)] + more)
    let subscription = try NtfySubscription(call, topics: topics, form: .json, at: clock.read())
    return try subscription.events(in: inbox).map { event in
      let json = event.json(topics: topics, at: clock.read())
      guard case .object(let fields) = json, case .string(let id)? = fields["id"],
        case .string(let text)? = fields["message"]
      else { return ("", "") }
      return (id, text)
    }
  }

  private func lastID(since start: String = "all") throws -> String {
    try #require(try poll(since: start).last).id
  }

  @Test func `what is folded into an older message comes`() throws {
    try publish("a")
    try publish("b")
    let last = try lastID()
    wait(1)
    try publish("a")
    let news = try poll(since: last)
    #expect(news.map(\.text) == ["a"])
    #expect(try poll(since: news[0].id).isEmpty)
  }

  @Test func `each of several repetitions comes, with an id of its own`() throws {
    try publish("a")
    let last = try lastID()
    for _ in 0..<3 { try publish("a") }
    let news = try poll(since: last)
    #expect(news.map(\.text) == ["a", "a", "a"])
    #expect(Set(news.map(\.id) + [last]).count == 4)
    #expect(try poll(since: news[1].id).map(\.id) == [news[2].id])
  }

  @Test func `what was delayed comes when it begins`() throws {
    try publish("late", delay: 3)
    try publish("now")
    let last = try lastID()
    #expect(try poll(since: last).isEmpty)
    wait(4)
    let news = try poll(since: last)
    #expect(news.map(\.text) == ["late"])
    #expect(try poll(since: news[0].id).isEmpty)
    try publish("later")
    #expect(try poll(since: news[0].id).map(\.text) == ["later"])
    #expect(try poll(since: last).map(\.text) == ["late", "later"])
  }

  @Test func `those that begin at one moment come one by one`() throws {
    try publish("now")
    let last = try lastID()
    for text in ["x", "y", "z"] { try publish(text, delay: 3) }
    wait(3)
    let news = try poll(since: last)
    #expect(news.map(\.text) == ["x", "y", "z"])
    #expect(try poll(since: news[0].id).map(\.text) == ["y", "z"])
  }

  @Test func `scheduled ones are given to who asks for them`() throws {
    try publish("now")
    try publish("late", delay: 3)
    #expect(try poll(since: "all").map(\.text) == ["now"])
    #expect(try poll(since: "all", more: [("sched", "1")]).map(\.text) == ["now", "late"])
  }

  @Test func `a poll has all messages, and filters before it takes the latest`() throws {
    try inbox.push(Payload(title: "first", body: "0", source: "ntfy/t"))
    let first = try lastID()
    for number in stride(from: 1, to: 2_500, by: 500) {
      try inbox.push((number..<(number + 500)).map { Payload(body: "\($0)", source: "ntfy/t") })
    }
    #expect(try poll(since: "all").map(\.text) == (0...2_500).map { "\($0)" })
    #expect(try poll(since: first).map(\.text) == (1...2_500).map { "\($0)" })
    #expect(try poll(since: "latest").map(\.text) == ["2500"])
    for start in ["all", "latest"] {
      #expect(try poll(since: start, more: [("title", "first")]).map(\.text) == ["0"])
      #expect(try poll(since: start, more: [("message", "3")]).map(\.text) == ["3"])
    }
  }

  @Test func `the past is read in pages of bounded size`() throws {
    try inbox.push((0..<300).map { Payload(body: "\($0)", source: "ntfy/t") })
    let call = HTTPCall.make("GET", "/t/json", query: [("poll", "1"), ("since", "all")])
    let subscription = try NtfySubscription(call, topics: "t", form: .json, at: clock.read())
    var history = try NtfyHistory(subscription, in: inbox)
    var sizes: [Int] = []
    while history.hasMore { sizes.append(try history.next(in: inbox).count) }
    #expect(sizes == [50, 50, 50, 50, 50, 50])
  }

  @Test func `a new version of a sequence comes`() throws {
    try publish("v1", sequence: "q")
    try publish("other")
    let last = try lastID()
    try publish("v2", sequence: "q")
    let news = try poll(since: last)
    #expect(news.map(\.text) == ["v2"])
    #expect(news[0].id != "q" && news[0].id != last)
    #expect(try poll(since: news[0].id).isEmpty)
  }

  /// The changes that a poll brings, with the sequences that they are about.
  private func changes(since start: String) throws -> [String] {
    let call = HTTPCall.make("GET", "/t/json", query: [("poll", "1"), ("since", start)])
    let subscription = try NtfySubscription(call, topics: "t", form: .json, at: clock.read())
    return try subscription.events(in: inbox).compactMap { event in
      guard case .change(let change, let message, _, _) = event else { return nil }
      return "\(change.rawValue) \(message.id)"
    }
  }

  @Test func `what is deleted and what is read here is told`() throws {
    for id in ["a", "b", "c"] { try publish(id, sequence: id) }
    try inbox.push(Payload(body: "d", source: "cli", id: "d"))
    let last = try lastID()
    try inbox.delete([MessageNumber(1)])
    try inbox.markRead([MessageNumber(2), MessageNumber(4)])
    try inbox.perform(.view, on: .numbers([MessageNumber(3)]))
    #expect(try changes(since: last) == ["message_delete a", "message_clear b", "message_clear c"])
    try inbox.restore([MessageNumber(1)])
    try inbox.markUnread([MessageNumber(2)])
    #expect(try changes(since: last) == ["message_clear c"])
  }

  /// The events of a poll in short, and the id of the last.
  private func events(since start: String) throws -> (texts: [String], last: String) {
    let call = HTTPCall.make("GET", "/t/json", query: [("poll", "1"), ("since", start)])
    let subscription = try NtfySubscription(call, topics: "t", form: .json, at: clock.read())
    var (texts, last) = ([String](), start)
    for event in try subscription.events(in: inbox) {
      guard case .object(let fields) = event.json(topics: "t", at: clock.read()),
        case .string(let id)? = fields["id"], case .string(let name)? = fields["event"]
      else { continue }
      if case .string(let text)? = fields["message"] {
        texts.append("\(text) of \(fields["sequence_id"]?.json ?? "none")")
      } else {
        texts.append(name)
      }
      last = id
    }
    return (texts, last)
  }

  @Test func `what is restored, undone, done again or resolved is told as it is then`() throws {
    try publish("one", sequence: "a")
    var two = Payload(body: "two", source: "ntfy/t", id: "b")
    two.fold = .set("disk")
    try inbox.push(two)
    var last = try lastID()
    func told(_ act: () throws -> Void) throws -> [String] {
      wait(1)
      try act()
      let events = try events(since: last)
      last = events.last
      return events.texts
    }
    let one = #"one of "a""#
    #expect(try told { try inbox.delete([MessageNumber(1)]) } == ["message_delete"])
    #expect(try told { try inbox.restore([MessageNumber(1)]) } == [one])
    #expect(try told { try inbox.undo() } == ["message_delete"])
    #expect(try told { try inbox.undo() } == [one])
    #expect(try told { try inbox.redo() } == ["message_delete"])
    #expect(try told { try inbox.redo() } == [one])
    #expect(try told { try inbox.markRead([MessageNumber(1)]) } == ["message_clear"])
    #expect(try told { try inbox.undo() } == [])
    #expect(try told { try inbox.redo() } == ["message_clear"])
    #expect(try told { try inbox.markUnread([MessageNumber(1)]) } == [])
    #expect(try told { try inbox.undo() } == ["message_clear"])
    var end = Payload(body: "over", source: "ntfy/t")
    end.resolves = "disk"
    #expect(try told { try inbox.push(end) } == ["two\n\nover of \"b\""])
    #expect(try told { try inbox.delete([MessageNumber(2)]) } == ["message_delete"])
    #expect(try told { try inbox.purge(.numbers([MessageNumber(2)])) } == [])
  }

  @Test func `each event has an id to go on behind, also when its message is gone`() throws {
    for name in ["a", "b", "c"] { try publish(name, sequence: name) }
    let all = try poll(since: "all")
    #expect(all.map(\.text) == ["a", "b", "c"])
    #expect(try poll(since: all[0].id).map(\.text) == ["b", "c"])
    #expect(try poll(since: "a").map(\.text) == ["b", "c"])
    try inbox.delete([MessageNumber(1)])
    try inbox.purge(.numbers([MessageNumber(1)]))
    #expect(try poll(since: all[0].id).map(\.text) == ["b", "c"])
    #expect(throws: HTTPProblem.badSince) { try poll(since: "a") }
  }

  @Test func `what was deleted before it began, or ran out, is no news`() throws {
    try publish("now")
    let last = try lastID()
    try publish("late", sequence: "q", delay: 3)
    try inbox.push(Payload(body: "short", source: "ntfy/t", expiresAt: clock.read() + 2))
    try inbox.delete([MessageNumber(2)])
    wait(4)
    #expect(try poll(since: last).map(\.text) == [""])
    #expect(try changes(since: last) == ["message_delete q"])
  }

  @Test func `within a batch it goes on behind the message`() throws {
    try publish("first")
    let last = try lastID()
    try inbox.push((0..<2_500).map { Payload(body: "\($0)", source: "ntfy/t", id: "\($0)") })
    var (texts, id) = ([String](), last)
    while let news = try? poll(since: id), let end = news.last {
      texts += news.map(\.text)
      id = end.id
    }
    #expect(texts == (0..<2_500).map(String.init))
  }

  @Test func `other topics and sources are no news`() throws {
    try publish("a")
    let last = try lastID()
    try publish("b", topic: "u")
    try inbox.push(Payload(body: "c", source: "cli"))
    #expect(try poll(since: last).isEmpty)
    #expect(try poll(since: last, topics: "t,u").map(\.text) == ["b"])
  }

  @Test func `behind an entry that is not kept comes what is there and has changed`() throws {
    for text in ["a", "b", "c"] { try publish(text) }
    let first = try poll(since: "all")[0].id
    wait(40 * 86_400)
    for number in 0..<300 { try inbox.push(Payload(body: "\(number)", source: "cli")) }
    guard case .gap = try inbox.log(after: 0, limit: 1) else {
      Issue.record("the log has no gap")
      return
    }
    try publish("a")
    #expect(try poll(since: first).map(\.text) == ["b", "c", "a"])
    #expect(try poll(since: "e1.1.0").map(\.text) == ["b", "c", "a"])
  }

  @Test func `an id of another inbox brings all`() throws {
    try publish("a")
    #expect(try poll(since: "e99.7.0").map(\.text) == ["a"])
    #expect(try poll(since: UUID().uuidString).map(\.text) == ["a"])
  }

  @Test func `ids are read as they are written`() {
    for place in [
      NtfyPlace(entry: .init(position: 7, number: MessageNumber(3)), start: .init(position: 1_700)),
      NtfyPlace(entry: .init(position: 7), start: .init(position: 1_700, number: MessageNumber(3))),
    ] { #expect(NtfyPlace(id: place.id) == place) }
    for id in ["", "e", "e1.2", "x1.2.3", "e1.2.3.4", "e-1.2.3", "e1..3"] {
      #expect(NtfyPlace(id: id) == nil)
    }
  }
}

extension NtfySubscription {
  fileprivate func events(in inbox: Inbox) throws -> [NtfyEvent] {
    var history = try NtfyHistory(self, in: inbox)
    var events: [NtfyEvent] = []
    while history.hasMore { events += try history.next(in: inbox) }
    return events
  }
}
