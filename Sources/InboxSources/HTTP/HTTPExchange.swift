import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// One request and its answer on an open connection.
struct HTTPExchange: Sendable {
  /// Answers requests.
  let service: HTTPService
  /// How long the body of a request may take to arrive.
  var bodyTime = Duration.seconds(20)

  /// Most bytes that are read for nothing, so that a client sees why it is refused.
  private static let mostDiscarded = 1_024 * 1_024
  /// How long such bytes are awaited.
  private static let discardTime = Duration.seconds(1)

  /// Serves a request.
  ///
  /// - Throws: When the connection is of no more use.
  func serve(
    _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel
  ) async throws {
    let reception = try await receive(request, on: channel, continuing: writer)
    var answer: HTTPAnswer
    switch await reply(to: reception) {
    case .whole(let whole): answer = whole
    case .stream(let subscription, let queue, let place):
      return try await stream(subscription, queue, after: place, request, writer, channel)
    }
    // The library reads nothing more behind a request for another protocol.
    let isLast = reception.hasUnreadBody || request.headers[.upgrade] != nil
    if isLast { answer.headers["connection"] = "close" }
    service.metrics.answered(answer.status)
    try await writer.write(response: answer.head, body: answer.body(for: request.method))
    if isLast { try await Self.closeGently(channel) }
  }

  private func reply(to reception: Reception) async -> HTTPService.Reply {
    switch reception {
    case .refused(let problem, _): return .whole(.problem(problem))
    case .whole(let call, let route):
      do throws(HTTPProblem) {
        return try await service.reply(call, by: route)
      } catch {
        return .whole(.problem(error))
      }
    }
  }

  /// Closes while the client may still be sending: at once its system would drop the answer unread.
  private static func closeGently(_ channel: any Channel) async throws {
    try? await channel.close(mode: .output)
    try? await Task.sleep(for: discardTime / 2)
    try await channel.close()
  }
}

/// Receiving a request.
extension HTTPExchange {
  /// What came of a request's head and body.
  private enum Reception {
    case whole(HTTPCall, HTTPRoute)
    /// Refused; with a body that may go on, nothing can follow on the connection.
    case refused(HTTPProblem, hasUnreadBody: Bool)

    var hasUnreadBody: Bool {
      if case .refused(_, let hasUnreadBody) = self { hasUnreadBody } else { false }
    }
  }

  private func receive(
    _ request: Request, on channel: any Channel, continuing writer: borrowing ResponseWriter
  ) async throws -> Reception {
    let size = request.headers[.contentLength].flatMap(Int.init)
    // A length beyond all integers is no missing one.
    guard size != nil || request.headers[.contentLength] == nil else {
      return .refused(.tooLarge, hasUnreadBody: true)
    }
    let hasBody = size != 0 && (size != nil || request.headers[.transferEncoding] != nil)
    let awaitsPermission = request.headers[.expect]?.lowercased() == "100-continue"
    var call: HTTPCall
    let route: HTTPRoute
    do throws(HTTPProblem) {
      call = try HTTPCall(request.head, client: channel.clientName)
      route = try service.admit(call)
      guard size ?? 0 <= route.bodyLimit else { throw .tooLarge }
    } catch {
      guard hasBody else { return .refused(error, hasUnreadBody: false) }
      let isRead = awaitsPermission ? false : try await discard(request.body, channel.eventLoop)
      return .refused(error, hasUnreadBody: !isRead)
    }
    guard hasBody else { return .whole(call, route) }
    if case .subscribe = route {
      return .refused(.tooLarge, hasUnreadBody: true)
    }
    if awaitsPermission { try await writer.writeInformationalHead(.init(status: .continue)) }
    let loop = channel.eventLoop
    switch try await Self.read(request.body, upTo: route.bodyLimit, within: bodyTime, by: loop) {
    case nil: return .refused(.tooSlow, hasUnreadBody: true)
    case .some(let body) where body.isCut:
      return .refused(.tooLarge, hasUnreadBody: !body.isWhole)
    case .some(let body):
      // A connection that ends early must not pass for a whole body.
      guard size == nil || size == body.bytes.count, !Task.isCancelled else {
        throw CancellationError()
      }
      call.body = body.bytes
      return .whole(call, route)
    }
  }

  /// The bytes of a body as far as they are kept.
  private struct Body: Sendable {
    var bytes: [UInt8] = []
    /// Whether there were more than are kept.
    var isCut = false
    /// Whether it was read to its end.
    var isWhole = false
  }

  /// Reads a body in a limited time; nil when it did not come.
  ///
  /// The timer is one of the connection's loop: it is gone with its cancellation, whereas that of a
  /// sleeping task is kept until its time, and thousands of requests come meanwhile.
  private static func read(
    _ body: RequestBody, upTo limit: Int, within time: Duration, by loop: any EventLoop
  ) async throws -> Body? {
    let deadline = ContinuousClock.now + time
    let reading = Task { try await read(body, upTo: limit) }
    let timer = loop.scheduleTask(in: TimeAmount(time)) { reading.cancel() }
    defer { timer.cancel() }
    let result = await withTaskCancellationHandler {
      await reading.result
    } onCancel: {
      reading.cancel()
    }
    return ContinuousClock.now < deadline ? try result.get() : nil
  }

  private static func read(_ body: RequestBody, upTo limit: Int) async throws -> Body {
    var result = Body()
    var discarded = 0
    for try await piece in body {
      if !result.isCut, result.bytes.count + piece.readableBytes <= limit {
        result.bytes += piece.readableBytesView
      } else {
        result.isCut = true
        discarded += piece.readableBytes
        if discarded > mostDiscarded { return result }
      }
    }
    result.isWhole = true
    return result
  }

  /// Reads a body for nothing; whether its end came.
  private func discard(_ body: RequestBody, _ loop: any EventLoop) async throws -> Bool {
    try await Self.read(body, upTo: 0, within: Self.discardTime, by: loop)?.isWhole ?? false
  }
}

extension Channel {
  /// The address of the other end, without its port.
  fileprivate var clientName: String {
    remoteAddress?.ipAddress ?? HTTPCall.localClient
  }
}

extension HTTPAnswer {
  /// The head as the library writes it.
  var head: HTTPResponse {
    var fields: HTTPFields = [
      .contentType: type, .contentLength: "\(body.count)", .server: "inbox",
      .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
    ]
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return HTTPResponse(status: .init(code: status), headerFields: fields)
  }

  /// The body as the library writes it; none for a question about the head alone.
  func body(for method: HTTPRequest.Method) -> ResponseBody {
    method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body))
  }
}
