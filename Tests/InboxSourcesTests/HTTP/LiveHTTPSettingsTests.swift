import InboxSettings
import Testing

@testable import InboxSources

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

  @Test func `a source with the same settings stays, one that cannot take others is started anew`()
  {
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
