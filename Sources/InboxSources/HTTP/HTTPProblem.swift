import InboxText

/// An error response with ntfy's error code and message, which its clients know.
struct HTTPProblem: Error, Sendable, Hashable {
  /// The error code; its first three digits are the status.
  var code: Int
  /// The message.
  var message: String
  /// Value of Retry-After in seconds; nil for no header.
  var retryAfter: Int?
  /// The allowed methods; nil for other errors.
  var methods: [String]?

  init(_ code: Int, _ message: String, retryAfter: Int? = nil) {
    (self.code, self.message, self.retryAfter) = (code, message, retryAfter)
  }

  /// The response status.
  var status: Int { code / 100 }

  /// The error with a reason appended to its message.
  func because(_ reason: String) -> HTTPProblem {
    var problem = self
    problem.message = "\(message): \(reason)"
    return problem
  }

  /// The response body.
  var json: JSONValue {
    .object([
      "code": .integer(Int64(code)), "http": .integer(Int64(status)), "error": .string(message),
    ])
  }
}

extension HTTPProblem {
  static let noHTTP = HTTPProblem(40000, "invalid request: it cannot be read as HTTP/1.1")
  static let twoHosts = HTTPProblem(40000, "invalid request: it has more than one Host")
  static let cannotParseDelay = HTTPProblem(40004, "invalid delay parameter: unable to parse delay")
  static let smallDelay = HTTPProblem(40005, "invalid delay parameter: it has to lie ahead")
  static let badPriority = HTTPProblem(40007, "invalid priority parameter")
  static let badSince = HTTPProblem(
    40008,
    "invalid since parameter: expected a duration, Unix seconds, the id of a message, all, latest "
      + "or none")
  static let badTopic = HTTPProblem(40009, "invalid request: topic invalid")
  static let notUTF8 = HTTPProblem(40011, "invalid message: message must be UTF-8 encoded")
  static let badAttachment = HTTPProblem(40013, "invalid request: attachment URL is invalid")
  static let notWebSocket = HTTPProblem(
    40016, "invalid request: client not using the websocket protocol")
  static let badMessageJSON = HTTPProblem(
    40017, "invalid request: request body must be message JSON")
  static let badActions = HTTPProblem(40018, "invalid request: actions invalid")
  static let badIcon = HTTPProblem(40021, "invalid request: icon URL is invalid")
  static let badJSON = HTTPProblem(40024, "invalid request: request body must be valid JSON")
  static let badPayload = HTTPProblem(40024, "invalid request")
  static let templateTextTooLarge = HTTPProblem(
    40041, "invalid request: message or title is too large after replacing template")
  static let templateNeedsJSON = HTTPProblem(
    40042, "invalid request: message body must be JSON if templating is enabled")
  static let badTemplate = HTTPProblem(40043, "invalid request: could not parse template")
  static let disallowedInTemplate = HTTPProblem(
    40044, "invalid request: template contains disallowed function calls")
  static let templateFailed = HTTPProblem(40045, "invalid request: template execution failed")
  static let noTemplate = HTTPProblem(40047, "invalid request: template file not found")
  static let templateTimedOut = HTTPProblem(
    40055, "invalid request: template execution timed out")
  static let templateTooLarge = HTTPProblem(40056, "invalid request: template too large")
  static let unauthorized = HTTPProblem(40101, "unauthorized")
  static let badSignature = HTTPProblem(40102, "unauthorized: the signature or token is wrong")
  static let forbidden = HTTPProblem(40301, "forbidden")
  static let foreignPage = forbidden.because(
    "requests of other web pages are refused; http.web_origins names those that may ask")
  static let notFound = HTTPProblem(40401, "page not found")
  static func wrongMethod(allowing methods: [String]) -> HTTPProblem {
    var problem = HTTPProblem(40501, "method not allowed")
    problem.methods = methods
    return problem
  }
  static let tooSlow = HTTPProblem(40801, "the request took too long to arrive")
  static let tooLarge = HTTPProblem(41301, "the body is too large")
  static let tooManyFields = tooLarge.because(
    "a form or query may have \(HTTPCall.mostFields) fields at most")
  static func tooManyRecords(_ limit: Int) -> HTTPProblem {
    tooLarge.because("a request may have \(limit) messages at most; send more in several")
  }
  static let unknownType = HTTPProblem(41501, "the body cannot be read; send JSON or a form")
  static let largeAttachment = HTTPProblem(
    41301, "attachment too large, or bandwidth limit reached")
  static let badRange = HTTPProblem(41601, "the file has no such range")
  static let tooManyRequests = HTTPProblem(
    42901, "limit reached: too many requests, please be nice", retryAfter: 1)
  static let tooManySubscriptions = HTTPProblem(
    42903, "limit reached: too many active subscriptions", retryAfter: 60)
  static let tooManyPolls = HTTPProblem(
    42903,
    "limit reached: \(WholePolls.most) long polls without a token run already; try again, use a "
      + "token, or ask for less by 'since'", retryAfter: 2)
  static let largeHead = HTTPProblem(43101, "the head of the request is too large")
  static let internalError = HTTPProblem(50001, "internal server error")
  static let inboxCut = HTTPProblem(
    50001,
    "internal server error: the inbox's files were removed or cut while programs used the inbox; "
      + "close them all, then try again")
  static let unknownCoding = HTTPProblem(
    50101, "not implemented: the one Transfer-Encoding that is known is chunked")
  static let closedWebhook = HTTPProblem(
    50302, "the secret or the template of this webhook cannot be read; see the daemon's log",
    retryAfter: 60)
  static let tooManyBodies = HTTPProblem(
    50303, "too many requests with large bodies are being received", retryAfter: 5)
  static let busy = HTTPProblem(50301, "the inbox is busy", retryAfter: 5)
  static let diskFull = HTTPProblem(
    50701, "insufficient storage: the inbox's disk is full; free some space, then send again",
    retryAfter: 60)
  static let fileSizeLimit = HTTPProblem(
    50701,
    "insufficient storage: the daemon may write no larger files; raise its limit (ulimit -f)",
    retryAfter: 60)
}
