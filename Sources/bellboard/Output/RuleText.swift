import BellboardSupport
import Foundation
import InboxCore
import InboxTOML

enum RuleText {
  /// The table for a file of rules; other settings in it are ignored.
  static let table = TOMLTable<StoreSettings>(
    StoreSettings.rows.filter { $0.path == "rules" }, isWhole: false)

  /// Help on the keys of a rule, one a line.
  static var keys: String {
    TextTable.help(
      RuleKey.all.map { ($0.name, "\($0.summary) (\($0.type))") }, termColumns: 12)
  }

  /// The actions of a rule, each under its name in the configuration.
  static func deeds(of actions: RuleActions) -> [String] {
    let fields = actions.fields
    let values: [(String, String?)] = [
      ("priority", fields.priority.value?.name), ("title", fields.title.value),
      ("thread", fields.thread.value), ("glyph", fields.glyph.value),
      ("sound", fields.sound.value), ("delivery", fields.delivery.value?.name),
      ("categories", words(actions.addedCategories, ",")), ("tags", words(actions.addedTags, ",")),
      ("expire_after", actions.expiresAfter), ("snooze", actions.snooze),
      ("fold", actions.fold?.text), ("fold_repeats", actions.foldRepeats?.rawValue),
      ("run", words(actions.program, " ")), ("on_read", words(actions.readProgram, " ")),
      ("escalate", actions.escalation.map { "after \(Int($0.after)) s" }),
      ("banner", actions.banner.map { "\($0)" }),
      ("bell", actions.bell?.rawValue), ("desktop", actions.desktop?.rawValue),
    ]
    return (actions.drops ? ["drop"] : []) + (actions.mutes ? ["mute"] : [])
      + (actions.finishes ? ["done"] : [])
      + values.compactMap { name, value in value.map { "\(name) \($0)" } }
      + (actions.stops ? ["stop"] : [])
  }

  /// The rules that would act on a message if it were received now, in their order.
  static func asked(_ rules: [Rule], about message: Message, at now: Date) -> [Rule] {
    RuleVerdict(
      on: Payload(), as: message, by: rules, at: now, arrival: message.receivedAt
    ).rules
  }

  private static func words(_ words: [String], _ separator: String) -> String? {
    words.isEmpty ? nil : words.joined(separator: separator)
  }
}

extension TOMLError {
  /// Whether it is an error in a rule, or a fatal one of the file.
  var isAboutRules: Bool { isFatal || path.components.first == .key("rules") }
}
