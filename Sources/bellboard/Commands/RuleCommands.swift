import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxTOML
import InboxText

/// `bellboard rules …`.
struct RuleCommands: NamedCommand {
  static let name = "rules"
  static let abstract = "List the rules for new messages, test them, and explain their effects."
  static let discussion = """
    Rules are the [[rules]] of the configuration, and the mutes of 'bellboard mute'. They are \
    applied one after the other to each push, by whichever program; a later rule sees the \
    changes of the earlier ones. Keys of a rule:

    \(RuleText.keys)
    """
  static var commands: [any NamedCommand.Type] { [RuleList.self, RuleTest.self, RuleWhy.self] }
  static var defaultCommand: (any NamedCommand.Type)? { RuleList.self }
}

/// `bellboard rules list`.
struct RuleList: ReportingCommand {
  static let name = "list"
  static let abstract = "Print the rules in their order."
  static let discussion = "One per line: name, filter, actions and place, separated by tabs."

  func run(to output: StandardOutput) throws {
    let now = Date()
    let environment = try UserEnvironment(inboxName: nil)
    if environment.rules.isEmpty, output.isTerminal {
      try output.line("There are no rules; add [[rules]] to the configuration, or use 'mute'")
    }
    for rule in environment.rules {
      let word = rule.hasEnded(at: now) ? "ended" : "until"
      let until = rule.until.map { "\(word) \(RFC3339.string(from: $0))" }
      let deeds =
        RuleText.deeds(of: rule.actions) + [until, rule.hours?.text].compactMap(\.self)
      let fields = [
        rule.name, rule.filter.text, deeds.joined(separator: ", "), rule.place ?? "",
      ]
      try output.line(fields.map { $0.printable() }.joined(separator: "\t"))
    }
    try environment.complainOfRules()
  }
}

/// `bellboard rules test`.
struct RuleTest: ReportingCommand {
  static let name = "test"
  static let abstract = "Print what the rules would do to existing messages, without changes."
  static let discussion = """
    For each message that a rule matches: its number, the rules, their actions and its title, \
    separated by tabs. Messages are treated as if they were received now, at the hour at which \
    they were.
    """
  @OptionGroup var inbox: InboxOptions

  @Argument(
    help: "File with [[rules]]. (default: the rules in use)",
    completion: .file(extensions: ["toml"]))
  var file: String?

  @OptionGroup var filter: FilterOptions

  @Option(name: .limit, help: "Maximum number of the newest messages to test.")
  var limit = 100

  func validate() throws { if limit < 0 { throw ValidationError("--limit takes 0 or more.") } }

  func run(to output: StandardOutput) throws {
    let now = Date()
    let environment = try inbox.environment()
    let rules = try rules(in: environment)
    let filter = try filter.filter(at: now)
    let inbox = try environment.openExisting()
    defer { inbox.closeQuietly() }
    try inbox.messages(matching: .init(filter: filter), limit: limit) { message in
      let matching = RuleText.asked(rules, about: message, at: now)
      guard !matching.isEmpty else { return }
      let fields = [
        "\(message.number)", matching.map(\.name).joined(separator: ", "),
        matching.flatMap { RuleText.deeds(of: $0.actions, on: message) }.joined(separator: ", "),
        message.title ?? message.excerpt ?? "",
      ]
      try output.line(fields.map { $0.printable() }.joined(separator: "\t"))
    }
  }

  private func rules(in environment: UserEnvironment) throws -> [Rule] {
    guard let file else {
      try environment.complainOfRules()
      environment.file.ruleErrors().map(\.description).forEach(StandardError.printLine)
      return environment.rules
    }
    guard FileManager.default.fileExists(atPath: file) else {
      StandardError.printError("there is no file \(file.printable())")
      throw ExitCode.failed
    }
    let settings = TOMLFile(at: file, by: RuleText.table)
    try StandardError.complain(settings.messages)
    settings.ruleErrors().map(\.description).forEach(StandardError.printLine)
    return settings.values.rules
  }
}

