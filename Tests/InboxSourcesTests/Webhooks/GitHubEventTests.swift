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
      documents(of: table).map { cells, fields in
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

  static let code: [Sample] = Sample.all(
    #"""
    push | ann pushed to feature/x | - One\n  More\n- Two
    "ref":"refs/heads/feature/x","compare":"https://c","pusher":{"name":"ann"},"commits":[{"message":"One\n\nMore"},{"message":"Two"}]
    push | octocat pushed to main | Fix\n\nLong
    "ref":"refs/heads/main","compare":"https://e","pusher":{"name":"octocat"},"head_commit":{"message":"Fix\n\nLong"}
    push | ann deleted v1 | -
    "ref":"refs/tags/v1","deleted":true,"pusher":{"name":"ann"},"commits":[]
    create | ann created tag v1.2 | -
    "ref":"v1.2","ref_type":"tag"
    delete | ann deleted branch old | -
    "ref":"old","ref_type":"branch"
    commit_comment created | bob on commit 6113728 | Why?
    "comment":{"body":"Why?","commit_id":"6113728f27ae","path":"a.swift","line":7,"user":{"login":"bob"},"html_url":"https://c"}
    release published created edited deleted prereleased released unpublished | Release v1 published | Notes
    "release":{"tag_name":"v1","name":"","body":"Notes"}
    deployment created | Deployment of main to production created | By hand
    "deployment":{"ref":"refs/heads/main","environment":"production","description":"By hand"}
    deployment_status created | Deployment of main to production: in progress | Going
    "deployment_status":{"state":"in_progress","environment":"production","description":"Going"},"deployment":{"ref":"main","environment":"production"}
    deployment_review requested approved rejected | Deployment review requested: Deploy for production | Ship it
    "environment":"production","workflow_run":{"name":"Deploy","display_title":"Ship it"}
    deployment_protection_rule requested | Deployment to production waits for a protection rule | Ship\n\nof main
    "environment":"production","deployment":{"description":"Ship","ref":"main"}
    merge_group checks_requested destroyed | Merge group checks requested: queue/main/pr-1 | Merge
    "merge_group":{"head_ref":"refs/heads/queue/main/pr-1","head_commit":{"message":"Merge"}}
    gollum | ann changed the wiki: Home, FAQ | Typo
    "pages":[{"title":"Home","summary":"Typo","html_url":"https://w"},{"title":"FAQ","summary":null}]
    workflow_dispatch | ann started .github/workflows/b.yml on main | -
    "ref":"refs/heads/main","workflow":".github/workflows/b.yml"
    workflow_run completed | ci.yml: timed out (main) | Fix
    "workflow_run":{"name":null,"path":"ci.yml","head_branch":"main","conclusion":"timed_out","display_title":"Fix"}
    workflow_job completed | test: failure (main) | -
    "workflow_job":{"name":"test","conclusion":"failure","head_branch":"main","workflow_name":"CI"}
    check_run completed | lint: failure (main) | 3 errors\n\nLong
    "check_run":{"name":"lint","conclusion":"failure","app":{"slug":"other"},"check_suite":{"head_branch":"main"},"output":{"title":"3 errors","summary":"Long"}}
    check_suite completed | X: failure (main) | Fix
    "check_suite":{"conclusion":"failure","head_branch":"main","app":{"slug":"x","name":"X"},"head_commit":{"message":"Fix"}}
    status | ci/build: failure (main) | Broken\n\nFix
    "state":"failure","context":"ci/build","description":"Broken","branches":[{"name":"main"}],"commit":{"commit":{"message":"Fix"}}
    ping | GitHub will send events here | Keep it.
    "zen":"Keep it."
    """#)

  static let talk: [Sample] = Sample.all(
    #"""
    issues opened closed reopened edited deleted locked pinned transferred | #7 Bug | Text
    "issue":{"number":7,"title":"Bug","body":"Text"}
    issue_comment created edited deleted | bob: #7 Bug | Me too
    "issue":{"number":7,"title":"Bug"},"comment":{"body":"Me too","user":{"login":"bob"}}
    pull_request closed | #2 P | -
    "pull_request":{"number":2,"title":"P","body":null,"html_url":"https://e"}
    pull_request opened review_requested synchronize ready_for_review labeled | #8 Fix | B
    "pull_request":{"number":8,"title":"Fix","body":"B"}
    pull_request_review submitted edited dismissed | ann on #8 Fix | changes requested
    "pull_request":{"number":8,"title":"Fix"},"review":{"state":"changes_requested","body":null}
    pull_request_review_comment created edited deleted | ann on #8 Fix | Hm
    "pull_request":{"number":8,"title":"Fix"},"comment":{"body":"Hm","path":"a.c"}
    pull_request_review_thread resolved unresolved | #8 Fix | Hm
    "pull_request":{"number":8,"title":"Fix"},"thread":{"comments":[{"body":"Hm"}]}
    discussion created edited answered category_changed labeled locked transferred | #9 Idea | B
    "discussion":{"number":9,"title":"Idea","body":"B","category":{"name":"Ideas"}}
    discussion_comment created edited deleted | bob: #9 Idea | Yes
    "discussion":{"number":9,"title":"Idea"},"comment":{"body":"Yes","user":{"login":"bob"}}
    sub_issues sub_issue_added parent_issue_removed | #3 Part | P
    "sub_issue":{"number":3,"title":"Part","body":"P"},"parent_issue":{"number":1}
    issue_dependencies blocked_by_added blocking_removed | #3 Part | P
    "blocked_issue":{"number":3,"title":"Part","body":"P"},"blocking_issue":{"number":1}
    """#)

  static let alerts: [Sample] = Sample.all(
    #"""
    dependabot_alert created fixed dismissed reopened auto_dismissed | semver: Slow | Long\n\nCVE-1\nAffected: < 7
    "alert":{"number":2,"state":"open","dependency":{"package":{"name":"semver"},"manifest_path":"p.json"},"security_advisory":{"summary":"Slow","description":"Long","severity":"high","cve_id":"CVE-1"},"security_vulnerability":{"vulnerable_version_range":"< 7"},"html_url":"https://a"}
    code_scanning_alert created fixed closed_by_user reopened appeared_in_branch | Injection | Long\n\nj/sql, CodeQL, on main
    "ref":"refs/heads/main","alert":{"number":2,"state":"open","rule":{"id":"j/sql","severity":"error","description":"Injection","full_description":"Long"},"tool":{"name":"CodeQL"},"html_url":"https://a"}
    secret_scanning_alert created resolved reopened validated publicly_leaked | Secret found: adafruit io key | -
    "alert":{"number":2,"state":"open","secret_type":"adafruit_io_key","html_url":"https://a"}
    secret_scanning_alert_location created | Secret found in a.env: k k | -
    "alert":{"secret_type":"k_k"},"location":{"type":"commit","details":{"path":"a.env"}}
    secret_scanning_scan completed | Secret scan (backfill) completed | -
    "type":"backfill"
    security_advisory published updated withdrawn | Weak | Long\n\nGHSA-1
    "security_advisory":{"summary":"Weak","description":"Long","severity":"critical","ghsa_id":"GHSA-1"}
    repository_advisory published reported | Weak | Long\n\nCVE-2
    "repository_advisory":{"summary":"Weak","description":"Long","cve_id":"CVE-2"}
    repository_vulnerability_alert create dismiss resolve | Vulnerability in rack: create | CVE-3, affected: < 2
    "alert":{"affected_package_name":"rack","external_identifier":"CVE-3","affected_range":"< 2"}
    security_and_analysis | Security settings of o/r changed | -
    -
    """#)

  static let administration: [Sample] = Sample.all(
    #"""
    fork | ann forked o/r | ann/r
    "forkee":{"full_name":"ann/r"}
    public | o/r is public now | -
    -
    star created | ann starred o/r | -
    -
    star deleted | ann took a star from o/r | -
    -
    watch started | ann starred o/r | -
    -
    repository created archived renamed | Repository o/r created | -
    -
    repository_import | Import of o/r: success | -
    "status":"success"
    repository_dispatch on-demand | Dispatch on-demand in o/r (main) | -
    "branch":"main"
    repository_ruleset created | Ruleset Main created | -
    "repository_ruleset":{"name":"Main"}
    branch_protection_rule created deleted | Branch protection main created | -
    "rule":{"name":"main"}
    branch_protection_configuration disabled | Branch protection of o/r disabled | -
    -
    label created edited | Label bug created | Broken
    "label":{"name":"bug","description":"Broken"}
    milestone created closed | Milestone v2 created | Big
    "milestone":{"title":"v2","description":"Big"}
    package published | Package lib 1.0 published | D
    "package":{"name":"lib","package_version":{"version":"1.0"},"description":"D"}
    registry_package updated | Package lib 1.0 updated | -
    "registry_package":{"name":"lib","package_version":{"version":"1.0"}}
    page_build | Pages of o/r: errored | No theme
    "build":{"status":"errored","error":{"message":"No theme"}}
    deploy_key created | Deploy key ci created | -
    "key":{"title":"ci"}
    meta deleted | The webhook of o/r was deleted | -
    "hook":{"name":"web"}
    custom_property promote_to_enterprise | Custom property tier promote to enterprise | -
    "definition":{"property_name":"tier"}
    custom_property_values updated | Custom properties of o/r updated | - tier\n- team
    "new_property_values":[{"property_name":"tier"},{"property_name":"team"}]
    member added removed | Collaborator bob added in o/r | -
    "member":{"login":"bob"}
    membership added | bob added in team Core | -
    "member":{"login":"bob"},"team":{"name":"Core"}
    organization member_added | o: member added bob | -
    "membership":{"user":{"login":"bob"}}
    org_block blocked | o blocked bob | -
    "blocked_user":{"login":"bob"}
    team added_to_repository | Team Core added to repository in o/r | -
    "team":{"name":"Core"}
    team_add | Team Core was given o/r | -
    "team":{"name":"Core"}
    sponsorship pending_tier_change | Sponsorship of bob pending tier change ($5) | -
    "sponsorship":{"sponsor":{"login":"bob"},"tier":{"name":"$5"}}
    project created | Project P created | B
    "project":{"name":"P","body":"B"}
    project_card moved | Project card moved by ann | N
    "project_card":{"note":"N"}
    project_column created | Project column Done created | -
    "project_column":{"name":"Done"}
    projects_v2 created | Project Road created | S
    "projects_v2":{"title":"Road","short_description":"S"}
    projects_v2_item converted | Project item converted (Issue) by ann | -
    "projects_v2_item":{"content_type":"Issue"}
    projects_v2_status_update created | Project status created: AT RISK | Late
    "projects_v2_status_update":{"status":"AT_RISK","body":"Late"}
    installation created new_permissions_accepted | App bot created for o | o/r
    "installation":{"app_slug":"bot","account":{"login":"o"}},"repositories":[{"full_name":"o/r"}]
    installation_repositories removed | App: repositories removed for o | o/r
    "installation":{"account":{"login":"o"}},"repositories_added":[],"repositories_removed":[{"full_name":"o/r"}]
    installation_target renamed | Account o renamed to p | -
    "account":{"login":"p"},"changes":{"login":{"from":"o"}}
    github_app_authorization revoked | App authorization revoked by ann | -
    -
    marketplace_purchase purchased pending_change_cancelled | Marketplace: o purchased Pro | -
    "marketplace_purchase":{"account":{"login":"o"},"plan":{"name":"Pro"}}
    personal_access_token_request approved | Token request of bob: approved | -
    "personal_access_token_request":{"owner":{"login":"bob"}}
    content_reference created | Link to https://e created by ann | -
    "content_reference":{"reference":"https://e"}
    what_comes_later done_so | what comes later done so in o/r by ann | -
    -
    """#)

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
