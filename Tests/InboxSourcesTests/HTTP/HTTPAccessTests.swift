import Foundation
import HTTPTypes
import InboxSettings
import Testing

@testable import InboxSources

@Suite struct HTTPAccessTests {
  private func access(
    listening: ListenAddress = .usual, hosts: [String] = [], origins: [String] = []
  ) -> HTTPAccess {
    var settings = HTTPSettings()
    settings.webOrigins = origins
    settings.addresses = [listening]
    settings.hosts = hosts
    return HTTPAccess(settings, tokens: nil)
  }

  private func isAllowed(_ headers: [String: String], _ access: HTTPAccess) -> Bool {
    (try? access.checkPlace(.make(headers: headers))) != nil
  }

  @Test(arguments: [
    "localhost", "LOCALHOST:7575", "127.0.0.1:7575", "[::1]:7575", "bell.localhost", "127.1.2.3",
  ])
  func `names of this machine are taken as the host`(_ host: String) {
    #expect(isAllowed(["host": host], access()))
    #expect(isAllowed(["host": host, "origin": "http://\(host)"], access()))
  }

  @Test(arguments: [
    "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.168.1.5", "",
    "evil.example:7575", "127.evil", "[::1].evil.example", "[::1]evil",
  ])
  func `foreign names are not`(_ host: String) {
    #expect(!isAllowed(["host": host], access()))
    #expect(!isAllowed(["origin": "http://\(host)"], access()))
  }

  @Test func `names of the settings are taken, and any address where all are listened on`() {
    #expect(isAllowed(["host": "bell.example"], access(hosts: ["bell.example"])))
    let all = access(listening: .tcp(host: "0.0.0.0", port: 80))
    #expect(isAllowed(["host": "192.168.1.5:80"], all))
    #expect(isAllowed(["host": "[fe80::1]:80"], all))
    #expect(!isAllowed(["host": "evil.example"], all))
  }

  @Test func `a page of another place is refused, by a socket too`() {
    for headers in [["origin": "null"], ["sec-fetch-site": "cross-site"]] {
      #expect(!isAllowed(headers, access()))
      #expect(throws: HTTPProblem.self) {
        try access().checkPlace(.make(headers: headers, client: HTTPCall.localClient))
      }
    }
    #expect(isAllowed(["sec-fetch-site": "same-origin"], access()))
    #expect(throws: Never.self) {
      try access().checkPlace(.make(headers: ["host": "x"], client: HTTPCall.localClient))
    }
  }

  @Test func `a page that the settings name is let in, with what its browser wants to hear`() {
    let access = access(origins: ["https://app.example"])
    let cross = ["sec-fetch-site": "cross-site"]
    let page = cross.merging(["origin": "https://App.example"]) { $1 }
    #expect(isAllowed(page, access))
    #expect(
      access.webHeaders(for: "https://App.example")["access-control-allow-origin"]
        == "https://App.example")
    for origin in [
      "https://app.example.evil", "http://app.example", "https://app.example:8443", "null",
    ] {
      #expect(!isAllowed(cross.merging(["origin": origin]) { $1 }, access), "\(origin)")
      #expect(access.webHeaders(for: origin) == ["vary": "Origin"])
    }
    #expect(!isAllowed(page.merging(["host": "evil.example"]) { $1 }, access))
    #expect(self.access().webHeaders(for: "https://app.example").isEmpty)
    let refusal = #expect(throws: HTTPProblem.self) {
      try self.access().checkPlace(.make(headers: page))
    }
    #expect(refusal?.message.contains("http.web_origins") == true)
  }

  @Test func `tokens are found in each place`() {
    let basic = Data("phil:secret".utf8).base64EncodedString()
    #expect(
      HTTPAccess.candidates(.make(headers: ["authorization": "bearer  abc "])) == ["abc"])
    #expect(
      HTTPAccess.candidates(.make(headers: ["authorization": "Basic \(basic)"]))
        == ["secret", "phil", "phil:secret"])
    let auth = Data("Bearer abc".utf8).base64EncodedString()
    #expect(HTTPAccess.candidates(.make(query: [("auth", auth)])).contains("abc"))
    #expect(HTTPAccess.candidates(.make(headers: ["x-gotify-key": "k"])) == ["k"])
    #expect(HTTPAccess.candidates(.make(headers: ["authorization": "Basic !"])) == [])
  }

  @Test func `an allowance is used up and comes back`() {
    let rate = RequestRate(perSecond: 2)
    let now = ContinuousClock.now
    #expect((0..<20).allSatisfy { _ in rate.allows("a", at: now) })
    #expect(!rate.allows("a", at: now))
    #expect(rate.allows("b", at: now))
    #expect(rate.allows("a", at: now + .seconds(1)))
    #expect(rate.allows("a", at: now + .seconds(1)))
    #expect(!rate.allows("a", at: now + .seconds(1)))
    let unlimited = RequestRate(perSecond: 0)
    #expect((0..<1_000).allSatisfy { _ in unlimited.allows("a", at: now) })
  }

  @Test func `very many clients do not fill the memory`() {
    let rate = RequestRate(perSecond: 1)
    let now = ContinuousClock.now
    for index in 0..<10_000 { _ = rate.allows("c\(index)", at: now) }
    #expect(!rate.allows("one more", at: now))
    #expect(rate.allows("one more", at: now + .seconds(20)))
  }
}

