public import Foundation
public import InboxCore

extension MessageRow {
  /// Rows of many kinds in list order: urgent, pinned, read, wide, right-to-left and hostile ones.
  public static func showcase(at now: Date) -> [MessageRow] {
    var rows = ordinary(at: now) + foreign(at: now)
    for index in rows.indices { rows[index].number = MessageNumber(Int64(rows.count - index)) }
    return rows
  }

  private static func ago(_ seconds: Double, _ now: Date) -> Date {
    now.addingTimeInterval(-seconds)
  }

  private static func ordinary(at now: Date) -> [MessageRow] {
    let number = MessageNumber(0)
    return [
      MessageRow(
        number: number, source: "cron/rotation", title: "Rotate the certificates before December",
        excerpt: "They expire on 2026-12-01.", glyph: "🔑", status: .read, isPinned: true,
        sortDate: ago(400_000, now)),
      MessageRow(
        number: number, source: "ntfy/ops", title: "Backup finished on atlas",
        excerpt: "42 GB copied in 12 minutes, no errors. Next run at 03:00.", glyph: "💾",
        sortDate: ago(120, now)),
      MessageRow(
        number: number, source: "prometheus/alerts", title: "Disk nearly full on atlas:/var",
        subtitle: "97 % used",
        excerpt: "At the present rate nothing is left in 40 minutes. Old logs take 120 GB.",
        glyph: "⛔", priority: .max, attachmentCount: 1, actionCount: 2, sortDate: ago(300, now)),
      MessageRow(
        number: number, source: "chat/thread-7", title: "Ana: are you there?",
        excerpt: """
          The deploy is waiting for your approval, see the checklist I sent you this morning; \
          if you are busy I can ask Joe. He knows the service well, but has not done one alone yet.
          """, thread: "thread-7", priority: .high, actionCount: 1, sortDate: ago(840, now)),
      MessageRow(
        number: number, source: "http/ci", title: "Build #1841 passed",
        excerpt: "main@4f2c1a9 — 312 tests, 0 failures", glyph: "✔", status: .read,
        attachmentCount: 3, sortDate: ago(3_700, now)),
      MessageRow(
        number: number, source: "rss", title: "Weekly digest", excerpt: "12 new articles.",
        priority: .min, status: .read, isExpired: true, sortDate: ago(90_000, now)),
      MessageRow(
        number: number, source: "cli", excerpt: "make finished after 4:12",
        sortDate: ago(95_000, now)),
    ]
  }

  private static func foreign(at now: Date) -> [MessageRow] {
    let number = MessageNumber(0)
    return [
      MessageRow(
        number: number, source: "mail/東京", title: "会議の時間が変更されました",
        excerpt: "明日の会議は午後三時から第二会議室で行います。資料は共有フォルダーにあります。",
        glyph: "📅", sortDate: ago(180_000, now)),
      MessageRow(
        number: number, source: "chat", title: "👩‍👩‍👧 Family: dinner at 7 🍜🇯🇵 1️⃣",
        excerpt: "Ça va? Noël à Zürich, naïve café — e\u{301}te\u{301}", glyph: "👨‍👩‍👧",
        sortDate: ago(200_000, now)),
      MessageRow(
        number: number, source: "mail", title: "שלום, החבילה שלך הגיעה",
        excerpt: "وصلت الحزمة الخاصة بك إلى مكتب البريد", status: .read,
        sortDate: ago(300_000, now)),
      MessageRow(
        number: number, source: "web\u{1B}[31m", title: "Red \u{1B}[31malert\u{7} \u{202E}txet",
        excerpt: "first line\nsecond\tline\r\nthird\u{0}\u{9B}2J", glyph: "\u{7}",
        sortDate: ago(700_000, now)),
      MessageRow(
        number: number, source: "deployments/production/europe/west/frankfurt-1/web",
        title: String(repeating: "release-2026.11.21-", count: 8), excerpt: "rolled out",
        priority: .low, status: .read, sortDate: ago(40_000_000, now)),
    ]
  }
}
