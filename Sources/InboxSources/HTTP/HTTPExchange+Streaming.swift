import HTTPTypes
import HummingbirdCore
import NIOCore

/// Sending events to a subscriber.
extension HTTPExchange {
  /// Sends existing events, then new ones until the subscriber or the source disconnects.
  ///
  /// For a WebSocket each piece of the body is a frame, and polls are streamed too. Thousands of
  /// subscribers may wait here, so large values are created elsewhere and little memory is held.
  func stream(
    _ subscription: NtfySubscription, _ queue: SubscriberQueue, after place: NtfyPlace,
    of service: HTTPService, _ webHeaders: [String: String], _ request: Request,
    _ writer: consuming ResponseWriter, _ channel: any Channel
  ) async throws {
    let subscriber: SubscriptionHub.Subscriber
    do {
      subscriber = try service.hub.connect(subscription, queue, after: place) {
        channel.close(promise: nil)
      }
    } catch {
      let problem = error as? HTTPProblem ?? .internalError
      return try await refuse(problem, of: service, webHeaders, request, writer)
    }
    defer { service.hub.disconnect(subscriber) }
    service.metrics.answered(subscription.handshake == nil ? 200 : 101)
    try await subscription.handshake?.upgrade(channel, isPoll: subscription.isPoll)
    var body = try await writer.writeHead(subscription.head(webHeaders))
    if subscription.isPoll { queue.finish() }
    // A disconnect is detected at once, not with the next keepalive.
    channel.whenInputCloses { [hub = service.hub] in hub.disconnect(subscriber) }
    for await bytes in queue.pieces {
      try await body.write(ByteBuffer(bytes: bytes))
      queue.hasSent(bytes)
    }
    try await body.finish(nil)
  }
}

extension HTTPExchange {
  /// Sends more existing events than are held in memory, page by page, then new ones.
  func stream(
    _ subscription: NtfySubscription, _ pieces: [[UInt8]], _ beginning: NtfyHistory,
    of service: HTTPService, _ webHeaders: [String: String], _ request: Request,
    _ writer: consuming ResponseWriter, _ channel: any Channel
  ) async throws {
    let isLimited = subscription.isPoll && service.rules.access.tokens == nil
    do throws(HTTPProblem) {
      if isLimited { try await service.hub.wholePolls.enter() }
    } catch {
      return try await refuse(error, of: service, webHeaders, request, writer)
    }
    defer { if isLimited { service.hub.wholePolls.leave() } }
    service.metrics.answered(subscription.handshake == nil ? 200 : 101)
    try await subscription.handshake?.upgrade(channel, isPoll: subscription.isPoll)
    var body = try await writer.writeHead(subscription.head(webHeaders))
    for piece in pieces { try await body.write(ByteBuffer(bytes: piece)) }
    var history = beginning
    let inbox = service.context.intake.inbox
    while history.hasMore {
      let (rest, page) = try await onBlockingQueue { [history] in
        var rest = history
        let events = try rest.next(in: inbox)
        return (rest, events.map { subscription.bytes($0) }.filter { !$0.isEmpty })
      }
      history = rest
      for piece in page { try await body.write(ByteBuffer(bytes: piece)) }
    }
    guard !subscription.isPoll else { return try await body.finish(nil) }
    let queue = SubscriberQueue()
    let subscriber = try service.hub.connect(subscription, queue, after: history.place) {
      channel.close(promise: nil)
    }
    defer { service.hub.disconnect(subscriber) }
    channel.whenInputCloses { [hub = service.hub] in hub.disconnect(subscriber) }
    for await bytes in queue.pieces {
      try await body.write(ByteBuffer(bytes: bytes))
      queue.hasSent(bytes)
    }
    try await body.finish(nil)
  }

  private func refuse(
    _ problem: HTTPProblem, of service: HTTPService, _ webHeaders: [String: String],
    _ request: Request, _ writer: consuming ResponseWriter
  ) async throws {
    service.hasRefused(problem, request.head)
    var answer = HTTPAnswer.problem(problem)
    answer.headers.merge(webHeaders) { $1 }
    service.metrics.answered(answer.status)
    try await writer.write(response: answer.head, body: answer.body(for: request.method))
  }
}

extension NtfySubscription {
  /// The head of the response.
  fileprivate func head(_ more: [String: String]) -> HTTPResponse {
    var fields: HTTPFields = [
      .contentType: form.type, .server: "inbox", .cacheControl: "no-cache",
      .xContentTypeOptions: "nosniff",
    ]
    for (name, value) in more {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return HTTPResponse(status: .ok, headerFields: fields)
  }
}
