import InboxText

/// An answer that is known as a whole.
struct HTTPAnswer: Sendable, Hashable {
  /// The status.
  var status = 200
  /// The type of the body.
  var type = "application/json"
  /// The body.
  var body: [UInt8] = []
  /// Other headers.
  var headers: [String: String] = [:]

  /// JSON and a line end.
  static func json(_ value: JSONValue, status: Int = 200) -> HTTPAnswer {
    HTTPAnswer(status: status, body: Array((value.json + "\n").utf8))
  }

  /// A text.
  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> HTTPAnswer {
    HTTPAnswer(type: type, body: Array(text.utf8))
  }

  /// Nothing, where a client expects nothing.
  static func empty(_ status: Int = 204) -> HTTPAnswer {
    HTTPAnswer(status: status, type: "")
  }

  /// Why the request is refused.
  static func problem(_ problem: HTTPProblem) -> HTTPAnswer {
    var answer = json(problem.json, status: problem.status)
    if let seconds = problem.retryAfter { answer.headers["retry-after"] = "\(seconds)" }
    if let methods = problem.methods { answer.headers["allow"] = methods.joined(separator: ", ") }
    // So that a browser or a client asks for a password, as ntfy has it.
    if problem.status == 401 { answer.headers["www-authenticate"] = "Basic realm=\"inbox\"" }
    return answer
  }
}
