import Foundation
import InboxCore

/// One message of the demonstration, as a row of a table.
struct DemoMessage: Sendable {
  var glyph: String?
  var title: String
  var body: String
  var format = BodyFormat.plain
  var source: String
  var priority = Priority.default
  var thread: String?
  var tags: [String] = []
  var url: String?
  var actions: [MessageAction] = []
  var attachment: Attachment?
  /// Minutes before now at which it was sent.
  var age = 0.0
  var status = Status.unread
  var isPinned = false
  /// Minutes after now until which it is snoozed.
  var snooze: Double?
  /// Minutes after now at which it expires.
  var lifetime: Double?

  /// The payload that a sender would have pushed.
  func payload(at now: Date) -> Payload {
    var payload = Payload(
      title: title, body: body, source: source, tags: tags, thread: thread, priority: priority,
      glyph: glyph, attachments: attachment.map { [$0] }, tap: url.map(TapBehavior.url),
      actions: actions, sentAt: now.addingTimeInterval(-age * 60),
      expiresAt: lifetime.map { now.addingTimeInterval($0 * 60) })
    if format != .plain { payload.format = .set(format) }
    return payload
  }
}

extension DemoMessage {
  /// The messages of the demonstration inbox when it opens, in no particular order.
  static let initial: [DemoMessage] = [
    .init(
      glyph: "💾", title: "Backup finished on atlas",
      body: "42 GB copied in 12 minutes, no errors. Next run at 03:00.", source: "ntfy/ops",
      tags: ["backup"], age: 2),
    .init(
      glyph: "💬", title: "Ana: are you there?",
      body: """
        The deploy is waiting for your approval, see the checklist I sent you this morning; if \
        you are busy I can ask Joe.
        """, source: "chat/thread-7", thread: "7",
      actions: [.init(id: "approve", label: "Approve"), .init(id: "later", label: "Not now")],
      age: 14),
    .init(
      glyph: "✔", title: "Build #1841 passed", body: "main@4f2c1a9 — 312 tests, 0 failures",
      source: "http/ci", tags: ["ci"], url: "https://ci.example.org/builds/1841", age: 61,
      status: .read),
    .init(
      glyph: "🔥", title: "Disk 91 % full on db-2",
      body: """
        /var/lib/postgresql has 38 GB left and loses 2 GB an hour.

        WARN  archiver: 214 segments wait for db-3
        ERROR archiver: cannot copy 0000000100000A4F: connection refused
        ERROR archiver: attempt 7 of 10, next in 15 minutes

        Full at about 23:00. Runbook: https://wiki.example.org/runbooks/disk-full
        """, source: "ntfy/alerts", priority: .max,
      tags: ["disk", "db-2"], url: "https://grafana.example.org/d/disk",
      actions: [.init(id: "silence", label: "Silence for an hour")], age: 5),
    .init(
      glyph: "🔒", title: "Certificate of api.example.org expires in 6 days",
      body: "Renewal failed twice: DNS challenge timed out. Runbook: "
        + "https://wiki.example.org/runbooks/certificates", source: "ntfy/alerts",
      priority: .high, tags: ["tls"], age: 33, isPinned: true),
    .init(
      glyph: "📦", title: "Your parcel is on its way",
      body: "Expected tomorrow between 9 and 12. Leave it with a neighbour?",
      source: "desktop/firefox", url: "https://parcels.example.org/track/84021", age: 95,
      status: .read),
    .init(
      glyph: "📅", title: "Stand-up in 10 minutes", body: "Room 3 or the usual link.",
      source: "desktop/calendar", age: 8, lifetime: 12),
    .init(
      title: "cron: certbot renew", body: "Exit status 0 after 14 s.", source: "cli",
      priority: .low, age: 180, status: .read),
    .init(
      glyph: "日", title: "明日の会議は10時からです",
      body: "会議室が変わりました。資料は共有フォルダにあります。", source: "mail/tokyo", age: 240, status: .read),
    .init(
      glyph: "🎉", title: "Release 2.4.0 is out",
      body: """
        Highlights: live refresh in **every** view, themes that follow the terminal, and undo for \
        *everything*.

        ## Faster

        | messages  | 2.3    | 2.4   |
        |:----------|-------:|------:|
        | 250       | 41 ms  | 10 ms |
        | 1 000 000 | 546 ms | 14 ms |

        ## Before you update

        - [x] Configurations of 2.3 are read as they are
        - [ ] Rename `cache_mb` to `cache.size`

        ```sh
        sudo systemctl restart atlas
        ```

        > Thank you to the 31 people who sent patches: [all names](https://example.org/thanks).
        """, format: .markdown, source: "http/releases",
      url: "https://example.org/releases/2.4.0", age: 300, status: .read),
    .init(
      glyph: "🐢", title: "Slow query on shop-1",
      body: "SELECT … FROM orders took 41 s (p95 is 80 ms).",
      source: "ntfy/db", priority: .high, tags: ["db"], age: 350),
    .init(
      glyph: "💬", title: "Joe: lunch?", body: "The noodle place, half past twelve.",
      source: "chat/thread-9", thread: "9", age: 400, status: .read),
    .init(
      glyph: "💬", title: "Ana: here is the checklist",
      body: "1. migrations dry-run\n2. feature flag off\n3. canary at 5 %\n4. watch the error rate",
      source: "chat/thread-7", thread: "7",
      attachment: Attachment(
        name: "checklist.pdf", url: "https://files.example.org/checklist.pdf", size: 48_211),
      age: 480, status: .read),
    .init(
      glyph: "✘", title: "Build #1839 failed", body: "StoreTests.undoAfterPrune: expected 3, got 2",
      source: "http/ci", priority: .high, tags: ["ci"], url: "https://ci.example.org/builds/1839",
      age: 520),
    .init(
      title: "Weekly report", body: "Uptime 99.98 %, 3 incidents, 41 deploys.",
      source: "http/reports",
      priority: .low, age: 1_500, status: .read),
    .init(
      glyph: "🔑", title: "New sign-in from Lisbon",
      body: "If this was not you, revoke the session.",
      source: "mail/security", priority: .high,
      actions: [.init(id: "revoke", label: "Revoke", url: "https://id.example.org/sessions")],
      age: 2_000),
    .init(
      glyph: "☔", title: "Rain from 15:00", body: "8 mm, wind from the west.",
      source: "desktop/weather",
      priority: .min, age: 2_400, status: .read),
    .init(
      glyph: "⚙", title: "Kernel 6.12.9 installed", body: "Restart when convenient.", source: "cli",
      priority: .low, age: 3_000, status: .read),
    .init(
      glyph: "💬", title: "Review requested: inbox paging (#412)",
      body: "mara wants your eyes on the keyset cursor; 6 files, +214 −87.", source: "http/review",
      url: "https://code.example.org/pulls/412", age: 3_600, status: .read),
    .init(
      glyph: "💬", title: "mara approved #408", body: "“Nice and small.”", source: "http/review",
      age: 4_100, status: .read),
    .init(
      title: "rsync to nas finished", body: "1 204 files, 3.1 GB, 4 min 12 s.", source: "cli",
      age: 5_000, status: .read),
    .init(
      glyph: "🎂", title: "Birthday: Lea", body: "She turns 30.", source: "desktop/calendar",
      age: 6_000, status: .read, snooze: 1.5),
    .init(
      glyph: "📈", title: "Traffic up 38 %", body: "Front page of a link site since 09:10.",
      source: "ntfy/metrics", age: 7_000, status: .deleted),
    .init(
      title: "smartd: /dev/sda reallocated sectors 8 → 12", body: "Plan a replacement.",
      source: "ntfy/alerts", priority: .high, tags: ["disk"], age: 8_000),
  ]

  /// The messages pushed while the demonstration is shown, in a cycle.
  static let arriving: [DemoMessage] = [
    .init(
      glyph: "✔", title: "Build passed", body: "312 tests, 0 failures", source: "http/ci",
      tags: ["ci"]),
    .init(
      glyph: "💬", title: "Ana: thanks!", body: "Deploying now, I keep you posted.",
      source: "chat/thread-7", thread: "7"),
    .init(
      glyph: "🚀", title: "Deploy to production finished", body: "Version 2.4.1, 5 hosts, 48 s.",
      source: "http/deploy", priority: .high),
    .init(
      glyph: "📉", title: "Error rate back to normal", body: "0.02 % over the last 10 minutes.",
      source: "ntfy/metrics"),
    .init(
      title: "make test: done", body: "Exit status 0 after 96 s.", source: "cli", priority: .low),
  ]
}
