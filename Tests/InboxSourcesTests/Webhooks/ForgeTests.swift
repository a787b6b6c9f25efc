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
      documents(of: table).map { Sample($0[0] ?? "", $1, $0[1] ?? "", $0[2], $0[3]) }
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

  private static let gitea: [Sample] = Sample.all(
    #"""
    push | ann pushed to main | - Two\n- One | https://g/compare/a...b
    {"ref":"refs/heads/main","compare_url":"https://g/compare/a...b","commits":[{"message":"Two\n"},{"message":"One"}],"pusher":{"login":"ann"},
    create | ann created tag v1 | - | https://g/o/r/src/tag/v1
    {"ref":"v1","ref_type":"tag",
    delete | ann deleted branch old | - | https://g/o/r
    {"ref":"old","ref_type":"branch",
    fork | ann forked x/r | o/r | https://g/o/r
    {"forkee":{"full_name":"x/r"},
    issues | #3 Bug | Text | https://g/3
    {"action":"opened","issue":{"number":3,"title":"Bug","body":"Text","html_url":"https://g/3"},
    issue_comment | bob: #3 Bug | Hm | https://g/3#c
    {"action":"created","issue":{"number":3,"title":"Bug"},"comment":{"body":"Hm","html_url":"https://g/3#c","user":{"login":"bob"}},
    pull_request | #4 Fix | B | https://g/4
    {"action":"closed","pull_request":{"number":4,"title":"Fix","body":"B","merged":true,"html_url":"https://g/4"},
    pull_request_approved | ann approved #4 Fix | Good | https://g/4
    {"action":"reviewed","pull_request":{"number":4,"title":"Fix","html_url":"https://g/4"},"review":{"type":"pull_request_review_approved","content":"Good"},
    pull_request_comment | ann on #4 Fix | 123 | https://g/4
    {"action":"reviewed","pull_request":{"number":4,"title":"Fix","html_url":"https://g/4"},"review":{"type":"pull_request_comment","content":"123"},
    pull_request_rejected | ann asks for changes of #4 Fix | No | https://g/4
    {"action":"reviewed","pull_request":{"number":4,"title":"Fix","html_url":"https://g/4"},"review":{"content":"No"},
    release | Release One published | N | https://g/o/r
    {"action":"published","release":{"tag_name":"v1","name":"One","body":"N"},
    wiki | ann edited the wiki page Home | Typo | https://g/o/r/wiki/Home
    {"action":"edited","page":"Home","comment":"Typo",
    package | Package lib 1.0 created | - | https://g/o/r
    {"action":"created","package":{"name":"lib","version":"1.0","type":"npm"},
    repository | Repository o/r created | - | https://g/o/r
    {"action":"created",
    workflow_run | CI: failure (main) | Fix | https://g/o/r
    {"action":"completed","workflow_run":{"conclusion":"failure","head_branch":"main","display_title":"Fix","path":"ci.yml@refs/heads/main"},"workflow":{"name":"CI"},
    action_run_failure | ci.yml: failure (main) | Fix | https://g/run
    {"action":"failure","run":{"title":"Fix","workflow_id":"ci.yml","prettyref":"main","html_url":"https://g/run"},
    status | ci: failure | Broken | https://g/o/r
    {"state":"failure","context":"ci","description":"Broken",
    new_kind | new kind made in o/r by ann | - | https://g/o/r
    {"action":"made",
    """#)

  @Test(arguments: gitea) func `Gitea and Forgejo send the same`(_ sample: Sample) throws {
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

  @Test func `Gitea signs in a header of its own, and as GitHub does`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/secret"
    try "a-secret-of-some-length\n".write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o600)
    let body = #"{"action":"a","repository":{"full_name":"o/r"}}"#
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(body.utf8), using: SymmetricKey(data: Data("a-secret-of-some-length".utf8))
    ).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let webhook = Webhook(WebhookSettings(name: "g", template: "gitea", secretFile: path))
    for (name, value) in [
      ("x-gitea-signature", code), ("x-forgejo-signature", code),
      ("x-hub-signature-256", "sha256=\(code)"),
    ] {
      #expect(throws: Never.self) {
        try webhook.delivery(.make(headers: [name: value], body: body))
      }
      let other = String(code.reversed())
      #expect(throws: HTTPProblem.badSignature) {
        try webhook.delivery(.make(headers: [name: other], body: body))
      }
    }
    #expect(throws: HTTPProblem.badSignature) { try webhook.delivery(.make(body: body)) }
  }

  private static let zeros = String(repeating: "0", count: 40)

  private static let gitlab: [Sample] = Sample.all(
    #"""
    push | Ann pushed to main | One | https://l/g/p/-/compare/a1...b2
    {"object_kind":"push","ref":"refs/heads/main","before":"a1","after":"b2","user_name":"Ann","commits":[{"message":"One\n"}],
    new | Ann created x | - | https://l/g/p/-/commits/x
    {"object_kind":"push","ref":"refs/heads/x","before":"\#(zeros)","after":"b2","user_name":"Ann","commits":[],
    gone | Ann deleted x | - | https://l/g/p
    {"object_kind":"push","ref":"refs/heads/x","before":"a1","after":"\#(zeros)","user_name":"Ann",
    tag | Ann created v1 | Tag it | https://l/g/p/-/commits/v1
    {"object_kind":"tag_push","ref":"refs/tags/v1","before":"\#(zeros)","after":"b2","user_name":"Ann","message":"Tag it",
    note | Ann: First line | Hm | https://l/c
    {"object_kind":"note","user":{"name":"Ann"},"object_attributes":{"note":"Hm","noteable_type":"Commit","url":"https://l/c"},"commit":{"message":"First line\n\nMore\nand more"},
    note | Ann: snippet Code | Hm | https://l/s
    {"object_kind":"note","user":{"name":"Ann"},"object_attributes":{"note":"Hm","noteable_type":"Snippet","url":"https://l/s"},"snippet":{"title":"Code"},
    note | Ann: !4 Fix | Hm | https://l/g/p
    {"object_kind":"note","user":{"name":"Ann"},"object_attributes":{"note":"Hm","noteable_type":"MergeRequest"},"merge_request":{"iid":4,"title":"Fix"},
    note | Ann: #5 Bug | Hm | https://l/g/p
    {"object_kind":"note","user":{"name":"Ann"},"object_attributes":{"note":"Hm","noteable_type":"Issue"},"issue":{"iid":5,"title":"Bug"},
    job | Job test failed (main) | Fix | https://l/g/p/-/jobs/9
    {"object_kind":"build","build_name":"test","build_stage":"check","build_status":"failed","build_id":9,"ref":"main","commit":{"message":"Fix"},
    deployment | Deployment of main to live: failed | Fix | https://l/g/p
    {"object_kind":"deployment","status":"failed","environment":"live","ref":"main","commit_title":"Fix",
    release | Release One create | N | https://l/r
    {"object_kind":"release","name":"One","tag":"v1","action":"create","description":"N","url":"https://l/r",
    wiki | Ann: wiki page Home update | Typo | https://l/g/p
    {"object_kind":"wiki_page","user":{"name":"Ann"},"object_attributes":{"title":"Home","action":"update","message":"Typo"},
    flag | Feature flag fast is on | D | https://l/g/p
    {"object_kind":"feature_flag","object_attributes":{"name":"fast","active":true,"description":"D"},
    member | user add to group: Bob in G | - | https://l/g/p
    {"event_name":"user_add_to_group","user_name":"Bob","group_name":"G",
    vulnerability | Weak | a.rb:3 | https://l/g/p
    {"object_kind":"vulnerability","object_attributes":{"title":"Weak","severity":"high","state":"detected","location":{"file":"a.rb","start_line":3}},
    """#)

  @Test(arguments: gitlab) func `GitLab`(_ sample: Sample) throws {
    let document =
      sample.document
      + #""project":{"id":1,"path_with_namespace":"g/p","web_url":"https://l/g/p"}}"#
    let payload = try payload("gitlab", document)
    try check(payload, sample)
    #expect(payload?.source == "gitlab/g/p")
  }

  private static let cloud: [Sample] = Sample.all(
    #"""
    repo:push | Emma pushed to main | - Two\n- One | https://b/c
    {"push":{"changes":[{"new":{"name":"main"},"commits":[{"message":"Two\n"},{"message":"One\n"}],"links":{"html":{"href":"https://b/c"}}}]},
    repo:push | Emma deleted x | - | https://b/o/r
    {"push":{"changes":[{"new":null,"closed":true,"old":{"name":"x"}}]},
    repo:commit_status_updated | Unit: failed (main) | 2 fail | https://b/s
    {"commit_status":{"name":"Unit","key":"k","state":"FAILED","description":"2 fail","url":"https://b/s","refname":"main"},
    issue:comment_created | Emma: #1 Bug | Hm | https://b/1#c
    {"issue":{"id":1,"title":"Bug"},"comment":{"content":{"raw":"Hm"},"links":{"html":{"href":"https://b/1#c"}}},
    issue:created | #1 Bug | Text | https://b/1
    {"issue":{"id":1,"title":"Bug","content":{"raw":"Text"},"links":{"html":{"href":"https://b/1"}}},
    pullrequest:fulfilled | #2 Fix | D | https://b/2
    {"pullrequest":{"id":2,"title":"Fix","description":"D","links":{"html":{"href":"https://b/2"}}},
    pullrequest:comment_created | Emma: #2 Fix | Hm | https://b/o/r
    {"pullrequest":{"id":2,"title":"Fix"},"comment":{"content":{"raw":"Hm"}},
    repo:new_kind | repo:new kind in o/r by Emma | - | https://b/o/r
    {
    """#)

  @Test(arguments: cloud) func `Bitbucket in the cloud`(_ sample: Sample) throws {
    let document =
      sample.document
      + #""repository":{"full_name":"o/r","links":{"html":{"href":"https://b/o/r"}}},"actor":{"display_name":"Emma"}}"#
    let payload = try payload(
      "bitbucket", document, header: (name: "x-event-key", value: sample.event))
    try check(payload, sample)
    #expect(payload?.source == "bitbucket/o/r")
  }

  private static let server: [Sample] = Sample.all(
    #"""
    repo:refs_changed | Foo Bar pushed to x | One | https://s/browse
    {"changes":[{"ref":{"id":"refs/heads/x","displayId":"x"},"type":"UPDATE"}],"commits":[{"message":"One"}],
    repo:refs_changed | Foo Bar deleted x | - | https://s/browse
    {"changes":[{"ref":{"displayId":"x"},"type":"DELETE"}],
    pr:reviewer:needs_work | #2 Fix | D | https://s/2
    {"pullRequest":{"id":2,"title":"Fix","description":"D","toRef":{"repository":{"slug":"r","project":{"key":"K"}}},"links":{"self":[{"href":"https://s/2"}]}},
    pr:comment:added | Foo Bar: #2 Fix | Hm | https://s/2
    {"pullRequest":{"id":2,"title":"Fix","toRef":{"repository":{"slug":"r","project":{"key":"K"}}},"links":{"self":[{"href":"https://s/2"}]}},"comment":{"text":"Hm"},
    """#)

  @Test(arguments: server) func `Bitbucket Server`(_ sample: Sample) throws {
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
