import InboxSettings
import InboxText

/// Events of GitHub.
extension WebhookTemplate {
  /// GitHub, by `X-GitHub-Event`; the signature is the id, so a repeated delivery is the same
  /// message.
  static let github = WebhookTemplate(
    name: .github,
    proof: .signature(headers: ["x-hub-signature-256"], prefix: "sha256="),
    events: (runs + code + talk + GitHubAlerts.events + GitHubAdministration.events).map { event in
      event.adding([
        "id": "{header:x-hub-signature-256|header:x-github-delivery}",
        "source": "{/repository/full_name|/organization/login}",
        "url": "{/repository/html_url|/organization/html_url}", "priority": "2",
      ])
    })

  private static func on(
    _ names: String, where conditions: KeyValuePairs<String, String> = [:],
    _ fields: [String: String]
  ) -> Event {
    .named("{header:x-github-event}", names, where: conditions, fields)
  }

  /// Events of workflows and checks.
  ///
  /// Started runs make no message, nor do successful parts of a workflow.
  private static let runs =
    run(
      "workflow_run", "/workflow_run", key: "{/workflow_run/workflow_id}",
      branch: "/workflow_run/head_branch",
      name: "{/workflow_run/name|/workflow/name|/workflow_run/path|\"Workflow\"}",
      body: "{/workflow_run/display_title|/workflow_run/head_commit/message}")
    + [
      on(
        "check_run|check_suite",
        where: ["{/check_run/app/slug|/check_suite/app/slug}": "github-actions"], [:])
    ]
    + run(
      "check_run", "/check_run", key: "{/check_run/name}",
      branch: "/check_run/check_suite/head_branch", name: "{/check_run/name|\"Check\"}",
      body: "{/check_run/output/title}{\"\n\n\"/check_run/output/summary}")
    + run(
      "check_suite", "/check_suite", key: "{/check_suite/app/slug}",
      branch: "/check_suite/head_branch", name: "{/check_suite/app/name|\"Checks\"}",
      body: "{/check_suite/head_commit/message}")
    + [
      on(
        "workflow_job", where: ["{/workflow_job/conclusion}": "failure|timed_out|startup_failure"],
        [
          "title": "{/workflow_job/name}: {words:/workflow_job/conclusion}"
            + "{\" (\"/workflow_job/head_branch\")\"}",
          "subtitle": "{/workflow_job/workflow_name}",
          "url": "{/workflow_job/html_url|/repository/html_url}",
          "categories": "ci", "priority": "4", "glyph": "✘",
        ]),
      on(
        "status", where: ["{/state}": "success"],
        status.merging(["resolves": statusKey, "glyph": "✔"]) { $1 }),
      on(
        "status", where: ["{/state}": "failure|error"],
        status.merging(["fold": statusKey, "priority": "4", "glyph": "✘"]) { $1 }),
      on("workflow_run|workflow_job|check_run|check_suite|status", [:]),
    ]

  /// The events of a finished run: success resolves failure.
  private static func run(
    _ event: String, _ place: String, key: String, branch: String, name: String, body: String
  ) -> [Event] {
    let key = "github/{/repository/full_name}/\(key)/{\(branch)}"
    let fields = [
      "title": "\(name): {words:\(place)/conclusion}{\" (\"\(branch)\")\"}", "body": body,
      "url": "{\(place)/html_url|\(place)/details_url|/repository/html_url}", "categories": "ci",
    ]
    let severity = "{\(place)/conclusion?failure=4,timed_out=4,startup_failure=4,2}"
    return [
      on(
        event, where: ["{\(place)/conclusion}": "success"],
        fields.merging(["resolves": key, "glyph": "✔"]) { $1 }),
      on(
        event, where: ["{/action}": "completed"],
        fields.merging(["fold": key, "priority": severity, "glyph": "✘"]) { $1 }),
    ]
  }

  private static let statusKey = "github/{/repository/full_name}/{/context}/{/branches/0/name}"
  private static let status = [
    "title": "{/context|\"Status\"}: {/state}{\" (\"/branches/0/name\")\"}",
    "body": "{/description}{\"\n\n\"/commit/commit/message}",
    "url": "{/target_url|/commit/html_url|/repository/html_url}", "categories": "ci",
  ]

  private static let who = "{/sender/login|/pusher/name|\"somebody\"}"

