import HTTPTypes
import NIOCore
import NIOHTTP1

/// Sends the usual error response for invalid HTTP and for a head that is too slow.
///
/// The library alone sends an empty response, or none. It also drops the host of an absolute
/// target, which takes precedence over the header, and the version, by which a connection ends.
///
/// A connection that waits too long for a head is closed here: the library's timeout would also close
/// one whose body is late, before that has its own response.
///
/// State: the error, whether a head is incomplete or a response pending, and the timer. Guard: the
/// connection's event loop.
final class ProtocolErrorHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// How long a connection waits for the head of a request.
  private static let headTime = TimeAmount.seconds(20)

  private let metrics: HTTPMetrics
  private let headerEncoding: HeaderEncodingHandler?
  private var problem: HTTPProblem?
  private var unansweredCount = 0
  /// Whether this read completed a part of a request.
  private var hasReadPart = false
  private var hasBegunHead = false
  private var timer: Scheduled<Void>?

  /// Makes a handler, which reports the position in the request to the encoding handler.
  init(_ metrics: HTTPMetrics, _ headerEncoding: HeaderEncodingHandler? = nil) {
    self.metrics = metrics
    self.headerEncoding = headerEncoding
  }

  func handlerAdded(context: ChannelHandlerContext) { awaitHead(context.channel) }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  private func awaitHead(_ channel: any Channel) {
    timer?.cancel()
    timer = channel.eventLoop.scheduleTask(in: Self.headTime) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    hasReadPart = true
    let part = unwrapInboundIn(data)
    if case .end = part { headerEncoding?.decoderRead(headOnly: false) }
    guard case .head(var head) = part else { return context.fireChannelRead(data) }
    headerEncoding?.decoderRead(headOnly: true)
    timer?.cancel()
    unansweredCount += 1
    hasBegunHead = false
    // Only so the library closes after the response (RFC 9112, 9.3).
    if !head.isKeepAlive { head.headers.replaceOrAdd(name: "connection", value: "close") }
    if let host = Self.host(in: head.uri) { head.headers.replaceOrAdd(name: "host", value: host) }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if !hasReadPart, unansweredCount == 0 { hasBegunHead = true }
    hasReadPart = false
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? HTTPParserError, problem == nil { problem = HTTPProblem(error) }
    context.fireErrorCaught(error)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    if case .head(let head) = part, let problem, head.status == .badRequest,
      head.headers["content-length"] == ["0"]
    {
      write(problem, to: context)
      promise?.succeed()
      return
    }
    if case .end = part {
      unansweredCount = max(0, unansweredCount - 1)
      if unansweredCount == 0 { awaitHead(context.channel) }
    }
    context.write(data, promise: promise)
  }

  /// Sends the reason when it closes with an incomplete head.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if mode == .all, hasBegunHead, problem == nil {
      write(.tooSlow, to: context)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
    hasBegunHead = false
    context.close(mode: mode, promise: promise)
  }

  private func write(_ problem: HTTPProblem, to context: ChannelHandlerContext) {
    var answer = HTTPAnswer.problem(problem)
    answer.headers["connection"] = "close"
    metrics.answered(answer.status)
    let fields = answer.head.headerFields.map { ($0.name.rawName, $0.value) }
    let head = HTTPResponseHead(
      version: .http1_1, status: .init(statusCode: answer.status), headers: HTTPHeaders(fields))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let body = context.channel.allocator.buffer(bytes: answer.body)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
  }

  /// The host of a target such as `http://HOST/PATH`, which takes precedence (RFC 9112, 3.2.2).
  private static func host(in target: String) -> String? {
    guard !target.hasPrefix("/"), let start = target.firstRange(of: "://")?.upperBound else {
      return nil
    }
    return String(target[start...].prefix { !"/?#".contains($0) })
  }
}

extension HTTPProblem {
  /// The error for a request that cannot be parsed.
  fileprivate init(_ error: HTTPParserError) {
    self = if case .headerOverflow = error { .largeHead } else { .noHTTP }
  }
}
