import Crypto
import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import InboxPayloads
@testable import InboxSources

/// What forges and build servers other than GitHub send, shortened.
@Suite struct ForgeTests {
  /// A document of a template's and what it makes.
  struct Sample: Sendable, CustomTestStringConvertible {
    var event: String
    var document: String
    var title: String
    var body: String?
    var url: String?
    var testDescription: String { "\(event): \(title)" }

    init(_ event: String, _ document: String, _ title: String, _ body: String?, _ url: String?) {
      (self.event, self.document, self.title) = (event, document, title)
      (self.body, self.url) = (body, url)
    }

    /// Those of a table: event, title, text and link, each above its document.
    static func all(_ table: String) -> [Sample] {
      documents(of: samples(table)).map { Sample($0[0] ?? "", $1, $0[1] ?? "", $0[2], $0[3]) }
    }
  }

  private func payload(
    _ template: String, _ document: String, header: (name: String, value: String)? = nil
  ) throws -> Payload? {
    try Webhook.payloads(template, document, headers: header.map { [$0.name: $0.value] } ?? [:])
      .first
  }

  private func check(_ payload: Payload?, _ sample: Sample) throws {
    let payload = try #require(payload)
    #expect(payload.title.value == sample.title)
    #expect(payload.body.value == sample.body)
    #expect(payload.tap.value == sample.url.map(TapBehavior.url))
    for text in [payload.title.value, payload.subtitle.value].compactMap(\.self) {
      #expect(!text.hasSuffix(" ") && !text.contains("  ") && !text.contains("\n"), "\(text)")
      #expect(!text.contains("refs/") && !text.contains("{"), "\(text)")
    }
  }

  @Test(arguments: Sample.all("gitea"))
  func `Gitea and Forgejo send the same`(_ sample: Sample) throws {
    let document =
      sample.document
      + #""repository":{"full_name":"o/r","html_url":"https://g/o/r"},"sender":{"login":"ann"}}"#
    for name in ["gitea", "forgejo"] {
      let payload = try payload(
        name, document, header: (name: "x-\(name)-event", value: sample.event))
      try check(payload, sample)
      #expect(payload?.source == "\(name)/o/r")
    }
  }

  @Test(arguments: Sample.all("gitlab")) func `GitLab`(_ sample: Sample) throws {
    let document =
      sample.document
      + #""project":{"id":1,"path_with_namespace":"g/p","web_url":"https://l/g/p"}}"#
    let payload = try payload("gitlab", document)
    try check(payload, sample)
    #expect(payload?.source == "gitlab/g/p")
  }

  @Test(arguments: Sample.all("bitbucket-cloud"))
  func `Bitbucket in the cloud`(_ sample: Sample) throws {
    let document =
      sample.document
      + #""repository":{"full_name":"o/r","links":{"html":{"href":"https://b/o/r"}}},"actor":{"display_name":"Emma"}}"#
    let payload = try payload(
      "bitbucket", document, header: (name: "x-event-key", value: sample.event))
    try check(payload, sample)
    #expect(payload?.source == "bitbucket/o/r")
  }

  @Test(arguments: Sample.all("bitbucket-server"))
  func `Bitbucket Server`(_ sample: Sample) throws {
    let document =
      sample.document
      + #""actor":{"displayName":"Foo Bar"},"repository":{"slug":"r","project":{"key":"K"},"links":{"self":[{"href":"https://s/browse"}]}}}"#
    let payload = try payload(
      "bitbucket", document, header: (name: "x-event-key", value: sample.event))
    try check(payload, sample)
    #expect(payload?.source == "bitbucket/K/r")
  }

  @Test func `Jenkins: a build that failed folds, and one that succeeds ends it`() throws {
    func build(_ phase: String, _ status: String) -> String {
      #"{"name":"app","build":{"full_url":"https://j/18/","number":18,"phase":"\#(phase)","status":"\#(status)","scm":{"branch":"origin/main","culprits":["ann"]},"log":"boom"}}"#
    }
    let failed = try #require(try payload("jenkins", build("COMPLETED", "FAILURE")))
    try check(failed, .init("", "", "app #18: failed", "boom", "https://j/18/"))
    #expect(failed.fold.value == "jenkins/app" && failed.priority.value == .high)
    #expect(failed.id == "app#18" && failed.subtitle.value == "origin/main by ann")
    let good = try #require(try payload("jenkins", build("COMPLETED", "SUCCESS")))
    #expect(good.resolves == "jenkins/app" && good.title.value == "app #18: successful")
    #expect(try payload("jenkins", build("STARTED", "")) == nil)
    let outbound =
      ##"{"buildName":"#4","buildUrl":"https://j/4","event":"failure","projectName":"app"}"##
    try check(try payload("jenkins", outbound), .init("", "", "app #4: failed", nil, "https://j/4"))
  }
}