  private static let code = [
    on(
      "ping",
      ["title": "GitHub will send events here", "body": "{/zen}"]),
    on(
      "push", where: ["{/deleted}": "true"],
      ["title": "{/pusher/name|/sender/login} deleted {ref:/ref}"]),
    on(
      "push",
      [
        "title": "{/pusher/name|/sender/login} pushed to {ref:/ref}",
        "body": "{list:/commits/*/message|/head_commit/message}",
        "url": "{/compare|/repository/html_url}",
      ]),
    on(
      "create",
      [
        "title": "\(who) created {words:/ref_type}{\" \"ref:/ref}",
        "url": "{/repository/html_url}/tree/{ref:/ref}",
      ]),
    on("delete", ["title": "\(who) deleted {words:/ref_type}{\" \"ref:/ref}"]),
    on(
      "commit_comment",
      [
        "title": "{/comment/user/login} on commit {short:/comment/commit_id}",
        "subtitle": commentState + "{\" \"/comment/path}{\":\"/comment/line}",
        "body": "{/comment/body}", "format": "markdown",
        "url": "{/comment/html_url|/repository/html_url}", "priority": "",
      ]),
    on(
      "release",
      [
        "title": "Release {/release/name|/release/tag_name} {/action}",
        "body": "{/release/body}", "format": "markdown",
        "url": "{/release/html_url|/repository/html_url}",
        "priority": "",
      ]),
    on(
      "deployment",
      [
        "title": "Deployment of {ref:/deployment/ref} to {/deployment/environment} {/action}",
        "body": "{/deployment/description}",
        "url": "{/workflow_run/html_url|/repository/html_url}", "categories": "ci",
      ]),
    on(
      "deployment_status", where: ["{/deployment_status/state}": "success"],
      deployment.merging(["resolves": deploymentKey, "glyph": "✔"]) { $1 }),
    on(
      "deployment_status", where: ["{/deployment_status/state}": "failure|error"],
      deployment.merging(["fold": deploymentKey, "priority": "4", "glyph": "✘"]) { $1 }),
    on("deployment_status", deployment),
    on(
      "merge_group",
      [
        "title": "Merge group {words:/action}: {ref:/merge_group/head_ref}",
        "body": "{/merge_group/head_commit/message}",
      ]),
    on(
      "gollum",
      [
        "title": "\(who) changed the wiki: {/pages/*/title}", "body": "{list:/pages/*/summary}",
        "url": "{/pages/0/html_url|/repository/html_url}",
      ]),
  ]

  private static let deploymentKey =
    "github/{/repository/full_name}/deployment/{/deployment/environment}"
  private static let deployment = [
    "title": "Deployment of {ref:/deployment/ref} to "
      + "{/deployment_status/environment|/deployment/environment}: {words:/deployment_status/state}",
    "body": "{/deployment_status/description|/deployment/description}", "categories": "ci",
    "url": "{/deployment_status/log_url|/deployment_status/target_url"
      + "|/deployment_status/environment_url|/workflow_run/html_url|/repository/html_url}",
  ]

  /// The change of an item with its subject.
  private static let change =
    "{words:/action}{\" \"/label/name}{\" \"/assignee/login}{\" \"/requested_reviewer/login}"
    + "{\" \"/milestone/title}{\" by \"/sender/login}"

  private static func thread(_ item: String) -> String {
    "{/repository/full_name}#{\(item)/number}"
  }

  private static func item(
    _ name: String, _ more: [String: String] = [:], subtitle: String? = nil
  ) -> [String: String] {
    [
      "title": "#{\(name)/number} {\(name)/title}", "subtitle": subtitle ?? change,
      "body": "{\(name)/body}", "format": "markdown",
      "url": "{\(name)/html_url|/repository/html_url}", "thread": thread(name), "priority": "",
    ].merging(more) { $1 }
  }

  private static let commentState = "{/action?created=,deleted=deleted,edited=edited,}"

  private static let talk = [
    on("issues", item("/issue")),
    on(
      "issue_comment",
      item(
        "/issue",
        [
          "title": "{/comment/user/login}: #{/issue/number} {/issue/title}",
          "body": "{/comment/body}", "url": "{/comment/html_url|/repository/html_url}",
        ], subtitle: commentState)),
    on(
      "pull_request",
      where: ["{/action}": "closed", "{/pull_request/merged}": "true"],
      item("/pull_request", subtitle: "merged{\" by \"/sender/login}")),
    on("pull_request", item("/pull_request")),
    on(
      "pull_request_review|pull_request_review_comment",
      item(
        "/pull_request",
        [
          "title": "{/sender/login} on #{/pull_request/number} {/pull_request/title}",
          "body": "{/review/body|/comment/body|words:/review/state}",
          "url": "{/review/html_url|/comment/html_url|/repository/html_url}",
        ], subtitle: commentState + "{\" \"words:/review/state|/comment/path}")),
    on(
      "pull_request_review_thread",
      item(
        "/pull_request",
        [
          "body": "{list:/thread/comments/*/body}",
          "url": "{/thread/comments/0/html_url|/pull_request/html_url|/repository/html_url}",
        ], subtitle: "thread {words:/action}{\" by \"/sender/login}")),
    on(
      "discussion",
      item(
        "/discussion",
        [
          "body": "{/answer/body|/discussion/body}",
          "url": "{/answer/html_url|/discussion/html_url|/repository/html_url}",
        ], subtitle: change + "{\" in \"/discussion/category/name}")),
    on(
      "discussion_comment",
      item(
        "/discussion",
        [
          "title": "{/comment/user/login}: #{/discussion/number} {/discussion/title}",
          "body": "{/comment/body}", "url": "{/comment/html_url|/repository/html_url}",
        ], subtitle: commentState)),
    on("sub_issues", item("/sub_issue", subtitle: "{words:/action} of #{/parent_issue/number}")),
    on(
      "issue_dependencies",
      item("/blocked_issue", subtitle: "{words:/action}{\" by #\"/blocking_issue/number}")),
  ]
}
