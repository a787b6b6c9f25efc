import InboxCore
import InboxSettings
import InboxText
import Testing

@testable import InboxSources

/// Every kind of event that GitHub documents, in the shape in which it sends it, shortened.
@Suite struct GitHubEventTests {
  /// What is in every document.
  private static let common = #"""
    "repository":{"full_name":"o/r","html_url":"https://github.com/o/r"},"organization":{"login":"o"},
    "sender":{"login":"ann"}
    """#

  /// A kind of event: its actions, its own fields, and the title and text with the first action.
  struct Sample: Sendable, CustomTestStringConvertible {
    var event: String
    var actions: [String]
    var fields: String
    var title: String
    var body: String?
    var testDescription: String { "\(event) \(actions.first ?? "")" }

    init(_ event: String, _ actions: [String], _ fields: String, _ title: String, _ body: String?) {
      (self.event, self.actions, self.fields) = (event, actions, fields)
      (self.title, self.body) = (title, body)
    }

    /// Those of a table: event with its actions, title and text, each above its fields.
    static func all(_ table: String) -> [Sample] {
      documents(of: samples(table)).map { cells, fields in
        let words = (cells[0] ?? "").split(separator: " ").map(String.init)
        return Sample(
          words[0], Array(words.dropFirst()), fields == "-" ? "" : fields, cells[1] ?? "", cells[2])
      }
    }

    fileprivate func document(_ action: String?) -> String {
      let action = action.map { "\"action\":\"\($0)\"," } ?? ""
      let fields = fields.isEmpty ? "" : fields + ","
      return "{\(action)\(fields)\(GitHubEventTests.common)}"
    }
  }

  private func payload(_ sample: Sample, _ action: String?) throws -> Payload? {
    try Webhook.payloads(
      "github", sample.document(action), headers: ["x-github-event": sample.event]
    ).first
  }

  private static let alerts = Sample.all("github-alerts")
  private static let all =
    ["github-code", "github-talk", "github-administration"].flatMap(Sample.all) + alerts
  @Test(arguments: all)
  func `each event says what happened`(_ sample: Sample) throws {
    let payload = try #require(try payload(sample, sample.actions.first))
    #expect(payload.title.value == sample.title)
    #expect(payload.body.value == sample.body)
    #expect(payload.source == "github/o/r" || payload.source == "github/o")
    #expect(payload.tap.value != nil)
  }

  @Test(arguments: all)
  func `a title is one line without what only git and JSON know`(_ sample: Sample) throws {
    for action in sample.actions.map(Optional.some) + [nil] {
      // A run that only began makes none.
      guard let payload = try payload(sample, action) else { continue }
      let texts = [payload.title.value, payload.subtitle.value].compactMap(\.self)
      #expect(payload.title.value?.isEmpty == false)
      for text in texts {
        #expect(!text.hasPrefix(" ") && !text.hasSuffix(" ") && !text.contains("  "), "\(text)")
        #expect(!text.contains("refs/") && !text.contains("\n") && !text.contains("{"), "\(text)")
        #expect(!text.contains("_") && text != sample.event, "\(text)")
      }
    }
  }

  @Test func `an alert's severity is its priority, and its end ends it`() throws {
    let payload = try #require(try payload(Self.alerts[0], "created"))
    #expect(payload.priority.value == .high)
    #expect(payload.subtitle.value == "high severity, open, p.json")
    #expect(payload.fold.value == "github/o/r/dependabot_alert/2")
    #expect(payload.tap.value == .url("https://a"))
    let end = try #require(try self.payload(Self.alerts[0], "fixed"))
    #expect(end.resolves == "github/o/r/dependabot_alert/2" && end.priority.value == .low)
    #expect(try self.payload(Self.alerts[1], "created")?.priority.value == .high)
    #expect(try self.payload(Self.alerts[2], "created")?.priority.value == .max)
  }

  @Test func `checks of GitHub's own runs make no message, as the run does`() throws {
    let sample = Sample(
      "check_run", ["completed"],
      #""check_run":{"name":"x","conclusion":"failure","app":{"slug":"github-actions"}}"#, "", nil)
    #expect(try payload(sample, "completed") == nil)
    let merged = Sample(
      "pull_request", ["closed"], #""pull_request":{"number":8,"title":"Fix","merged":true}"#, "",
      nil)
    #expect(try payload(merged, "closed")?.subtitle.value == "merged by ann")
  }
}
