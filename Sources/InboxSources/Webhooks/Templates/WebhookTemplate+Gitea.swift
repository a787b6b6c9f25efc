import InboxSettings
import InboxText

/// Events of Gitea and Forgejo.
extension WebhookTemplate {
  static let gitea = ofGitea(.gitea)
  static let forgejo = ofGitea(.forgejo)

  /// Both have the same events and signatures, with headers of either name.
  private static func ofGitea(_ name: WebhookTemplateName) -> WebhookTemplate {
    WebhookTemplate(
      name: name,
      proof: .signature(
        headers: [
          "x-forgejo-signature", "x-gitea-signature", "x-gogs-signature", "x-hub-signature-256",
        ], prefix: "sha256="),
      events: (code + talk + runs + others).map { event in
        event.adding([
          "id": "{header:x-gitea-signature|header:x-hub-signature-256|header:x-gitea-delivery"
            + "|header:x-forgejo-delivery|header:x-gogs-delivery}",
          "source": "{/repository/full_name|/organization/username}",
          "url": "{/repository/html_url}", "priority": "2",
        ])
      })
  }

  private static let event =
    "{header:x-gitea-event|header:x-forgejo-event|header:x-gogs-event|header:x-github-event}"

  private static func on(
    _ names: String, where conditions: KeyValuePairs<String, String> = [:],
    _ fields: [String: String]
  ) -> Event {
    .named(event, names, where: conditions, fields)
  }

  private static let who = "{/sender/login|/pusher/login|\"Somebody\"}"

  private static let code = [
    on(
      "push",
      [
        "title": "{/pusher/login|/sender/login} pushed to {ref:/ref}",
        "body": "{list:/commits/*/message|/head_commit/message}",
        "url": "{/compare_url|/head_commit/url|/repository/html_url}",
      ]),
    on(
      "create",
      [
        "title": "\(who) created {words:/ref_type}{\" \"ref:/ref}",
        "url": "{/repository/html_url}/src/{/ref_type}/{ref:/ref}",
      ]),
    on("delete", ["title": "\(who) deleted {words:/ref_type}{\" \"ref:/ref}"]),
    on(
      "fork",
      [
        "title": "\(who) forked {/forkee/full_name|\"a repository\"}",
        "body": "{/repository/full_name}",
      ]),
    on(
      "release",
      [
        "title": "Release {/release/name|/release/tag_name} {words:/action}",
        "body": "{/release/body}", "format": "markdown",
        "url": "{/release/html_url|/repository/html_url}",
        "priority": "",
      ]),
    on(
      "wiki",
      [
        "title": "\(who) {words:/action} the wiki page {/page}", "body": "{/comment}",
        "url": "{/repository/html_url}/wiki/{/page}",
      ]),
    on(
      "package",
      [
        "title": "Package {/package/name}{\" \"/package/version} {words:/action}",
        "subtitle": "{/package/type}{\" by \"/sender/login}",
        "url": "{/package/html_url|/repository/html_url}",
        "source": "{/repository/full_name|/package/repository/full_name|/organization/username"
          + "|/package/owner/login}",
      ]),
    on("repository", ["title": "Repository {/repository/full_name} {words:/action}"]),
  ]

  private static let change =
    "{words:/action}{\" by \"/sender/login}"

  /// An issue or pull request, or a comment on one.
  private static func item(
    _ name: String, _ more: [String: String] = [:]
  ) -> [String: String] {
    [
      "title": "#{\(name)/number|/number} {\(name)/title}", "subtitle": change,
      "body": "{\(name)/body}", "format": "markdown",
      "url": "{\(name)/html_url|/repository/html_url}",
      "thread": "{/repository/full_name}#{\(name)/number|/number}", "priority": "",
    ].merging(more) { $1 }
  }

  private static func comment(on name: String) -> [String: String] {
    item(
      name,
      [
        "title": "{/comment/user/login|/sender/login}: #{\(name)/number} {\(name)/title}",
        "subtitle": commentState, "body": "{/comment/body}",
        "url": "{/comment/html_url|\(name)/html_url}",
      ])
  }

