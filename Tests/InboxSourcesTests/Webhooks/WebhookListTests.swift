import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import InboxSources

/// Webhooks that make a message of each element of a list.
@Suite struct WebhookListTests {
  /// A delivery to a webhook whose messages are the elements of a list.
  private func jobs(
    _ document: String, title: String = "{/name}: {/state?ok=passed,failed}"
  ) throws -> WebhookDelivery {
    let settings = WebhookSettings(
      name: "ci", template: "json", each: "/jobs",
      ownFields: ["title": try Template(title), "body": try Template("{/log}")])
    return try Webhook(settings).delivery(.make(body: document))
  }

  @Test func `elements of which the title would say nothing are left out and counted`() throws {
    let some = try jobs(
      #"""
      {"jobs":[5,{"name":"a","state":"ok"},{"state":"ok","log":"x"},"b",null,{"name":"c"},[]]}
      """#)
    #expect(some.payloads.map(\.title.value) == ["a: passed", "c: failed"])
    #expect(some.badCount == 5)
    #expect(
      some.firstProblem?.message == "invalid request: not an object (element 1)")
    let pairs = try jobs(#"{"jobs":[["a","b"],["c"],7]}"#, title: "{/0}, {/1}")
    #expect(pairs.payloads.map(\.title.value) == ["a, b", "c,"] && pairs.badCount == 1)
    let none = HTTPProblem.badPayload.because(
      "it has nothing of what the title is made of (element 1)")
    #expect(throws: none) { try jobs(#"{"jobs":[{"state":"ok"},5]}"#) }
    #expect(try jobs(#"{"jobs":[]}"#).badCount == 0)
  }
}
