import Foundation
import HTTPTypes
import HummingbirdCore
import InboxCore
import NIOCore

/// Sending events to a subscriber.
extension HTTPExchange {
  /// Sends what there is, and what comes until the subscriber or the source goes.
  ///
  /// To a WebSocket each piece of the body is a frame, and a poll comes here too.
  func stream(
    _ subscription: NtfySubscription, _ older: [Message], _ request: Request,
    _ writer: consuming ResponseWriter, _ channel: any Channel
  ) async throws {
    let subscriber: SubscriptionHub.Subscriber
    do {
      subscriber = try service.hub.connect(subscription) { channel.close(promise: nil) }
    } catch {
      let answer = HTTPAnswer.problem(error as? HTTPProblem ?? .internalError)
      service.metrics.answered(answer.status)
      return try await writer.write(response: answer.head, body: answer.body(for: request.method))
    }
    defer { service.hub.disconnect(subscriber) }
    service.metrics.answered(subscription.handshake == nil ? 200 : 101)
    service.metrics.subscribers(1)
    defer { service.metrics.subscribers(-1) }
    try await subscription.handshake?.upgrade(channel, isPoll: subscription.isPoll)
    var body = try await writer.writeHead(subscription.head)
    let hub = service.hub
    // Its leaving is noticed at once, not by the next sign of life.
    try await request.body.consumeWithInboundCloseHandler { _ in
      if !subscription.isPoll {
        try await body.write(ByteBuffer(bytes: subscription.bytes(.open)))
      }
      for message in older {
        try await body.write(ByteBuffer(bytes: subscription.bytes(.message(message))))
      }
      if subscription.isPoll { return }
      for await event in subscriber.events {
        try await body.write(ByteBuffer(bytes: subscription.bytes(event)))
      }
    } onInboundClosed: {
      hub.disconnect(subscriber)
    }
    try await body.finish(nil)
  }
}

extension NtfySubscription {
  /// The head of the answer to it.
  fileprivate var head: HTTPResponse {
    HTTPResponse(
      status: .ok,
      headerFields: [
        .contentType: form.type, .server: "inbox", .cacheControl: "no-cache",
        .xContentTypeOptions: "nosniff",
      ])
  }
}
