import HTTPTypes
import HummingbirdCore
import NIOCore

/// One request and its response on an open connection.
struct HTTPExchange: Sendable {
  /// Answers requests.
  let services: CurrentService
  /// Time limit for a body.
  var bodyTime = Duration.seconds(20)
  /// Time limit for a body that is a file.
  var fileTime = Duration.seconds(300)

  /// Time limit for discarding the body of a refused request; the client then reads the response.
  static let discardTime = Duration.seconds(1)

  /// Serves a request.
  ///
  /// - Throws: When the connection cannot be used any more.
  func serve(
    _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel
  ) async throws {
    let service = services.value
    let share = BodyShare(of: .all)
    defer { share.giveBack() }
    let reception = try await receive(
      request, on: channel, continuing: writer, for: service, share)
    var answer: HTTPAnswer
    let webHeaders = service.rules.access.webHeaders(for: request.headers[.origin])
    switch await reply(to: reception, of: service, request.head) {
    case .whole(let whole): answer = whole
    case .file(let file): return try await send(file, of: service, request, writer)
    case .stream(let subscription, let queue, let place):
      return try await stream(
        subscription, queue, after: place, of: service, webHeaders, request, writer, channel)
    case .history(let subscription, let pieces, let history):
      return try await stream(
        subscription, pieces, history, of: service, webHeaders, request, writer, channel)
    }
    answer.headers.merge(webHeaders) { $1 }
    // The library reads nothing after an upgrade request.
    let isLast = reception.hasUnreadBody || request.headers[.upgrade] != nil
    if isLast { answer.headers["connection"] = "close" }
    service.metrics.answered(answer.status)
    try await writer.write(response: answer.head, body: answer.body(for: request.method))
    if isLast { try await Self.closeGently(channel) }
  }

  private func reply(
    to reception: Reception, of service: HTTPService, _ head: HTTPRequest
  ) async -> HTTPService.Reply {
    let problem: HTTPProblem
    switch reception {
    case .refused(let refusal, _): problem = refusal
    case .whole(let call, let route):
      do throws(HTTPProblem) {
        return try await service.reply(call, by: route)
      } catch {
        problem = error
      }
    }
    service.hasRefused(problem, head)
    return .whole(.problem(problem))
  }

  /// Closes while the client may still be sending; closing at once could discard the response
  /// unread.
  private static func closeGently(_ channel: any Channel) async throws {
    try? await channel.close(mode: .output)
    try? await Task.sleep(for: discardTime / 2)
    try await channel.close()
  }
}

/// Receiving a request.
extension HTTPExchange {
  /// The result of receiving a request.
  private enum Reception {
    case whole(HTTPCall, HTTPRoute)
    /// Refused; the connection cannot be reused if its body is unread.
    case refused(HTTPProblem, hasUnreadBody: Bool)

    var hasUnreadBody: Bool {
      if case .refused(_, let hasUnreadBody) = self { hasUnreadBody } else { false }
    }
  }

  private func receive(
    _ request: Request, on channel: any Channel, continuing writer: borrowing ResponseWriter,
    for service: HTTPService, _ share: BodyShare
  ) async throws -> Reception {
    let size = request.headers[.contentLength].flatMap(Int.init)
    // A length that overflows is not a missing one.
    guard size != nil || request.headers[.contentLength] == nil else {
      return .refused(.noHTTP, hasUnreadBody: true)
    }
    let hasBody = size != 0 && (size != nil || request.headers[.transferEncoding] != nil)
    let awaitsPermission = request.headers[.expect]?.lowercased() == "100-continue"
    var call: HTTPCall
    let route: HTTPRoute
    var body: ReceivedBody
    do throws(HTTPProblem) {
      call = try HTTPCall(request.head, client: channel.clientName)
      route = try service.admit(&call)
      body = try service.body(of: call, for: route, expecting: hasBody ? size : 0)
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
    share.isProved = service.isProved(route)
    body.share = share
    let time = route.takesFile ? fileTime : bodyTime
    guard let isWhole = try await body.take(request.body, within: time, by: channel.eventLoop)
    else { return .refused(.tooSlow, hasUnreadBody: true) }
    if let problem = body.problem { return .refused(problem, hasUnreadBody: !isWhole) }
    // An interrupted connection must not look like a complete body.
    guard size == nil || size == body.count, !Task.isCancelled else { throw CancellationError() }
    (call.body, call.upload) = (body.bytes, body.upload)
    return .whole(call, route)
  }

  /// Discards a body; returns whether its end was reached.
  private func discard(_ body: RequestBody, _ loop: any EventLoop) async throws -> Bool {
    var discarding = ReceivedBody(limit: 0)
    return try await discarding.take(body, within: Self.discardTime, by: loop) ?? false
  }
}

extension Channel {
  /// The peer's address without the port.
  fileprivate var clientName: String {
    remoteAddress?.ipAddress ?? HTTPCall.localClient
  }
}

extension HTTPAnswer {
  /// The response head.
  var head: HTTPResponse {
    var fields: HTTPFields = [
      .server: "inbox", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
    ]
    if !type.isEmpty { fields[.contentType] = type }
    // RFC 9110 forbids a length with status 204.
    if status != 204 { fields[.contentLength] = "\(body.count)" }
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return HTTPResponse(status: .init(code: status), headerFields: fields)
  }

  /// The response body; empty for a HEAD request.
  func body(for method: HTTPRequest.Method) -> ResponseBody {
    method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body))
  }
}
