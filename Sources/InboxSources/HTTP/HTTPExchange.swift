import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// One request and its answer on an open connection.
struct HTTPExchange: Sendable {
  /// Answers requests.
  let services: CurrentService
  /// How long the body of a request may take to arrive.
  var bodyTime = Duration.seconds(20)
  /// How long one may take that is a file.
  var fileTime = Duration.seconds(300)

  /// How long bytes are awaited that are read for nothing, so that a client sees why it is refused.
  static let discardTime = Duration.seconds(1)

  /// Serves a request.
  ///
  /// - Throws: When the connection is of no more use.
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
    switch await reply(to: reception, of: service) {
    case .whole(let whole): answer = whole
    case .file(let file): return try await send(file, of: service, request, writer)
    case .stream(let subscription, let queue, let place):
      return try await stream(
        subscription, queue, after: place, of: service, webHeaders, request, writer, channel)
    }
    answer.headers.merge(webHeaders) { $1 }
    // The library reads nothing more behind a request for another protocol.
    let isLast = reception.hasUnreadBody || request.headers[.upgrade] != nil
    if isLast { answer.headers["connection"] = "close" }
    service.metrics.answered(answer.status)
    try await writer.write(response: answer.head, body: answer.body(for: request.method))
    if isLast { try await Self.closeGently(channel) }
  }

  private func reply(
    to reception: Reception, of service: HTTPService
  ) async -> HTTPService.Reply {
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
    _ request: Request, on channel: any Channel, continuing writer: borrowing ResponseWriter,
    for service: HTTPService, _ share: BodyShare
  ) async throws -> Reception {
    let size = request.headers[.contentLength].flatMap(Int.init)
    // A length beyond all integers is no missing one.
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
      route = try service.admit(call)
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
    // A connection that ends early must not pass for a whole body.
    guard size == nil || size == body.count, !Task.isCancelled else { throw CancellationError() }
    (call.body, call.upload) = (body.bytes, body.upload)
    return .whole(call, route)
  }

  /// Reads a body for nothing; whether its end came.
  private func discard(_ body: RequestBody, _ loop: any EventLoop) async throws -> Bool {
    var discarding = ReceivedBody(limit: 0)
    return try await discarding.take(body, within: Self.discardTime, by: loop) ?? false
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
      .server: "inbox", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
    ]
    if !type.isEmpty { fields[.contentType] = type }
    // RFC 9110 has no length there.
    if status != 204 { fields[.contentLength] = "\(body.count)" }
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
