import Foundation
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
