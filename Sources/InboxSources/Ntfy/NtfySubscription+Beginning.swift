import Foundation
import InboxCore
import InboxText

/// The first events of a subscription.
extension NtfySubscription {
  /// Maximum older messages.
  private static let mostOlder = 1_000

  /// The first events, and the position after them.
  struct Beginning: Sendable {
    var events: [NtfyEvent] = []
    var place: NtfyPlace
  }

  /// The events that a subscriber requests from the past, in order of arrival.
  ///
  /// After an id it gets exactly what a connected subscriber got since.
  ///
  /// - Throws: `InboxError`, ``HTTPProblem/badSince``.
  func beginning(in inbox: Inbox) throws -> Beginning {
    let now = NtfyPlace(
      entry: .init(position: try inbox.lastSequence()),
      start: .init(position: inbox.now.milliseconds))
    switch start {
    case .none: return Beginning(place: now)
    case .id(let id):
      // If the id is unknown, everything is sent.
      guard let place = try place(of: id, in: inbox), place.entry.position <= now.entry.position
      else {
        return Beginning(events: try older(in: inbox), place: now)
      }
      return try news(after: place, in: inbox)
    case .all, .latest, .date: return Beginning(events: try older(in: inbox), place: now)
    }
  }

  /// The position after an event or a stored message; nil if it is no longer known.
  ///
  /// Event ids have a recognizable format, so a client that resumes is not refused after its last
  /// message was removed.
  private func place(of id: String, in inbox: Inbox) throws -> NtfyPlace? {
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

  private func news(after place: NtfyPlace, in inbox: Inbox) throws -> Beginning {
    var beginning = Beginning(place: place)
    while beginning.events.count < Self.mostOlder {
      let news = try NtfyNews(after: beginning.place, in: inbox)
      if news.hasGap {
        // Messages that arrived since and whose entries are no longer in the log.
        let end = try inbox.firstLoggedArrival() ?? NtfyPlace.Point.whole
        let messages = try messages(in: inbox) { place.message < $0.number && $0.number < end }
        beginning.events = messages.map(NtfyEvent.init(kept:))
      }
      beginning.events += news.items.filter { matches($0.message) }.map(\.event)
      beginning.place = news.end
      guard news.isCut else { break }
    }
    return beginning
  }

  private func older(in inbox: Inbox) throws -> [NtfyEvent] {
    let messages = try messages(in: inbox) { _ in true }
    return (start == .latest ? messages.suffix(1) : messages).map(NtfyEvent.init(kept:))
  }

  /// The newest listed messages that match, in order of arrival.
  private func messages(
    in inbox: Inbox, where isWanted: (Message) -> Bool
  ) throws -> [Message] {
    var terms = topics.sorted().map { topic in
      MessageFilter.Term(.source(SourcePattern(exactly: "ntfy/\(topic)").text))
    }
    if case .date(let date) = start { terms.append(.init(.after(.at(date)))) }
    if hasScheduled { terms += [.init(.phase(.active)), .init(.phase(.scheduled))] }
    var messages: [Message] = []
    let query = MessageQuery(filter: MessageFilter(terms), order: .newest)
    try inbox.messages(matching: query, limit: Self.mostOlder) { message in
      if matches(message), isWanted(message) { messages.append(message) }
    }
    return messages.sorted { $0.number < $1.number }
  }
}

extension NtfyEvent {
  /// The event of a stored message; a client could not resume from an id that a sender chose.
  fileprivate init(kept message: Message) {
    let isMadeHere = UUID(uuidString: message.id) != nil
    self = .message(message, id: isMadeHere ? message.id : NtfyPlace(of: message).id)
  }
}
