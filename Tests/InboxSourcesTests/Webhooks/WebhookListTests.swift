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

  @Test func `elements without anything in them are left out and counted`() throws {
    let some = try jobs(
      #"""
      {"jobs":[null,{"name":"a","state":"ok"},{"state":"ok","log":"x"},"b",{"name":"c"},[]]}
      """#)
    #expect(some.payloads.map(\.title.value) == ["a: passed", "ci", "ci", "c: failed"])
    #expect(some.payloads.map(\.body.value) == [nil, "x", "b", nil])
    #expect(some.badCount == 2)
    #expect(
      some.firstProblem?.message
        == "invalid request: there is nothing in it that 'json' sends (element 1)")
    let pairs = try jobs(#"{"jobs":[["a","b"],["c"]]}"#, title: "{/0}, {/1}")
    #expect(pairs.payloads.map(\.title.value) == ["a, b", "c,"] && pairs.badCount == 0)
    let none = HTTPProblem.badPayload.because(
      "there is nothing in it that 'json' sends (element 1)")
    #expect(throws: none) { try jobs(#"{"jobs":[{},null]}"#) }
    #expect(try jobs(#"{"jobs":[]}"#).badCount == 0)
  }

  @Test(arguments: [
    #"{"state":"ok","log":"x"}"#, #"{"name":"a"}"#, #"{"other":"x"}"#, #""text""#,
  ])
  func `an element is the message that it is alone`(_ document: String) throws {
    let fields = [
      "title": try Template("{/name}: {/state?ok=passed,failed}"), "body": try Template("{/log}"),
    ]
    let alone = Webhook(WebhookSettings(name: "ci", ownFields: fields))
    #expect(
      try alone.delivery(.make(body: document)).payloads
        == jobs(#"{"jobs":[\#(document)]}"#).payloads)
  }
}