/// `bellboard rules why`.
struct RuleWhy: ReportingCommand {
  static let name = "why"
  static let abstract = "Print which rules acted on a message, and what each would do now."
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "Message: @number, id, or the start of an id.", completion: .messages)
  var message: String

  func run(to output: StandardOutput) throws {
    let now = Date()
    let environment = try inbox.environment()
    let inbox = try environment.openExisting()
    defer { inbox.closeQuietly() }
    guard let message = try inbox.message(try inbox.number(named: message)) else {
      throw ExitCode.nothingMatched
    }
    let acted = message.rules.isEmpty ? "none" : message.rules.joined(separator: ", ")
    try output.line("rules applied on arrival: \(acted.printable())")
    let asked = RuleText.asked(environment.rules, about: message, at: now)
    for rule in environment.rules {
      let answer =
        asked.contains(rule)
        ? RuleText.deeds(of: rule.actions, on: message).joined(separator: ", ")
        : rule.matches(message, at: now, arrival: message.receivedAt)
          ? "not asked: an earlier rule stops" : rule.hasEnded(at: now) ? "ended" : "no match"
      let place = rule.place.map { " (\($0))" } ?? ""
      try output.line("\(rule.name)\(place): \(answer)".printable())
    }
  }
}

extension UserEnvironment {
  /// Prints the errors in the rules of the configuration, and fails if there are any.
  func complainOfRules() throws {
    let messages = (file.errors.filter(\.isAboutRules).map(\.description) + mutes.messages)
    try StandardError.complain(messages)
  }
}

enum RuleText {
  /// The table for a file of rules; other settings in it are ignored.
  static let table = TOMLTable<StoreSettings>(
    StoreSettings.rows.filter { $0.path == "rules" }, isWhole: false)

  /// Help on the keys of a rule, one a line.
  static var keys: String {
    TextTable.help(
      RuleKey.all.map { ($0.name, "\($0.summary) (\($0.type))") }, termColumns: 12)
  }

  /// The actions of a rule, each under its name in the configuration; on a message, with what it
  /// leaves alone.
  static func deeds(of actions: RuleActions, on message: Message? = nil) -> [String] {
    let fields = actions.fields
    let isOpen = message?.isQuestion == true && message?.answer == nil
    let values: [(String, String?)] = [
      ("priority", fields.priority.value?.name), ("title", fields.title.value),
      ("thread", fields.thread.value), ("glyph", fields.glyph.value),
      ("sound", fields.sound.value), ("delivery", fields.delivery.value?.name),
      ("categories", actions.addedCategories.joined(separator: ",")),
      ("tags", actions.addedTags.joined(separator: ",")),
      ("expire_after", actions.expiresAfter), ("snooze", actions.snooze),
      ("fold", actions.fold?.text), ("fold_repeats", actions.foldRepeats?.rawValue),
      ("run", actions.program.joined(separator: " ")),
      ("on_read", actions.readProgram.joined(separator: " ")),
      ("escalate", actions.escalation.map { "after \(Int($0.after)) s" }),
      ("banner", actions.banner.map { "\($0)" }),
      ("bell", actions.bell?.rawValue), ("desktop", actions.desktop?.rawValue),
    ]
    return (actions.drops ? ["drop"] : []) + (actions.mutes ? ["mute"] : [])
      + (actions.finishes ? [isOpen ? "not done: an open question" : "done"] : [])
      + values.compactMap { name, value in (value ?? "").isEmpty ? nil : "\(name) \(value ?? "")" }
      + (actions.stops ? ["stop"] : [])
  }

  /// The rules that would act on a message if it were received now, in their order.
  static func asked(_ rules: [Rule], about message: Message, at now: Date) -> [Rule] {
    RuleVerdict(on: Payload(), as: message, by: rules, at: now, arrival: message.receivedAt).rules
  }
}

extension TOMLError {
  /// Whether it is an error in a rule, or a fatal one of the file.
  var isAboutRules: Bool { isFatal || path.components.first == .key("rules") }
}
