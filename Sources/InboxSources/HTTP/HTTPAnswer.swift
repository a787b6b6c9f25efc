import InboxText

/// A complete response.
struct HTTPAnswer: Sendable, Hashable {
  /// The status.
  var status = 200
  /// The type of the body.
  var type = "application/json"
  /// The body.
  var body: [UInt8] = []
  /// Other headers.
  var headers: [String: String] = [:]

  /// A response with JSON and a line feed.
  static func json(_ value: JSONValue, status: Int = 200) -> HTTPAnswer {
    HTTPAnswer(status: status, body: Array((value.json + "\n").utf8))
  }

  /// A response with text.
  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> HTTPAnswer {
    HTTPAnswer(type: type, body: Array(text.utf8))
  }

  /// A response without a body.
  static func empty(_ status: Int = 204) -> HTTPAnswer {
    HTTPAnswer(status: status, type: "")
  }

  /// The response for a refused request.
  static func problem(_ problem: HTTPProblem) -> HTTPAnswer {
    var answer = json(problem.json, status: problem.status)
    if let seconds = problem.retryAfter { answer.headers["retry-after"] = "\(seconds)" }
    if let methods = problem.methods { answer.headers["allow"] = methods.joined(separator: ", ") }
    // Makes browsers and clients ask for a password, as ntfy does.
    if problem.status == 401 { answer.headers["www-authenticate"] = "Basic realm=\"inbox\"" }
    return answer
  }
}
