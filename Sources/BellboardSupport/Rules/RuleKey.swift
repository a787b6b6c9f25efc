import Foundation
package import InboxCore
import InboxSettings
import InboxText
package import InboxTOML

/// A key of a `[[rules]]` table: its values, its purpose, and its reader.
///
/// Reading, checking and the manual use these rows.
package struct RuleKey: Sendable {
  /// The key.
  package let name: String
  /// A description of its values.
  package let type: String
  /// Its purpose.
  package let summary: String
  private let take: @Sendable (inout TOMLReader, TOMLPath, inout Rule) -> Void

  private init(
    _ name: String, _ type: String, _ summary: String,
    take: @escaping @Sendable (inout TOMLReader, TOMLPath, inout Rule) -> Void
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.take = take
  }

  /// Its purpose and its values, in two sentences.
  package var sentence: String {
    "\(summary.prefix(1).uppercased() + summary.dropFirst()). Takes: \(type)."
  }

  /// Reads the key's value into a rule and reports errors.
  func read(_ reader: inout TOMLReader, below table: TOMLPath, into rule: inout Rule) {
    take(&reader, table.appending(key: name), &rule)
  }

  /// All keys, in the order of the manual.
  package static let all: [RuleKey] = matching + fields + deeds + alerts

  private static let matching = [
    RuleKey("name", "text", "the rule's name, kept on messages that it changed") {
      if let name = $0.nonEmpty(at: $1) { $2.name = name }
    },
    RuleKey("filter", "filter words", "which messages it applies to; all without it") {
      if let filter = $0.filter(at: $1) { $2.filter = filter }
    },
    RuleKey("until", "date, or time", "when it ends: 2026-12-24, 2026-12-24T18:00:00Z") {
      if let date = $0.date(at: $1) { $2.until = date }
    },
    RuleKey("hours", "two times", "the hours of each day at which it applies: 22:00-07:00") {
      $2.hours = $0.value(at: $1, "two different times such as 22:00-07:00") { QuietHours($0) }
    },
  ]

  private static let fields = [
    RuleKey("priority", "min to max", "sets the priority") {
      let name = $0.choice(at: $1, from: Priority.allCases.map(\.name))
      $2.actions.fields.priority = .init(name.flatMap { Priority(parsing: $0) })
    },
    RuleKey("categories", "list of names", "adds categories") {
      $2.actions.addedCategories = $0.strings(at: $1) ?? []
    },
    RuleKey("tags", "list of names", "adds tags") {
      $2.actions.addedTags = ($0.strings(at: $1) ?? []).separated
    },
    RuleKey("thread", "name", "sets the thread") {
      $2.actions.fields.thread = .init($0.nonEmpty(at: $1))
    },
    RuleKey("title", "text", "sets the title") {
      $2.actions.fields.title = .init($0.nonEmpty(at: $1))
    },
    RuleKey("glyph", "one character", "sets the icon") {
      $2.actions.fields.glyph = .init($0.nonEmpty(at: $1).map { String($0.prefix(1)) })
    },
    RuleKey("sound", "name", "sets the sound") {
      $2.actions.fields.sound = .init($0.nonEmpty(at: $1))
    },
    RuleKey("delivery", "inbox, inbox+alert, alert", "sets the delivery") {
      let name = $0.choice(at: $1, from: Delivery.allCases.map(\.name))
      $2.actions.fields.delivery = .init(name.flatMap { Delivery(name: $0) })
    },
  ]

  private static let deeds = [
    RuleKey("mute", "boolean", "lists the message without an alert") {
      $2.actions.mutes = $0.boolean(at: $1) ?? false
    },
    RuleKey("drop", "boolean", "does not store the message") {
      $2.actions.drops = $0.boolean(at: $1) ?? false
    },
    RuleKey("done", "boolean", "marks the message as done at once, so that it alerts nobody") {
      $2.actions.finishes = $0.boolean(at: $1) ?? false
    },
    RuleKey("expire_after", "duration", "lets the message expire: 2h, 3d") {
      $2.actions.expiresAfter = $0.moment(at: $1, isDuration: true)
    },
    RuleKey("snooze", "duration or time", "snoozes the message: 2h, 'tomorrow 9am'") {
      $2.actions.snooze = $0.moment(at: $1)
    },
    RuleKey("fold", "text with {fields}", "gives the message a fold key: '{source} {title}'") {
      $2.actions.fold = $0.template(at: $1)
    },
    RuleKey("fold_repeats", "identical, title, off", "which repeats become one row") {
      $2.actions.foldRepeats = $0.choice(at: $1, of: FoldRepeats.self)
    },
    RuleKey("run", "command", "starts a program with the message as JSON on its input") {
      $2.actions.program = $0.command(at: $1) ?? []
    },
    RuleKey("on_read", "command", "starts a program when the message is read (by bellboardd)") {
      $2.actions.readProgram = $0.command(at: $1) ?? []
    },
    RuleKey(
      "escalate", "table with after, and any of run, ntfy, alert",
      "acts on a message that is still unread after a while (by bellboardd)"
    ) {
      $2.actions.escalation = $0.escalation(at: $1)
    },
    RuleKey("stop", "boolean", "skips later rules") {
      $2.actions.stops = $0.boolean(at: $1) ?? false
    },
  ]

  private static let alerts = [
    RuleKey("banner", "boolean", "whether an open screen shows a banner") {
      $2.actions.banner = $0.boolean(at: $1)
    },
    RuleKey("bell", "off, sent, always", "when the bell of an open screen rings") {
      $2.actions.bell = $0.choice(at: $1, of: Alerts.Sound.self)
    },
    RuleKey("desktop", "off, auto, osc9, osc777, osc99, dbus", "how desktop notifications are sent")
    {
      $2.actions.desktop = $0.choice(at: $1, of: Alerts.Desktop.self)
    },
  ]
}

