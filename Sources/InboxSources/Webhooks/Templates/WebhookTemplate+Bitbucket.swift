import InboxSettings
import InboxText

/// Events of Bitbucket Cloud, Server and Data Center.
extension WebhookTemplate {
  /// Bitbucket, by `X-Event-Key`; the signature is the id, so a repeated delivery is the same
  /// message.
  static let bitbucket = WebhookTemplate(
    name: .bitbucket,
    proof: .signature(headers: ["x-hub-signature", "x-hub-signature-256"], prefix: "sha256="),
    events: (cloud + server + others).map { event in
      event.adding([
        "id": "{header:x-hub-signature|header:x-request-uuid|header:x-request-id}",
        "source": "{/repository/full_name}",
        "url": "{/repository/links/html/href|/repository/links/self/0/href}", "priority": "2",
      ])
    })

  private static func on(
    _ keys: String, where conditions: KeyValuePairs<String, String> = [:],
    _ fields: [String: String]
  ) -> Event {
    .named("{header:x-event-key|/eventKey}", keys, where: conditions, fields)
  }

  private static let who =
    "{/actor/display_name|/actor/displayName|/actor/nickname|/actor/username|/actor/name"
    + "|\"Somebody\"}"

  private static let buildKey =
    "bitbucket/{/repository/full_name}/{/commit_status/key}/{/commit_status/refname}"
  private static let build = [
    "title": "{/commit_status/name|/commit_status/key}: "
      + "{/commit_status/state?SUCCESSFUL=successful,FAILED=failed,STOPPED=stopped,in progress}"
      + "{\" (\"/commit_status/refname\")\"}",
    "body": "{/commit_status/description}{\"\n\n\"/commit_status/commit/message}",
    "url": "{/commit_status/url|/repository/links/html/href}", "categories": "ci",
  ]
  private static let builds = "repo:commit_status_created|repo:commit_status_updated"

  /// What became of a comment, by the key of its event.
  private static let commentState =
    "{header:x-event-key|/eventKey?"
    + [
      "pullrequest:comment_", "issue:comment_", "repo:commit_comment_", "pr:comment:",
      "repo:comment:",
    ]
    .map { "\($0)deleted=deleted,\($0)updated=edited,\($0)edited=edited,\($0)resolved=resolved," }
    .joined() + "}"

  private static let cloud = [
    on(
      "repo:push", where: ["{/push/changes/0/closed}": "true"],
      ["title": "\(who) deleted {/push/changes/*/old/name}"]),
    on(
      "repo:push",
      [
        "title": "\(who) pushed to {/push/changes/*/new/name}",
        "body":
          "{list:/push/changes/*/commits/*/message|list:/push/changes/*/new/target/message}",
        "url": "{/push/changes/0/links/html/href|/push/changes/0/new/links/html/href"
          + "|/repository/links/html/href}",
      ]),
    on(
      "repo:commit_comment_created|repo:commit_comment_updated|repo:commit_comment_deleted",
      [
        "title": "\(who) on commit {short:/commit/hash|short:/comment/commit/hash}",
        "subtitle": commentState, "body": "{/comment/content/raw}", "format": "markdown",
        "url": "{/comment/links/html/href}", "priority": "",
      ]),
    on(
      builds, where: ["{/commit_status/state}": "SUCCESSFUL"],
      build.merging(["resolves": buildKey, "glyph": "✔"]) { $1 }),
    on(
      builds, where: ["{/commit_status/state}": "FAILED|STOPPED"],
      build.merging([
        "fold": buildKey, "glyph": "✘", "priority": "{/commit_status/state?FAILED=4,2}",
      ]) { $1 }),
    on(builds, [:]),
    on(
      "repo:fork",
      ["title": "\(who) forked {/repository/full_name}", "url": "{/fork/links/html/href}"]),
    on("repo:transfer", ["title": "{/repository/full_name} was transferred by \(who)"]),
    on("repo:updated|repo:imported", ["title": "\(who) changed {/repository/full_name}"]),
    on(
      "issue:comment_created|issue:comment_updated|issue:comment_deleted",
      item(
        "/issue", title: "\(who): #{/issue/id} {/issue/title}", subtitle: commentState,
        body: "{/comment/content/raw}", url: "/comment/links/html/href")),
    on(
      "issue:created|issue:updated",
      item(
        "/issue", title: "#{/issue/id} {/issue/title}",
        subtitle: "{header:x-event-key?issue:created=created,changed}"
          + "{\" to \"/changes/status/new} by \(who)",
        body: "{/comment/content/raw|/issue/content/raw}", url: "/issue/links/html/href")),
    on(
      "pullrequest:comment_created|pullrequest:comment_updated|pullrequest:comment_deleted"
        + "|pullrequest:comment_resolved|pullrequest:comment_reopened",
      item(
        "/pullrequest", title: "\(who): #{/pullrequest/id} {/pullrequest/title}",
        subtitle: commentState + "{\" \"/comment/inline/path}", body: "{/comment/content/raw}",
        url: "/comment/links/html/href")),
    on(
      "pullrequest:created|pullrequest:updated|pullrequest:approved|pullrequest:unapproved"
        + "|pullrequest:changes_request_created|pullrequest:changes_request_removed"
        + "|pullrequest:fulfilled|pullrequest:rejected",
      item(
        "/pullrequest", title: "#{/pullrequest/id} {/pullrequest/title}",
        subtitle: "{header:x-event-key?pullrequest:created=created,"
          + "pullrequest:approved=approved,pullrequest:unapproved=approval taken back,"
          + "pullrequest:changes_request_created=changes asked for,"
          + "pullrequest:changes_request_removed=no more changes asked for,"
          + "pullrequest:fulfilled=merged,pullrequest:rejected=declined,changed} by \(who)",
        body: "{/pullrequest/reason|/pullrequest/description|/pullrequest/summary/raw}",
        url: "/pullrequest/links/html/href")),
  ]

