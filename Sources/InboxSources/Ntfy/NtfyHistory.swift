import Foundation
import InboxCore
import InboxText

/// The events that a subscriber requests from the past, read in pages: all of them, however many.
///
/// After an id the subscriber gets exactly what a connected subscriber got since.
struct NtfyHistory: Sendable {
  /// Messages of a page, each of which may have 256 KiB.
  private static let pageSize = 50

  private let subscription: NtfySubscription
  /// The stored messages that are still to be read, in order of arrival.
  private var numbers: ArraySlice<MessageNumber> = []
  /// Whether the events of the log after the position are still to be read.
  private var isInLog = false
  /// The events of the log that were read, and are still to be given.
  private var events: ArraySlice<NtfyEvent> = []
  /// The position after what was read.
  private(set) var place: NtfyPlace

  /// Finds where the events of a subscription begin.
  ///
  /// - Throws: `InboxError`, ``HTTPProblem/badSince``.
  init(_ subscription: NtfySubscription, in inbox: Inbox) throws {
    self.subscription = subscription
    place = NtfyPlace(
      entry: .init(position: try inbox.lastSequence()),
      start: .init(position: inbox.now.milliseconds))
    switch subscription.start {
    case .none: break
    case .latest: numbers = try latest(in: inbox)
    case .id(let id):
      // If the id is unknown, everything is sent.
      guard let known = try subscription.place(of: id, in: inbox),
        known.entry.position <= place.entry.position
      else { fallthrough }
      (place, isInLog) = (known, true)
    case .all, .date: numbers = try kept(in: inbox)
    }
  }

  /// Whether there may be more.
  var hasMore: Bool { !numbers.isEmpty || !events.isEmpty || isInLog }

  /// The next events that match, which may be none; call it while there may be more.
  ///
  /// - Throws: `InboxError`.
  mutating func next(in inbox: Inbox) throws -> [NtfyEvent] {
    if !numbers.isEmpty {
      let page = numbers.prefix(Self.pageSize)
      numbers = numbers.dropFirst(Self.pageSize)
      let messages = try inbox.messages(Array(page))
      return messages.filter(subscription.matches).map(NtfyEvent.init(kept:))
    }
    if events.isEmpty, isInLog { try readLog(in: inbox) }
    defer { events = events.dropFirst(Self.pageSize) }
    return Array(events.prefix(Self.pageSize))
  }

  private mutating func readLog(in inbox: Inbox) throws {
    let news = try NtfyNews(after: place, in: inbox)
    if news.hasGap {
      // Messages that arrived since and whose entries are no longer in the log.
      let end = try inbox.firstLoggedArrival() ?? NtfyPlace.Point.whole
      let last = place.message
      numbers = try kept(in: inbox).filter { last < $0 && $0 < end }[...]
    }
    events = news.items.filter { subscription.matches($0.message) }.map(\.event)[...]
    (place, isInLog) = (news.end, news.isCut)
  }

  private var query: MessageQuery {
    var terms = subscription.topics.sorted().map { topic in
      MessageFilter.Term(.source(SourcePattern(exactly: "ntfy/\(topic)").text))
    }
    if case .date(let date) = subscription.start { terms.append(.init(.after(.at(date)))) }
    if subscription.hasScheduled {
      terms += [.init(.phase(.active)), .init(.phase(.scheduled))]
    }
    return MessageQuery(filter: MessageFilter(terms), order: .newest)
  }

  /// The listed messages of the topics, in order of arrival; their other fields are not read yet.
  private func kept(in inbox: Inbox) throws -> ArraySlice<MessageNumber> {
    try inbox.numbers(matching: query).sorted()[...]
  }

  /// The newest message that matches.
  private func latest(in inbox: Inbox) throws -> ArraySlice<MessageNumber> {
    struct Found: Error { var number: MessageNumber }
    do {
      try inbox.messages(matching: query) { message in
        if subscription.matches(message) { throw Found(number: message.number) }
      }
      return []
    } catch let found as Found {
      return [found.number]
    }
  }
}

extension NtfySubscription {
  /// The position after an event or a stored message; nil if it is no longer known.
  ///
  /// Event ids have a recognizable format, so a client that resumes is not refused after its last
  /// message was removed.
  fileprivate func place(of id: String, in inbox: Inbox) throws -> NtfyPlace? {
    if let place = NtfyPlace(id: id) {
      guard place.isOfMessage else { return place }
      return try self.place(behind: place.message, in: inbox)
    }
    let known = try topics.compactMap { try inbox.message(from: "ntfy/\($0)", id: id) }
    if let first = known.map(\.number).min() { return try place(behind: first, in: inbox) }
    guard Self.isFormOfID(id) else { throw HTTPProblem.badSince }
    return nil
  }

  /// The position at which a message was stored; nil if neither it nor its entry is kept.
  private func place(behind number: MessageNumber, in inbox: Inbox) throws -> NtfyPlace? {
    if let arrival = try inbox.arrival(of: number) {
      return NtfyPlace(
        entry: .init(position: arrival.sequence, number: number),
        start: .init(position: arrival.time.milliseconds))
    }
    return try inbox.message(number).map(NtfyPlace.init(of:))
  }
}

extension NtfyEvent {
  /// The event of a stored message; a client could not resume from an id that a sender chose.
  fileprivate init(kept message: Message) {
    let isMadeHere = UUID(uuidString: message.id) != nil
    self = .message(message, id: isMadeHere ? message.id : NtfyPlace(of: message).id)
  }
}
