@testable import InboxSources

extension HTTPCall {
  /// A request of a test.
  static func make(
    _ method: String = "POST", _ path: String = "/topic", headers: [String: String] = [:],
    query: [(name: String, value: String)] = [], body: String = "",
    client: String = "127.0.0.1"
  ) -> HTTPCall {
    HTTPCall(
      method: method, path: path.split(separator: "/").map(String.init),
      query: query.map { ($0.name.lowercased(), $0.value) },
      headers: headers.merging(["host": "localhost:7575"]) { given, _ in given },
      body: Array(body.utf8), client: client)
  }
}