  private static func review(_ verb: String) -> [String: String] {
    item(
      "/pull_request",
      [
        "title": "{/sender/login} \(verb) #{/pull_request/number|/number} {/pull_request/title}",
        "subtitle": commentState, "body": "{/review/content}",
      ])
  }

  private static let commentState = "{/action?created=,deleted=deleted,edited=edited,}"

  private static let talk = [
    on("issues|issue_assign|issue_label|issue_milestone", item("/issue")),
    // Comments on pull requests have only one of the two objects.
    on(
      "issue_comment|pull_request_comment", where: ["{/issue/number}": ""],
      [
        "title": "{/sender/login} on #{/pull_request/number|/number} {/pull_request/title}",
        "subtitle": commentState, "body": "{/comment/body|/review/content}", "format": "markdown",
        "url": "{/comment/html_url|/pull_request/html_url}",
        "thread": "{/repository/full_name}#{/pull_request/number|/number}", "priority": "",
      ]),
    on("issue_comment|pull_request_comment", comment(on: "/issue")),
    on(
      "pull_request", where: ["{/action}": "closed", "{/pull_request/merged}": "true"],
      item("/pull_request", ["subtitle": "merged{\" by \"/sender/login}"])),
    on("pull_request_approved|pull_request_review_approved", review("approved")),
    on("pull_request_rejected|pull_request_review_rejected", review("asks for changes of")),
    on("pull_request_review_comment|pull_request_review", review("reviewed")),
    on(
      "pull_request|pull_request_assign|pull_request_label|pull_request_milestone"
        + "|pull_request_sync|pull_request_review_request", item("/pull_request")),
  ]

  private static let runKey = "gitea/{/repository/full_name|/run/repository/full_name}"

  private static let runs = [
    on(
      "workflow_run", where: ["{/workflow_run/conclusion}": "success"],
      run.merging(["resolves": runKey + workflow, "glyph": "✔"]) { $1 }),
    on(
      "workflow_run", where: ["{/action}": "completed"],
      run.merging([
        "fold": runKey + workflow, "glyph": "✘",
        "priority": "{/workflow_run/conclusion?failure=4,2}",
      ]) { $1 }),
    on(
      "action_run_success|action_run_recover",
      action.merging(["resolves": runKey + job, "glyph": "✔"]) { $1 }),
    on(
      "action_run_failure",
      action.merging(["fold": runKey + job, "priority": "4", "glyph": "✘"]) { $1 }),
    on(
      "status", where: ["{/state}": "success"],
      status.merging(["resolves": runKey + context, "glyph": "✔"]) { $1 }),
    on(
      "status", where: ["{/state}": "failure|error|warning"],
      status.merging(["fold": runKey + context, "priority": "4", "glyph": "✘"]) { $1 }),
    on("workflow_run|workflow_job|status", [:]),
  ]

  private static let workflow =
    "/{/workflow_run/name|/workflow_run/path}/{/workflow_run/head_branch}"
  private static let job = "/{/run/workflow_id}/{/run/prettyref}"
  private static let context = "/{/context}"

  private static let run = [
    "title": "{/workflow/name|/workflow_run/name|/workflow_run/path|\"Workflow\"}: "
      + "{words:/workflow_run/conclusion}{\" (\"/workflow_run/head_branch\")\"}",
    "body": "{/workflow_run/display_title}",
    "url": "{/workflow_run/html_url|/repository/html_url}", "categories": "ci",
  ]
  private static let action = [
    "title": "{/run/workflow_id|\"Workflow\"}: {/action}{\" (\"/run/prettyref\")\"}",
    "body": "{/run/title}", "url": "{/run/html_url|/repository/html_url}", "categories": "ci",
    "source": "{/repository/full_name|/run/repository/full_name}",
  ]
  private static let status = [
    "title": "{/context|\"Status\"}: {/state}",
    "body": "{/description}{\"\n\n\"/commit/message}",
    "url": "{/target_url|/commit/url|/repository/html_url}", "categories": "ci",
  ]

  private static let others = [
    Event(
      [:],
      [
        "title": "{words:header:x-gitea-event|words:header:x-forgejo-event"
          + "|words:header:x-gogs-event|\"Gitea\"}{\" \"words:/action}"
          + "{\" in \"/repository/full_name}{\" by \"/sender/login}"
      ])
  ]
}
