import InboxSettings

/// Events of Jenkins.
extension WebhookTemplate {
  /// Jenkins, by its plugins *Notification* (`build`) and *Outbound WebHook* (`event`).
  static let jenkins = WebhookTemplate(
    name: .jenkins,
    events: [
      Event(["{/build/phase}": "STARTED|QUEUED"], [:]),
      Event(["{/event}": "start"], [:]),
      Event(
        ["{/build/status|/event}": "SUCCESS|success"],
        build.merging(["resolves": key, "priority": "2", "glyph": "✔"]) { $1 }),
      Event(
        [:],
        build.merging([
          "fold": key, "glyph": "✘",
          "priority": "{/build/status|/event?FAILURE=4,failure=4,UNSTABLE=3,unstable=3,2}",
        ]) { $1 }),
    ])

  private static let key = "jenkins/{/name|/projectName}"

  private static let build = [
    "title": "{/display_name|/name|/projectName}"
      + "{\" #\"/build/number}{\" \"/buildName}: {/build/status|/event?SUCCESS=successful,"
      + "success=successful,FAILURE=failed,failure=failed,UNSTABLE=unstable,ABORTED=aborted,"
      + "NOT_BUILT=not built,unstable=unstable,ended}",
    "subtitle": "{ref:/build/scm/branch}{\" by \"/build/scm/culprits}",
    "body": "{list:/build/scm/changes}{\"\n\n\"/build/test_summary/failed\" tests failed\"}"
      + "{\"\n\n\"/build/notes}{\"\n\n\"/build/log}",
    "url": "{/build/full_url|/buildUrl}", "categories": "ci",
    // The completed and the finalized event of a build are one message.
    "id": "{/name}#{/build/number}",
  ]
}