extension TOMLReader {
  /// The `[[rules]]` tables, without those that have a mistake.
  package mutating func rules(at path: TOMLPath) -> [Rule] {
    tables(at: path) { reader, path in reader.rule(at: path) }
  }

  private mutating func rule(at path: TOMLPath) -> Rule? {
    guard case .index(let index) = path.components.last else { return nil }
    reportUnknownKeys(at: path, known: RuleKey.all.map(\.name))
    let file = document.file.split(separator: "/").last.map(String.init) ?? document.file
    var rule = Rule(name: "rule \(index + 1)")
    rule.place = "\(file):\(document.position(of: path).line)"
    for key in RuleKey.all { key.read(&self, below: path, into: &rule) }
    return rule
  }

  fileprivate mutating func escalation(at path: TOMLPath) -> Escalation? {
    guard let value = document.value(at: path) else { return nil }
    guard case .table = value else {
      return mismatch(value, "a table such as { after = \"10m\", alert = true }", at: path)
    }
    let before = errorCount
    reportUnknownKeys(at: path, known: ["after", "run", "ntfy", "alert"])
    var escalation = Escalation(after: seconds(at: path.appending(key: "after")) ?? 0)
    escalation.program = command(at: path.appending(key: "run")) ?? []
    escalation.topic = self.value(
      at: path.appending(key: "ntfy"), "the address of a topic such as https://ntfy.sh/my-topic"
    ) { NtfySettings(topicAt: $0) == nil ? nil : $0 }
    escalation.alerts = boolean(at: path.appending(key: "alert")) ?? false
    if errorCount == before, escalation.after == 0 || !escalation.acts {
      let needs = "it needs 'after', such as \"10m\", and 'run', 'ntfy' or 'alert = true'"
      report(.unusable(needs), at: path)
    }
    return escalation
  }

  fileprivate mutating func nonEmpty(at path: TOMLPath) -> String? {
    value(at: path, "a text") { $0.isEmpty ? nil : $0 }
  }

  fileprivate mutating func date(at path: TOMLPath) -> Date? {
    let expected = "a time such as 2026-12-24T18:00:00Z, or a day"
    switch document.value(at: path) {
    case nil: return nil
    case .string(let text), .temporal(_, let text):
      return LocalClock(timeZone: .current).date(text) ?? badValue(text, expected, at: path)
    case let value?: return mismatch(value, expected, at: path)
    }
  }

  /// A text for a future time, relative to the time of reading.
  fileprivate mutating func moment(at path: TOMLPath, isDuration: Bool = false) -> String? {
    guard let text = string(at: path) else { return nil }
    let reader = TimeExpressionReader(now: .now, timeZone: .current)
    do throws(TimeExpressionError) {
      _ = try isDuration ? reader.futureDate(after: text) : reader.futureDate(text)
      return text
    } catch {
      let expected = error.expected.isEmpty ? "a time ahead" : error.expected.alternatives
      report(.badValue(text, expected: expected, nearest: error.nearest), at: path)
      return nil
    }
  }

  fileprivate mutating func template(at path: TOMLPath) -> MessageTemplate? {
    let texts = nonEmpty(at: path).map { [$0] } ?? []
    return templates(texts, at: path) { try MessageTemplate($0, names: RuleActions.foldNames) }?
      .first
  }
}

extension LocalClock {
  /// The date of an RFC 3339 time; without an offset in local time, of a day its first moment.
  fileprivate func date(_ text: String) -> Date? {
    if let date = RFC3339.date(from: text) { return date }
    let isDay = !text.contains(":")
    guard let wall = RFC3339.date(from: isDay ? text + "T00:00:00" : text, assumesUTC: true)
    else { return nil }
    let (day, second) = LocalClock(timeZone: .gmt).reading(at: wall)
    return moments(day: day, second: second)[0]
  }
}
