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

    fileprivate func document(_ action: String?) -> String {
      let action = action.map { "\"action\":\"\($0)\"," } ?? ""
      let fields = fields.isEmpty ? "" : fields + ","
      return "{\(action)\(fields)\(GitHubEventTests.common)}"
    }
  }

  private func payload(_ sample: Sample, _ action: String?) throws -> Payload? {
    let webhook = Webhook(WebhookSettings(name: "github", template: "github"))
    return try webhook.delivery(
      .make(headers: ["x-github-event": sample.event], body: sample.document(action))
    ).payloads.first
  }

  static let code: [Sample] = [
    .init(
      "push", [],
      #""ref":"refs/heads/feature/x","compare":"https://c","pusher":{"name":"ann"},"commits":[{"message":"One\n\nMore"},{"message":"Two"}]"#,
      "ann pushed to feature/x", "- One\n  More\n- Two"),
    .init(
      "push", [], #""ref":"refs/tags/v1","deleted":true,"pusher":{"name":"ann"},"commits":[]"#,
      "ann deleted v1", nil),
    .init("create", [], #""ref":"v1.2","ref_type":"tag""#, "ann created tag v1.2", nil),
    .init("delete", [], #""ref":"old","ref_type":"branch""#, "ann deleted branch old", nil),
    .init(
      "commit_comment", ["created"],
      #""comment":{"body":"Why?","commit_id":"6113728f27ae","path":"a.swift","line":7,"user":{"login":"bob"},"html_url":"https://c"}"#,
      "bob on commit 6113728", "Why?"),
    .init(
      "release",
      ["published", "created", "edited", "deleted", "prereleased", "released", "unpublished"],
      #""release":{"tag_name":"v1","name":"","body":"Notes"}"#, "Release v1 published", "Notes"),
    .init(
      "deployment", ["created"],
      #""deployment":{"ref":"refs/heads/main","environment":"production","description":"By hand"}"#,
      "Deployment of main to production created", "By hand"),
    .init(
      "deployment_status", ["created"],
      #""deployment_status":{"state":"in_progress","environment":"production","description":"Going"},"deployment":{"ref":"main","environment":"production"}"#,
      "Deployment of main to production: in progress", "Going"),
    .init(
      "deployment_review", ["requested", "approved", "rejected"],
      #""environment":"production","workflow_run":{"name":"Deploy","display_title":"Ship it"}"#,
      "Deployment review requested: Deploy for production", "Ship it"),
    .init(
      "deployment_protection_rule", ["requested"],
      #""environment":"production","deployment":{"description":"Ship","ref":"main"}"#,
      "Deployment to production waits for a protection rule", "Ship\n\nof main"),
    .init(
      "merge_group", ["checks_requested", "destroyed"],
      #""merge_group":{"head_ref":"refs/heads/queue/main/pr-1","head_commit":{"message":"Merge"}}"#,
      "Merge group checks requested: queue/main/pr-1", "Merge"),
    .init(
      "gollum", [],
      #""pages":[{"title":"Home","summary":"Typo","html_url":"https://w"},{"title":"FAQ","summary":null}]"#,
      "ann changed the wiki: Home, FAQ", "Typo"),
    .init(
      "workflow_dispatch", [], #""ref":"refs/heads/main","workflow":".github/workflows/b.yml""#,
      "ann started .github/workflows/b.yml on main", nil),
    .init(
      "workflow_run", ["completed"],
      #""workflow_run":{"name":null,"path":"ci.yml","head_branch":"main","conclusion":"timed_out","display_title":"Fix"}"#,
      "ci.yml: timed out (main)", "Fix"),
    .init(
      "workflow_job", ["completed"],
      #""workflow_job":{"name":"test","conclusion":"failure","head_branch":"main","workflow_name":"CI"}"#,
      "test: failure (main)", nil),
    .init(
      "check_run", ["completed"],
      #""check_run":{"name":"lint","conclusion":"failure","app":{"slug":"other"},"check_suite":{"head_branch":"main"},"output":{"title":"3 errors","summary":"Long"}}"#,
      "lint: failure (main)", "3 errors\n\nLong"),
    .init(
      "check_suite", ["completed"],
      #""check_suite":{"conclusion":"failure","head_branch":"main","app":{"slug":"x","name":"X"},"head_commit":{"message":"Fix"}}"#,
      "X: failure (main)", "Fix"),
    .init(
      "status", [],
      #""state":"failure","context":"ci/build","description":"Broken","branches":[{"name":"main"}],"commit":{"commit":{"message":"Fix"}}"#,
      "ci/build: failure (main)", "Broken\n\nFix"),
    .init("ping", [], #""zen":"Keep it.""#, "GitHub will send events here", "Keep it."),
  ]

  static let talk: [Sample] = [
    .init(
      "issues",
      ["opened", "closed", "reopened", "edited", "deleted", "locked", "pinned", "transferred"],
      #""issue":{"number":7,"title":"Bug","body":"Text"}"#, "#7 Bug", "Text"),
    .init(
      "issue_comment", ["created", "edited", "deleted"],
      #""issue":{"number":7,"title":"Bug"},"comment":{"body":"Me too","user":{"login":"bob"}}"#,
      "bob: #7 Bug", "Me too"),
    .init(
      "pull_request", ["opened", "review_requested", "synchronize", "ready_for_review", "labeled"],
      #""pull_request":{"number":8,"title":"Fix","body":"B"}"#, "#8 Fix", "B"),
    .init(
      "pull_request_review", ["submitted", "edited", "dismissed"],
      #""pull_request":{"number":8,"title":"Fix"},"review":{"state":"changes_requested","body":null}"#,
      "ann on #8 Fix", "changes requested"),
    .init(
      "pull_request_review_comment", ["created", "edited", "deleted"],
      #""pull_request":{"number":8,"title":"Fix"},"comment":{"body":"Hm","path":"a.c"}"#,
      "ann on #8 Fix", "Hm"),
    .init(
      "pull_request_review_thread", ["resolved", "unresolved"],
      #""pull_request":{"number":8,"title":"Fix"},"thread":{"comments":[{"body":"Hm"}]}"#,
      "#8 Fix", "Hm"),
    .init(
      "discussion",
      ["created", "edited", "answered", "category_changed", "labeled", "locked", "transferred"],
      #""discussion":{"number":9,"title":"Idea","body":"B","category":{"name":"Ideas"}}"#,
      "#9 Idea", "B"),
    .init(
      "discussion_comment", ["created", "edited", "deleted"],
      #""discussion":{"number":9,"title":"Idea"},"comment":{"body":"Yes","user":{"login":"bob"}}"#,
      "bob: #9 Idea", "Yes"),
    .init(
      "sub_issues", ["sub_issue_added", "parent_issue_removed"],
      #""sub_issue":{"number":3,"title":"Part","body":"P"},"parent_issue":{"number":1}"#, "#3 Part",
      "P"),
    .init(
      "issue_dependencies", ["blocked_by_added", "blocking_removed"],
      #""blocked_issue":{"number":3,"title":"Part","body":"P"},"blocking_issue":{"number":1}"#,
      "#3 Part", "P"),
  ]

  static let alerts: [Sample] = [
    .init(
      "dependabot_alert", ["created", "fixed", "dismissed", "reopened", "auto_dismissed"],
      #""alert":{"number":2,"state":"open","dependency":{"package":{"name":"semver"},"manifest_path":"p.json"},"security_advisory":{"summary":"Slow","description":"Long","severity":"high","cve_id":"CVE-1"},"security_vulnerability":{"vulnerable_version_range":"< 7"},"html_url":"https://a"}"#,
      "semver: Slow", "Long\n\nCVE-1\nAffected: < 7"),
    .init(
      "code_scanning_alert",
      ["created", "fixed", "closed_by_user", "reopened", "appeared_in_branch"],
      #""ref":"refs/heads/main","alert":{"number":2,"state":"open","rule":{"id":"j/sql","severity":"error","description":"Injection","full_description":"Long"},"tool":{"name":"CodeQL"},"html_url":"https://a"}"#,
      "Injection", "Long\n\nj/sql, CodeQL, on main"),
    .init(
      "secret_scanning_alert", ["created", "resolved", "reopened", "validated", "publicly_leaked"],
      #""alert":{"number":2,"state":"open","secret_type":"adafruit_io_key","html_url":"https://a"}"#,
      "Secret found: adafruit io key", nil),
    .init(
      "secret_scanning_alert_location", ["created"],
      #""alert":{"secret_type":"k_k"},"location":{"type":"commit","details":{"path":"a.env"}}"#,
      "Secret found in a.env: k k", nil),
    .init(
      "secret_scanning_scan", ["completed"], #""type":"backfill""#,
      "Secret scan (backfill) completed",
      nil),
    .init(
      "security_advisory", ["published", "updated", "withdrawn"],
      #""security_advisory":{"summary":"Weak","description":"Long","severity":"critical","ghsa_id":"GHSA-1"}"#,
      "Weak", "Long\n\nGHSA-1"),
    .init(
      "repository_advisory", ["published", "reported"],
      #""repository_advisory":{"summary":"Weak","description":"Long","cve_id":"CVE-2"}"#, "Weak",
      "Long\n\nCVE-2"),
    .init(
      "repository_vulnerability_alert", ["create", "dismiss", "resolve"],
      #""alert":{"affected_package_name":"rack","external_identifier":"CVE-3","affected_range":"< 2"}"#,
      "Vulnerability in rack: create", "CVE-3, affected: < 2"),
    .init("security_and_analysis", [], "", "Security settings of o/r changed", nil),
  ]

  static let administration: [Sample] = [
    .init("fork", [], #""forkee":{"full_name":"ann/r"}"#, "ann forked o/r", "ann/r"),
    .init("public", [], "", "o/r is public now", nil),
    .init("star", ["created"], "", "ann starred o/r", nil),
    .init("star", ["deleted"], "", "ann took a star from o/r", nil),
    .init("watch", ["started"], "", "ann starred o/r", nil),
    .init("repository", ["created", "archived", "renamed"], "", "Repository o/r created", nil),
    .init("repository_import", [], #""status":"success""#, "Import of o/r: success", nil),
    .init(
      "repository_dispatch", ["on-demand"], #""branch":"main""#, "Dispatch on-demand in o/r (main)",
      nil),
    .init(
      "repository_ruleset", ["created"], #""repository_ruleset":{"name":"Main"}"#,
      "Ruleset Main created", nil),
    .init(
      "branch_protection_rule", ["created", "deleted"], #""rule":{"name":"main"}"#,
      "Branch protection main created", nil),
    .init(
      "branch_protection_configuration", ["disabled"], "", "Branch protection of o/r disabled", nil),
    .init(
      "label", ["created", "edited"], #""label":{"name":"bug","description":"Broken"}"#,
      "Label bug created", "Broken"),
    .init(
      "milestone", ["created", "closed"], #""milestone":{"title":"v2","description":"Big"}"#,
      "Milestone v2 created", "Big"),
    .init(
      "package", ["published"],
      #""package":{"name":"lib","package_version":{"version":"1.0"},"description":"D"}"#,
      "Package lib 1.0 published", "D"),
    .init(
      "registry_package", ["updated"],
      #""registry_package":{"name":"lib","package_version":{"version":"1.0"}}"#,
      "Package lib 1.0 updated", nil),
    .init(
      "page_build", [], #""build":{"status":"errored","error":{"message":"No theme"}}"#,
      "Pages of o/r: errored", "No theme"),
    .init("deploy_key", ["created"], #""key":{"title":"ci"}"#, "Deploy key ci created", nil),
    .init("meta", ["deleted"], #""hook":{"name":"web"}"#, "The webhook of o/r was deleted", nil),
    .init(
      "custom_property", ["promote_to_enterprise"], #""definition":{"property_name":"tier"}"#,
      "Custom property tier promote to enterprise", nil),
    .init(
      "custom_property_values", ["updated"],
      #""new_property_values":[{"property_name":"tier"},{"property_name":"team"}]"#,
      "Custom properties of o/r updated", "- tier\n- team"),
    .init(
      "member", ["added", "removed"], #""member":{"login":"bob"}"#, "Collaborator bob added in o/r",
      nil),
    .init(
      "membership", ["added"], #""member":{"login":"bob"},"team":{"name":"Core"}"#,
      "bob added in team Core", nil),
    .init(
      "organization", ["member_added"], #""membership":{"user":{"login":"bob"}}"#,
      "o: member added bob", nil),
    .init("org_block", ["blocked"], #""blocked_user":{"login":"bob"}"#, "o blocked bob", nil),
    .init(
      "team", ["added_to_repository"], #""team":{"name":"Core"}"#,
      "Team Core added to repository in o/r", nil),
    .init("team_add", [], #""team":{"name":"Core"}"#, "Team Core was given o/r", nil),
    .init(
      "sponsorship", ["pending_tier_change"],
      #""sponsorship":{"sponsor":{"login":"bob"},"tier":{"name":"$5"}}"#,
      "Sponsorship of bob pending tier change ($5)", nil),
    .init("project", ["created"], #""project":{"name":"P","body":"B"}"#, "Project P created", "B"),
    .init(
      "project_card", ["moved"], #""project_card":{"note":"N"}"#, "Project card moved by ann", "N"),
    .init(
      "project_column", ["created"], #""project_column":{"name":"Done"}"#,
      "Project column Done created", nil),
    .init(
      "projects_v2", ["created"], #""projects_v2":{"title":"Road","short_description":"S"}"#,
      "Project Road created", "S"),
    .init(
      "projects_v2_item", ["converted"], #""projects_v2_item":{"content_type":"Issue"}"#,
      "Project item converted (Issue) by ann", nil),
    .init(
      "projects_v2_status_update", ["created"],
      #""projects_v2_status_update":{"status":"AT_RISK","body":"Late"}"#,
      "Project status created: AT RISK", "Late"),
    .init(
      "installation", ["created", "new_permissions_accepted"],
      #""installation":{"app_slug":"bot","account":{"login":"o"}},"repositories":[{"full_name":"o/r"}]"#,
      "App bot created for o", "o/r"),
    .init(
      "installation_repositories", ["removed"],
      #""installation":{"account":{"login":"o"}},"repositories_added":[],"repositories_removed":[{"full_name":"o/r"}]"#,
      "App: repositories removed for o", "o/r"),
    .init(
      "installation_target", ["renamed"],
      #""account":{"login":"p"},"changes":{"login":{"from":"o"}}"#,
      "Account o renamed to p", nil),
    .init("github_app_authorization", ["revoked"], "", "App authorization revoked by ann", nil),
    .init(
      "marketplace_purchase", ["purchased", "pending_change_cancelled"],
      #""marketplace_purchase":{"account":{"login":"o"},"plan":{"name":"Pro"}}"#,
      "Marketplace: o purchased Pro", nil),
    .init(
      "personal_access_token_request", ["approved"],
      #""personal_access_token_request":{"owner":{"login":"bob"}}"#,
      "Token request of bob: approved",
      nil),
    .init(
      "content_reference", ["created"], #""content_reference":{"reference":"https://e"}"#,
      "Link to https://e created by ann", nil),
    .init("what_comes_later", ["done_so"], "", "what comes later done so in o/r by ann", nil),
  ]

  @Test(arguments: code + talk + alerts + administration)
  func `each event says what happened`(_ sample: Sample) throws {
    let payload = try #require(try payload(sample, sample.actions.first))
    #expect(payload.title.value == sample.title)
    #expect(payload.body.value == sample.body)
    #expect(payload.source == "github/o/r" || payload.source == "github/o")
    #expect(payload.tap.value != nil)
  }

  @Test(arguments: code + talk + alerts + administration)
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