@Suite struct HTTPCallTests {
  private func call(_ path: String, _ fields: HTTPFields = [:]) throws -> HTTPCall {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost", path: path, headerFields: fields)
    return try HTTPCall(head, client: "::1")
  }

  @Test func `path and query are decoded once`() throws {
    let call = try call("//a%20b/c%252Fd?T=1+2%2B3&flag&x=#end")
    #expect(call.path == ["a b", "c%2Fd"])
    #expect(call.query.map(\.name) == ["t", "flag", "x"])
    #expect(call.query.map(\.value) == ["1 2+3", "", ""])
    #expect(call.parameter("t") == "1 2+3")
    #expect(call.parameter("flag", "x") == nil)
  }

  @Test(arguments: ["/%ff", "/?a=%c3%28", "/?%fe=1"])
  func `bytes that are no UTF-8 are refused`(_ path: String) {
    #expect(throws: HTTPProblem.notUTF8) { try call(path) }
  }

  @Test func `a header wins over the query, in the order of the names`() throws {
    let call = try call("/?title=query", [.init("Title")!: " header ", .init("t")!: "short"])
    #expect(call.parameter("x-title", "title", "t") == "header")
    #expect(call.headers["host"] == "localhost")
  }

  @Test func `a percent sign that encodes nothing stands for itself`() throws {
    #expect(try call("/100%/%zz").path == ["100%", "%zz"])
  }

  @Test func `an encoded word of a header is decoded, and one of the query stays`() throws {
    let call = try call("/?m=%3D%3FUTF-8%3FB%3Fw5w%3D%3F%3D", [.init("Title")!: "=?UTF-8?B?w5w=?="])
    #expect(call.parameter("title") == "Ü")
    #expect(call.parameter("m") == "=?UTF-8?B?w5w=?=")
  }
}

@Suite struct LateRequestTests {
  @Test(arguments: [
    ("4", true), ("max", true), ("critical", true), ("Warning", true), ("P1", true), ("3", false),
    ("info", false), ("odd", false), ("", false),
  ])
  func `beyond the limit a word for urgency in the head counts`(_ word: String, _ spares: Bool)
    throws
  {
    let route = try HTTPRoute(.make())
    #expect(route.maySpare(.make(headers: ["priority": word])) == spares)
    #expect(route.maySpare(.make(query: [("priority", word)])) == spares)
  }
}

@Suite struct LiveHTTPSettingsTests {
  private func values(rate: Int) -> LiveHTTPSettings.Values {
    var settings = ReceivingSettings()
    settings.http.rate = rate
    return LiveHTTPSettings.Values(settings)
  }

