/// What forges send.
extension WebhookTemplate {
  /// GitHub, by `X-GitHub-Event`; the signature is the id, so that a delivery that comes again is the
  /// same message.
  static let github = WebhookTemplate(
    name: "github", proof: .signature(header: "x-hub-signature-256", prefix: "sha256="),
    events: githubRuns + githubTalk + [githubOther].map(asGitHub))

  private static let githubRuns = [
    Event(
      ["{header:x-github-event}": "workflow_run", "{/workflow_run/conclusion}": "success"],
      githubRun.merging(["resolves": githubRunKey, "priority": "2", "glyph": "✔"]) { $1 }),
    Event(
      ["{header:x-github-event}": "workflow_run", "{/action}": "completed"],
      githubRun.merging([
        "fold": githubRunKey, "glyph": "✘",
        "priority": "{/workflow_run/conclusion?failure=4,timed_out=4,startup_failure=4,2}",
      ]) { $1 }),
    // One that was only requested or began says nothing yet.
    Event(
      ["{header:x-github-event}": "workflow_run|workflow_job|check_run|check_suite|status"], [:]),
  ].map(asGitHub)

  private static let githubRunKey =
    "github/{/repository/full_name}/{/workflow_run/workflow_id}/{/workflow_run/head_branch}"

  private static let githubRun = [
    "title":
      "{/workflow_run/name}: {/workflow_run/conclusion} ({/workflow_run/head_branch})",
    "body": "{/workflow_run/display_title|/workflow_run/head_commit/message}",
    "url": "{/workflow_run/html_url}", "categories": "ci",
  ]

  private static let githubTalk = [
    Event(
      ["{header:x-github-event}": "ping"],
      ["title": "GitHub will send events here", "body": "{/zen}", "priority": "2"]),
    Event(
      ["{header:x-github-event}": "push"],
      [
        "title": "{/pusher/name} pushed to {/ref}", "body": "{/head_commit/message}",
        "url": "{/compare}", "priority": "2",
      ]),
    Event(
      ["{header:x-github-event}": "issues"],
      [
        "title": "#{/issue/number} {/issue/title}", "subtitle": "{/action} by {/sender/login}",
        "body": "{/issue/body}", "url": "{/issue/html_url}", "thread": githubThread("/issue"),
      ]),
    Event(
      ["{header:x-github-event}": "issue_comment"],
      [
        "title": "{/comment/user/login}: #{/issue/number} {/issue/title}",
        "body": "{/comment/body}", "url": "{/comment/html_url}", "thread": githubThread("/issue"),
      ]),
    Event(
      ["{header:x-github-event}": "pull_request"],
      [
        "title": "#{/pull_request/number} {/pull_request/title}",
        "subtitle": "{/action} by {/sender/login}", "body": "{/pull_request/body}",
        "url": "{/pull_request/html_url}", "thread": githubThread("/pull_request"),
      ]),
    Event(
      ["{header:x-github-event}": "pull_request_review|pull_request_review_comment"],
      [
        "title": "{/sender/login} on #{/pull_request/number} {/pull_request/title}",
        "body": "{/review/body|/comment/body|/review/state}",
        "url": "{/review/html_url|/comment/html_url}", "thread": githubThread("/pull_request"),
      ]),
    Event(
      ["{header:x-github-event}": "release"],
      [
        "title": "Release {/release/name|/release/tag_name} {/action}",
        "body": "{/release/body}", "url": "{/release/html_url}",
      ]),
  ].map(asGitHub)

  private static let githubOther = Event(
    [:],
    [
      "title": "{header:x-github-event} {/action}",
      "body": "{/repository/full_name|/organization/login} by {/sender/login}",
      "url": "{/repository/html_url}", "priority": "2",
    ])

  private static func githubThread(_ item: String) -> String {
    "{/repository/full_name}#{\(item)/number}"
  }

  private static func asGitHub(_ event: Event) -> Event {
    guard !event.fields.isEmpty else { return event }
    return event.with([
      "id": "{header:x-hub-signature-256|header:x-github-delivery}",
      "source": "{/repository/full_name|/organization/login}",
    ])
  }

  /// GitLab, by `object_kind`; the secret itself comes in `X-Gitlab-Token`.
  static let gitlab = WebhookTemplate(
    name: "gitlab", proof: .header("x-gitlab-token"),
    events: [
      Event(
        ["{/object_kind}": "pipeline", "{/object_attributes/status}": "success"],
        gitlabPipeline.merging(["resolves": gitlabKey, "priority": "2", "glyph": "✔"]) { $1 }),
      Event(
        ["{/object_kind}": "pipeline", "{/object_attributes/status}": "failed|canceled"],
        gitlabPipeline.merging(["fold": gitlabKey, "priority": "4", "glyph": "✘"]) { $1 }),
      Event(["{/object_kind}": "pipeline|build"], [:]),
      Event(
        ["{/object_kind}": "push|tag_push"],
        [
          "title": "{/user_name} pushed to {/ref}", "body": "{/commits/0/message}",
          "url": "{/project/web_url}", "priority": "2",
        ]),
      Event(
        ["{/object_kind}": "merge_request|issue|work_item"],
        [
          "title": "#{/object_attributes/iid} {/object_attributes/title}",
          "subtitle": "{/object_attributes/action|/object_attributes/state} by {/user/username}",
          "body": "{/object_attributes/description}", "url": "{/object_attributes/url}",
          "thread": "{/project/path_with_namespace}#{/object_attributes/iid}",
        ]),
      Event(
        ["{/object_kind}": "note"],
        [
          "title": "{/user/name}: {/merge_request/title|/issue/title|/commit/message}",
          "body": "{/object_attributes/note}", "url": "{/object_attributes/url}",
        ]),
      Event(
        [:],
        [
          "title": "{/object_kind|/event_name}: {/object_attributes/title|/project/name}",
          "body": "{/object_attributes/description|/message}", "priority": "2",
          "url": "{/object_attributes/url|/project/web_url}",
        ]),
    ].map { event in
      guard !event.fields.isEmpty else { return event }
      return event.with([
        "id": "{header:x-gitlab-event-uuid|header:idempotency-key}",
        "source": "{/project/path_with_namespace}",
      ])
    })

  private static let gitlabKey = "gitlab/{/project/id}/{/object_attributes/ref}"

  private static let gitlabPipeline = [
    "title": "Pipeline {/object_attributes/status} ({/object_attributes/ref})",
    "body": "{/commit/title|/commit/message}", "categories": "ci",
    "url": "{/object_attributes/url|/project/web_url}",
  ]
}
