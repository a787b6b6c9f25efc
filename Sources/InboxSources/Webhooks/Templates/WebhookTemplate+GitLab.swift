import InboxSettings
import InboxText

/// Events of GitLab.
extension WebhookTemplate {
  /// GitLab, by `object_kind`; the secret itself is in `X-Gitlab-Token`.
  static let gitlab = WebhookTemplate(
    name: .gitlab, proof: .header("x-gitlab-token"),
    events: (runs + pushes + notes + items + others).map { event in
      event.adding([
        "id": "{header:x-gitlab-event-uuid|header:idempotency-key}",
        "source": "{/project/path_with_namespace|/project_path_with_namespace"
          + "|/path_with_namespace|/group/full_path|/full_path|/group_path}",
        "url": "{/object_attributes/url|/project/web_url}",
      ])
    })

  private static func on(
    _ kinds: String, where conditions: KeyValuePairs<String, String> = [:],
    _ fields: [String: String]
  ) -> Event {
    .named("{/object_kind|/event_name}", kinds, where: conditions, fields)
  }

  private static let attributes = "/object_attributes"
  private static let who = "{/user/name|/user_name|/user/username|/user_username|\"Somebody\"}"
  private static let key = "gitlab/{/project/id}/{\(attributes)/ref}"

  private static let pipeline = [
    "title": "Pipeline {\(attributes)/status} ({\(attributes)/ref})",
    "body": "{/commit/title|/commit/message}", "categories": "ci",
  ]

  private static let runs = [
    on(
      "pipeline", where: ["{\(attributes)/status}": "success"],
      pipeline.merging(["resolves": key, "priority": "2", "glyph": "✔"]) { $1 }),
    on(
      "pipeline", where: ["{\(attributes)/status}": "failed|canceled"],
      pipeline.merging(["fold": key, "priority": "4", "glyph": "✘"]) { $1 }),
    // Successful jobs make no message; their pipeline does.
    on(
      "build|job", where: ["{/build_status}": "failed", "{/build_allow_failure}": "|false"],
      [
        "title": "Job {/build_name} failed{\" (\"/ref\")\"}",
        "subtitle": "{/build_stage}{\": \"words:/build_failure_reason}",
        "body": "{/commit/message}", "categories": "ci", "priority": "4", "glyph": "✘",
        "url": "{/project/web_url|/repository/homepage}/-/jobs/{/build_id}",
      ]),
    on("pipeline|build|job", [:]),
    on(
      "deployment",
      [
        "title": "Deployment{\" of \"/ref} to {/environment}: {/status}",
        "body": "{/commit_title}", "categories": "ci",
        "url": "{/deployable_url|/environment_external_url|/project/web_url}",
        "priority": "{/status?failed=4,2}",
      ]),
  ]

  private static let none =
    "0000000000000000000000000000000000000000"
    + "|0000000000000000000000000000000000000000000000000000000000000000"

  private static let pushes = [
    on(
      "push|tag_push", where: ["{/after}": none],
      ["title": "\(who) deleted {ref:/ref}", "url": "{/project/web_url}", "priority": "2"]),
    on(
      "push|tag_push", where: ["{/before}": none],
      [
        "title": "\(who) created {ref:/ref}", "body": "{/message|list:/commits/*/message}",
        "url": "{/project/web_url}/-/commits/{ref:/ref}", "priority": "2",
      ]),
    on(
      "push|tag_push",
      [
        "title": "\(who) pushed to {ref:/ref}", "body": "{list:/commits/*/message|/message}",
        "url": "{/project/web_url}/-/compare/{/before}...{/after}", "priority": "2",
      ]),
  ]

  private static let notes = [
    note("MergeRequest", "!{/merge_request/iid} {/merge_request/title}", thread: "/merge_request"),
    note("Issue", "#{/issue/iid} {/issue/title}", thread: "/issue"),
    note("Commit", "{line:/commit/title|line:/commit/message}"),
    note("Snippet", "snippet {/snippet/title|/snippet/file_name}"),
    note(nil, "{words:\(attributes)/noteable_type|\"something\"}"),
  ]

  private static func note(_ type: String?, _ title: String, thread: String? = nil) -> Event {
    var fields = [
      "title": "\(who): \(title)",
      "subtitle": "{\(attributes)/action?create=,update=edited,delete=deleted,deleted=deleted,"
        + "destroy=deleted,}{\" \"\(attributes)/position/new_path}",
      "body": "{\(attributes)/note}", "format": "markdown",
    ]
    fields["thread"] = thread.map { "{/project/path_with_namespace}#{\($0)/iid}" }
    return on("note", where: type.map { ["{\(attributes)/noteable_type}": $0] } ?? [:], fields)
  }

  private static let items = [
    on(
      "merge_request|issue|work_item",
      [
        "title": "#{\(attributes)/iid} {\(attributes)/title}",
        "subtitle": "{words:\(attributes)/action|\(attributes)/state} by {/user/username}",
        "body": "{\(attributes)/description}", "format": "markdown",
        "thread": "{/project/path_with_namespace}#{\(attributes)/iid}",
      ]),
    on(
      "release",
      [
        "title": "Release {/name|/tag} {/action}", "body": "{/description}", "format": "markdown",
        "url": "{/url}",
      ]),
    on(
      "wiki_page",
      [
        "title": "\(who): wiki page {\(attributes)/title} {\(attributes)/action}",
        "body": "{\(attributes)/message|\(attributes)/content}", "format": "markdown",
        "priority": "2",
      ]),
    on(
      "vulnerability",
      [
        "title": "{\(attributes)/title}",
        "subtitle": "{\(attributes)/severity} severity{\", \"\(attributes)/state}",
        "body": "{\(attributes)/location/file}{\":\"\(attributes)/location/start_line}",
        "categories": "security",
        "priority": "{\(attributes)/severity|\"default\"}",
      ]),
    on(
      "feature_flag",
      [
        "title": "Feature flag {\(attributes)/name} is "
          + "{\(attributes)/active?true=on,false=off,changed}",
        "body": "{\(attributes)/description}", "priority": "2",
      ]),
    on(
      "access_token",
      [
        "title": "Token {\(attributes)/name} {words:/event_name|\"expires\"}"
          + "{\" on \"\(attributes)/expires_at}",
        "priority": "4",
      ]),
    on(
      "emoji",
      [
        "title": "\(who) {/event_type?revoke=took back,gave} :{\(attributes)/name}:"
          + "{\" on \"/issue/title|/merge_request/title|/note/note}", "priority": "2",
        "url": "{\(attributes)/awarded_on_url|/project/web_url}",
      ]),
  ]

  /// Events of groups, projects, users and keys, and of future kinds.
  private static let others = [
    Event(
      [:],
      [
        "title": "{words:/event_name|words:/object_kind|header:x-gitlab-event|\"GitLab\"}"
          + "{\" \"\(attributes)/action}"
          + "{\": \"\(attributes)/title|\(attributes)/name|/user_name|/name|/username|/project/name}"
          + "{\" in \"/project_name|/group_name|/project/path_with_namespace}",
        "body": "{\(attributes)/description|/message}", "priority": "2",
      ])
  ]
}
