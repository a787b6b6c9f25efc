import BellboardSupport
import Foundation
import InboxCore
import InboxTOML
import InboxText

/// What rules do, in words for people.
enum RuleText {
  /// The settings of a file that is tried: its rules, whatever else it says.
  static let table = TOMLTable<StoreSettings>(
    StoreSettings.rows.filter { $0.path == "rules" }, isWhole: false)

  /// The keys of a rule, one a line, for help.
  static var keys: String {
    RuleKey.all.map { key in
      "  \(TextLayout.pad(key.name, columns: 13)) \(key.summary) (\(key.type))"
    }.joined(separator: "\n")
  }

  /// What a rule does, each thing in the words of the configuration.
  static func deeds(of actions: RuleActions) -> [String] {
    let fields = actions.fields
    let values: [(String, String?)] = [
      ("priority", fields.priority.value?.name), ("title", fields.title.value),
      ("thread", fields.thread.value), ("glyph", fields.glyph.value),
      ("sound", fields.sound.value), ("delivery", fields.delivery.value?.name),
      ("categories", list(actions.addedCategories)), ("tags", list(actions.addedTags)),
      ("expire_after", actions.expiresAfter), ("snooze", actions.snooze),
      ("fold", actions.fold?.text), ("fold_repeats", actions.foldRepeats?.rawValue),
      ("run", command(actions.program)), ("on_read", command(actions.readProgram)),
      ("banner", actions.banner.map { "\($0)" }), ("bell", actions.bell?.rawValue),
      ("desktop", actions.desktop?.rawValue),
    ]
    return (actions.drops ? ["drop"] : []) + (actions.mutes ? ["mute"] : [])
      + values.compactMap { name, value in value.map { "\(name) \($0)" } }
      + (actions.stops ? ["stop"] : [])
  }

  /// The rules that act on a message as if it came in now, in their order.
  static func asked(_ rules: [Rule], about message: Message, at now: Date) -> [Rule] {
    RuleVerdict(on: Payload(), as: message, by: rules, at: now).rules
  }

  private static func command(_ words: [String]) -> String? {
    words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func list(_ names: [String]) -> String? {
    names.isEmpty ? nil : names.joined(separator: ",")
  }
}

extension TOMLError {
  /// Whether it is about the rules, or keeps all of the file from being read.
  var isAboutRules: Bool { isFatal || path.components.first == .key("rules") }
}