/// Texts and comments of the forges.
@Suite struct ForgeTextTests {
  /// A comment of each kind that was deleted: its template, the headers and the document.
  private static let deleted: [(String, [String: String], String)] = [
    ("github", ["x-github-event": "issue_comment"], #""issue":{"number":1,"title":"T"}"#),
    ("github", ["x-github-event": "pull_request_review_comment"], #""pull_request":{"number":1}"#),
    ("github", ["x-github-event": "commit_comment"], #""a":1"#),
    ("github", ["x-github-event": "discussion_comment"], #""discussion":{"number":1}"#),
    ("gitea", ["x-gitea-event": "issue_comment"], #""issue":{"number":1,"title":"T"}"#),
    ("gitea", ["x-gitea-event": "issue_comment"], #""pull_request":{"number":1,"title":"T"}"#),
    ("gitea", ["x-gitea-event": "pull_request_comment"], #""pull_request":{"number":1}"#),
    ("bitbucket", ["x-event-key": "pullrequest:comment_deleted"], #""pullrequest":{"id":1}"#),
    ("bitbucket", ["x-event-key": "issue:comment_deleted"], #""issue":{"id":1}"#),
    ("bitbucket", ["x-event-key": "repo:commit_comment_deleted"], #""commit":{"hash":"a"}"#),
    ("bitbucket", ["x-event-key": "pr:comment:deleted"], #""pullRequest":{"id":1}"#),
    ("bitbucket", ["x-event-key": "repo:comment:deleted"], #""commit":"abc""#),
    (
      "gitlab", [:],
      #""object_kind":"note","object_attributes":{"note":"n","noteable_type":"Issue","action":"delete"}"#
    ),
  ]

  @Test(arguments: deleted.indices)
  func `a deleted comment says so`(_ index: Int) throws {
    let (template, headers, rest) = Self.deleted[index]
    let document = #"{"action":"deleted","comment":{"body":"b","text":"b"},\#(rest)}"#
    let payload = try Webhook.payload(template, document, headers: headers)
    #expect(payload.subtitle.value == "deleted", "\(template) \(headers)")
  }

  private static let issues: [(String, [String: String], String)] = [
    ("github", ["x-github-event": "issues"], #"{"issue":{"number":1,"title":"T","body":"@"}}"#),
    ("gitea", ["x-gitea-event": "issues"], #"{"issue":{"number":1,"title":"T","body":"@"}}"#),
    (
      "gitlab", [:],
      #"{"object_kind":"issue","object_attributes":{"iid":1,"title":"T","description":"@"}}"#
    ),
    (
      "bitbucket", ["x-event-key": "issue:created"],
      #"{"issue":{"id":1,"title":"T","content":{"raw":"@"}}}"#
    ),
  ]

  @Test(arguments: issues.indices)
  func `a forge's text is Markdown without its comments, which are kept`(_ index: Int) throws {
    let (template, headers, document) = Self.issues[index]
    let text = #"| a | b |\n|---|---|\n\n<!--renovate-debug:x-->\nend"#
    let payload = try Webhook.payload(
      template, document.replacing("@", with: text), headers: headers)
    #expect(payload.format.value == .markdown)
    #expect(payload.body.value == "| a | b |\n|---|---|\n\nend")
    #expect(payload.rest?.json.contains("renovate-debug:x") == true)
  }

  @Test(arguments: [
    ("a <!-- b --> c", "a  c"), ("a\n<!-- b\nc -->\nd", "a\nd"), ("a <!-- b", "a <!-- b"),
    ("`<!-- a -->` <!-- b -->", "`<!-- a -->` "), ("```\n<!-- a -->\n```", "```\n<!-- a -->\n```"),
    ("x <!-- a\nb", "x <!-- a\nb"), ("<!-- a --> b <!-- c -->", " b "), ("a < b", "a < b"),
    ("a\n\n<!-- b -->\n\nc", "a\n\nc"), ("a\n<!-- b -->\n\nc", "a\n\nc"), ("<!-- b -->\n\na", "a"),
    ("a\n\n<!-- b -->\n<!-- c -->\n \nd\n\n\ne", "a\n\nd\n\n\ne"),
  ])
  func `comments of HTML are left out`(_ text: String, _ result: String) {
    #expect(HTMLComments.removed(from: text) == result)
  }
}

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