  @Test func `one that listens takes changed settings, one that failed is started with them`() async
  {
    let live = LiveHTTPSettings(values(rate: 1))
    #expect(live.take(values(rate: 1)))
    #expect(!live.take(values(rate: 2)))
    var changes = live.changes().makeAsyncIterator()
    #expect(live.take(values(rate: 2)))
    #expect(live.take(values(rate: 3)))
    #expect(live.values.http.rate == 3)
    #expect(await changes.next()?.http.rate == 3)
    live.end()
    #expect(await changes.next() == nil)
    #expect(!live.take(values(rate: 4)))
  }

  @Test func `a source with equal settings stays, one that cannot take others restarts`() {
    var settings = ReceivingSettings()
    settings.http.addresses = [.tcp(host: "127.0.0.1", port: 1), .tcp(host: "127.0.0.1", port: 2)]
    let first = HTTPSource.sources(settings)
    #expect(first.map(\.name) == ["http 127.0.0.1:1", "http 127.0.0.1:2"])
    #expect(HTTPSource.sources(settings, keeping: first) == first)
    // None of them listens yet, so those with other settings begin anew.
    settings.http.rate += 1
    let changed = HTTPSource.sources(settings, keeping: first)
    #expect(changed != first && changed.map(\.name) == first.map(\.name))
    settings.http.certificate = "cert.pem"
    #expect(HTTPSource.sources(settings, keeping: changed) != changed)
    settings.http.isEnabled = false
    #expect(HTTPSource.sources(settings, keeping: changed).isEmpty)
  }
}

@Suite struct MultipartBodyTests {
  private func form(_ text: String, boundary: String = "b") throws -> [MultipartBody.Part] {
    try MultipartBody(Array(text.replacing("\n", with: "\r\n").utf8), boundary: boundary).parts
  }

  @Test func `fields and files are told apart, and bytes stay as they are`() throws {
    let parts = try form(
      """
      ignored
      --b
      Content-Disposition: form-data; name="title"

      a

      --b\("  ")
      content-disposition: form-data; filename="x \\"y\\".png"; name=image
      Content-Type: image/png

      PNG
      --b
      Content-Disposition: form-data; name="n"; filename*=UTF-8''na%C3%AFve.txt; filename="n.txt"


      --b--
      after
      """)
    #expect(parts.map(\.name) == ["title", "image", "n"])
    #expect(parts.map(\.fileName) == [nil, "x \"y\".png", "naïve.txt"])
    #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a\r\n", "PNG", ""])
  }

  @Test(arguments: [
    "", "nothing", "--b\nContent-Disposition: form-data; name=\"a\"\n\nx",
    "--b\nContent-Disposition: form-data\n\nx\n--b--", "--b\nno header\n\nx\n--b--",
    "--b\nContent-Disposition: form-data; name=\"a\"\n--b--", "--bx\n\n--b--",
    "--b\nContent-Disposition: form-data; name=\"a\"\nContent-Transfer-Encoding: base64\n\neA==\n--b--",
  ])
  func `what ends early or has no names is refused`(_ text: String) {
    let problem = #expect(throws: HTTPProblem.self) { try form(text) }
    #expect(problem?.message.contains("multipart form") == true, "\(problem as Any)")
  }

  @Test func `a form has a limited number of parts`() {
    let part = "--b\nContent-Disposition: form-data; name=\"a\"\n\nx\n"
    let most = HTTPCall.mostFields
    #expect(throws: Never.self) { try form(String(repeating: part, count: most) + "--b--") }
    #expect(throws: HTTPProblem.tooManyFields) {
      try form(String(repeating: part, count: most + 1) + "--b--")
    }
  }

  @Test(arguments: [
    ("multipart/form-data; boundary=abc", "abc"),
    ("Multipart/Form-Data; charset=utf-8; boundary=\"a b\"", "a b"),
    ("multipart/form-data", nil), ("multipart/mixed; boundary=a", nil),
    ("multipart/form-data; boundary=\(String(repeating: "x", count: 71))", nil),
  ])
  func `the boundary is that of the type`(_ type: String, _ boundary: String?) {
    #expect(MultipartBody.boundary(in: type) == boundary)
  }
}
