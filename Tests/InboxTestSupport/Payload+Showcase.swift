package import Foundation
package import InboxCore

extension Payload {
  /// Messages of many kinds in the order of an import: hostile, right-to-left, wide, read, pinned
  /// and urgent ones; the pinned one comes last.
  package static func showcase(at now: Date) -> [Payload] {
    (ordinary + foreign).reversed().map { age, payload in
      var payload = payload
      payload.local.receivedAt = now.addingTimeInterval(-age)
      return payload
    }
  }

  private static func row(
    source: String, title: String? = nil, subtitle: String? = nil, body: String,
    thread: String? = nil, glyph: String? = nil, priority: Priority = .default,
    attachmentCount: Int = 0, actionCount: Int = 0, status: Status = .unread,
    isPinned: Bool = false, age: Double
  ) -> (age: Double, payload: Payload) {
    var payload = make(title, source: source, body: body, thread: thread, priority: priority)
    payload.subtitle = .init(subtitle)
    payload.glyph = .init(glyph)
    payload.attachments = .set((0..<attachmentCount).map { Attachment(url: "https://\($0).org") })
    payload.actions = .set((0..<actionCount).map { MessageAction(id: "\($0)", label: "Do \($0)") })
    payload.local.status = status
    payload.local.isPinned = isPinned
    return (age, payload)
  }

  private static let ordinary = [
    row(
      source: "cron/rotation", title: "Rotate the certificates before December",
      body: "They expire on 2026-12-01.", glyph: "🔑", status: .read, isPinned: true,
      age: 400_000),
    row(
      source: "ntfy/ops", title: "Backup finished on atlas",
      body: "42 GB copied in 12 minutes, no errors. Next run at 03:00.", glyph: "💾",
      age: 120),
    row(
      source: "prometheus/alerts", title: "Disk nearly full on atlas:/var",
      subtitle: "97 % used",
      body: "At the present rate nothing is left in 40 minutes. Old logs take 120 GB.",
      glyph: "⛔", priority: .max, attachmentCount: 1, actionCount: 2, age: 300),
    row(
      source: "chat/thread-7", title: "Ana: are you there?",
      body: """
        The deploy is waiting for your approval, see the checklist I sent you this morning; \
        if you are busy I can ask Joe. He knows the service well, but has not done one alone yet.
        """, thread: "thread-7", priority: .high, actionCount: 1, age: 840),
    row(
      source: "http/ci", title: "Build #1841 passed",
      body: "main@4f2c1a9 — 312 tests, 0 failures", glyph: "✔",
      attachmentCount: 3, status: .read, age: 3_700),
    row(
      source: "rss", title: "Weekly digest", body: "12 new articles.",
      priority: .min, status: .read, age: 90_000),
    row(
      source: "cli", body: "make finished after 4:12",
      age: 95_000),
  ]

  private static let foreign = [
    row(
      source: "mail/東京", title: "会議の時間が変更されました",
      body: "明日の会議は午後三時から第二会議室で行います。資料は共有フォルダーにあります。",
      glyph: "📅", age: 180_000),
    row(
      source: "chat", title: "👩‍👩‍👧 Family: dinner at 7 🍜🇯🇵 1️⃣",
      body: "Ça va? Noël à Zürich, naïve café — e\u{301}te\u{301}", glyph: "👨‍👩‍👧",
      age: 200_000),
    row(
      source: "mail", title: "שלום, החבילה שלך הגיעה",
      body: "وصلت الحزمة الخاصة بك إلى مكتب البريد", status: .read,
      age: 300_000),
    row(
      source: "web\u{1B}[31m", title: "Red \u{1B}[31malert\u{7} \u{202E}txet",
      body: "first line\nsecond\tline\r\nthird\u{0}\u{9B}2J", glyph: "\u{7}",
      age: 700_000),
    row(
      source: "deployments/production/europe/west/frankfurt-1/web",
      title: String(repeating: "release-2026.11.21-", count: 8), body: "rolled out",
      priority: .low, status: .read, age: 40_000_000),
  ]
}
