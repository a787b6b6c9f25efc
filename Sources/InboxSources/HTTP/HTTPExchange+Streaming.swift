import Foundation
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
      var answer = HTTPAnswer.problem(error as? HTTPProblem ?? .internalError)
      answer.headers.merge(webHeaders) { $1 }
      service.metrics.answered(answer.status)
      return try await writer.write(response: answer.head, body: answer.body(for: request.method))
    }
    defer { service.hub.disconnect(subscriber) }
    service.metrics.answered(subscription.handshake == nil ? 200 : 101)
    service.metrics.subscribers(1)
    defer { service.metrics.subscribers(-1) }
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