  private static func item(
    _ place: String, title: String, subtitle: String, body: String, url: String
  ) -> [String: String] {
    [
      "title": title, "subtitle": subtitle, "body": body, "format": "markdown",
      "url": "{\(url)|\(place)/links/html/href|\(place)/links/self/0/href"
        + "|/repository/links/html/href}",
      "thread": "{/repository/full_name|/pullRequest/toRef/repository/slug}#{\(place)/id}",
      "priority": "",
    ]
  }

  private static let repository = "{/repository/project/key}/{/repository/slug}"
  private static let target = "/pullRequest/toRef/repository"

  private static func pull(
    _ keys: String, title: String = "#{/pullRequest/id} {/pullRequest/title}", _ subtitle: String,
    body: String = "{/pullRequest/description}"
  ) -> Event {
    on(
      keys,
      item(
        "/pullRequest", title: title, subtitle: subtitle, body: body,
        url: "/pullRequest/links/self/0/href"
      ).merging(["source": "{\(target)/project/key}/{\(target)/slug}"]) { $1 })
  }

  private static let server = [
    on(
      "repo:refs_changed", where: ["{/changes/0/type}": "DELETE"],
      ["title": "\(who) deleted {/changes/*/ref/displayId}", "source": repository]),
    on(
      "repo:refs_changed",
      [
        "title": "\(who) pushed to {/changes/*/ref/displayId}",
        "body": "{list:/commits/*/message|/toCommit/message}", "source": repository,
      ]),
    on(
      "repo:comment:added|repo:comment:edited|repo:comment:deleted",
      [
        "title": "\(who) on commit {short:/commit}", "subtitle": commentState,
        "body": "{/comment/text}", "format": "markdown", "source": repository, "priority": "",
      ]),
    on(
      "repo:forked",
      [
        "title": "\(who) forked {/repository/origin/slug|/repository/slug}",
        "source": repository,
      ]),
    on(
      "repo:modified",
      [
        "title": "\(who) changed {/new/name|/repository/name}",
        "source": "{/new/project/key}/{/new/slug}",
      ]),
    pull("pr:opened", "opened by \(who)"), pull("pr:merged", "merged by \(who)"),
    pull("pr:declined", "declined by \(who)"), pull("pr:deleted", "deleted by \(who)"),
    pull("pr:modified|pr:from_ref_updated", "changed by \(who)"),
    pull("pr:reviewer:approved", "approved by \(who)"),
    pull("pr:reviewer:unapproved", "approval taken back by \(who)"),
    pull("pr:reviewer:needs_work|pr:reviewer:changes_requested", "changes asked for by \(who)"),
    pull("pr:reviewer:updated", "reviewers {/addedReviewers/*/displayName} by \(who)"),
    pull(
      "pr:comment:added|pr:comment:edited|pr:comment:deleted",
      title: "\(who): #{/pullRequest/id} {/pullRequest/title}", commentState,
      body: "{/comment/text}"),
    on(
      "diagnostics:ping",
      ["title": "Bitbucket will send events here", "body": "{/test?true=a test,a test}"]),
  ]

  private static let others = [
    Event(
      [:],
      [
        "title": "{words:header:x-event-key|words:/eventKey|\"Bitbucket\"}"
          + "{\" in \"/repository/full_name|/repository/slug}{\" by \"/actor/display_name"
          + "|/actor/displayName}"
      ])
  ]
}
