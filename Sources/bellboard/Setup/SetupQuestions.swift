import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxTOML
import InboxText
import InboxUI

/// The questions of a first run, in their order.
struct SetupQuestions {
  let environment: UserEnvironment
  let dialog: SetupDialog

  /// Asks all questions and records the changes.
  ///
  /// - Throws: ``SetupError``.
  func ask(_ plan: inout SetupPlan) throws {
    try askTheme(&plan)
    try askKeys(&plan)
    try askDesktop(&plan)
    try askHTTP(&plan)
    try askTopics(&plan)
    try askDesktopReceiving(&plan)
    try askHook(&plan)
  }

  private func askTheme(_ plan: inout SetupPlan) throws {
    let themes = environment.themes
    let choice = environment.settings.theme
    // A theme for each background was written by hand and is kept.
    guard choice.map({ $0.light == $0.dark }) ?? true else { return }
    let current = choice?.dark ?? "default"
    let names = themes.names
    try dialog.output.line("Themes:")
    for line in numbered(names) { try dialog.output.line("  " + line) }
    while true {
      let answer = try dialog.text("Theme, by number or name?", usual: current) { answer in
        do throws(ThemeLookupError) {
          _ = try themes.find(Self.choice(answer, of: names))
          return nil
        } catch {
          return error.report
        }
      }
      let name = Self.choice(answer, of: names)
      guard name != current else { return }
      for line in try preview(of: name) { try dialog.output.line("  " + line) }
      guard try dialog.isWanted("Use \(name.printable())?", usual: true) else { continue }
      return plan.set(Settings.themePath, to: TOMLText.string(name))
    }
  }

  /// Lays out names with their numbers, side by side.
  private func numbered(_ names: [String]) -> [String] {
    let width = (dialog.output.columns ?? 80) - 2
    var lines: [String] = []
    for (index, name) in names.enumerated() {
      let cell = "\(index + 1) \(name.printable())"
      if let last = lines.last, last.columns + 3 + cell.columns <= width {
        lines[lines.count - 1] = last + "   " + cell
      } else {
        lines.append(cell)
      }
    }
    return lines
  }

  /// Parses an answer: a name, or its number.
  private static func choice(_ answer: String, of names: [String]) -> String {
    guard let number = Int(answer), names.indices.contains(number - 1) else { return answer }
    return names[number - 1]
  }

  private func preview(of name: String) throws -> [String] {
    let isPlain = ["", "dumb"].contains(environment.variables["TERM"] ?? "")
    let preview = ThemePreview(
      theme: try environment.theme(named: name).theme,
      depth: isPlain ? nil : environment.outputColors,
      columns: (dialog.output.columns ?? 80) - 2)
    return preview.lines(at: Date())
  }

  private func askKeys(_ plan: inout SetupPlan) throws {
    let current = environment.settings.keyPreset.rawValue
    let name = try askOne(
      of: KeymapPreset.allCases.map(\.rawValue), "Keys as in", usual: current)
    if name != current { plan.setKeyPreset(name) }
  }

  /// Asks to choose one of several names.
  private func askOne(of names: [String], _ question: String, usual: String) throws -> String {
    let choices = question.contains(";") ? "" : ": " + names.joined(separator: ", ")
    return try dialog.text("\(question)\(choices)?", usual: usual) { name in
      names.contains(name)
        ? nil : "there is no '\(name)'\(NearestName.hint(NearestName.nearest(to: name, in: names)))"
    }
  }

  /// The answers about alerts on the desktop, and the values of the setting.
  private static let desktopWords: [(word: String, value: Alerts.Desktop)] = [
    ("no", .off), ("terminal", .auto), ("always", .dbus),
  ]

  private func askDesktop(_ plan: inout SetupPlan) throws {
    let current = environment.settings.preferences.alerts.default.desktop
    let usual = Self.desktopWords.first { $0.value == current }?.word ?? current.rawValue
    let question =
      "Alerts on the desktop: no; terminal, while a screen is open and the terminal can;"
      + " always, by bellboardd"
    let word = try askOne(of: Self.desktopWords.map(\.word), question, usual: usual)
    guard let value = Self.desktopWords.first(where: { $0.word == word })?.value, value != current
    else { return }
    plan.set("alerts.desktop", to: TOMLText.string(value.rawValue))
  }

  private func askHTTP(_ plan: inout SetupPlan) throws {
    let http = environment.receiving.values.http
    let place = http.addresses.first.map { "\($0)" } ?? "nowhere"
    let isWanted = try dialog.isWanted(
      "Receive from ntfy clients and webhooks, by HTTP on \(place)?",
      usual: http.isEnabled)
    if isWanted != http.isEnabled { plan.set("http.enabled", to: "\(isWanted)") }
    plan.hasSources = isWanted
  }

  private func askTopics(_ plan: inout SetupPlan) throws {
    let known = environment.receiving.values.ntfy
    let names = known.map(\.name)
    if !known.isEmpty {
      let places = known.map { "\($0.server)/\($0.topics.joined(separator: ","))" }
      try dialog.write("Already read: \(places.joined(separator: ", "))")
    }
    let answer = try dialog.text(
      "Topics on an ntfy server to read, such as https://ntfy.sh/my-alerts,my-door?", usual: "none"
    ) { answer in
      answer == "none" ? nil : SetupTopics(answer, beside: names).complaint
    }
    if answer != "none" { plan.add(SetupTopics(answer, beside: names).table) }
    plan.hasSources = plan.hasSources || answer != "none" || !known.isEmpty
  }

  /// The answers about notifications of the desktop, and the values of the setting.
  private static let receivingWords: [(word: String, value: DesktopSettings.Receiving)] = [
    ("no", .off), ("copy", .monitor), ("replace", .server),
  ]

  private func askDesktopReceiving(_ plan: inout SetupPlan) throws {
    let current = environment.receiving.values.desktop.receiving
    let usual = Self.receivingWords.first { $0.value == current }?.word ?? current.rawValue
    let question =
      "Keep what other programs show on the desktop: no; copy, beside the pop-ups;"
      + " replace, in place of the program that shows pop-ups"
    let word = try askOne(of: Self.receivingWords.map(\.word), question, usual: usual)
    let value = Self.receivingWords.first { $0.word == word }?.value ?? current
    if value != current { plan.set("desktop.receive", to: TOMLText.string(value.rawValue)) }
    plan.hasSources = plan.hasSources || value != .off
  }

  private func askHook(_ plan: inout SetupPlan) throws {
    guard let hook = SetupHook(variables: environment.variables), !hook.isThere else { return }
    let question =
      "Notify when long \(hook.shell) commands finish (adds a line to \(hook.path.printable()))?"
    if try dialog.isWanted(question, usual: false) { plan.hook = hook }
  }
}

/// Topics on an ntfy server, parsed from an answer: the server, a slash, the topics.
struct SetupTopics {
  /// The table for the configuration.
  let table: String

  /// Parses an answer; the table's name differs from existing ones.
  init(_ answer: String, beside names: [String]) {
    let server = answer.prefix(upTo: answer.lastIndex(of: "/") ?? answer.startIndex)
    let topics = answer.split(separator: "/").last.map { $0.split(separator: ",") } ?? []
    let host = server.split(separator: "/").last.map(String.init) ?? ""
    let usual = host.replacing(":", with: "-")
    let name = names.contains(usual) ? "\(usual)-\(topics.first ?? "")" : nil
    let nameLine = name.map { "name = \(TOMLText.string($0))\n" } ?? ""
    table = """
      [[ntfy]]
      \(nameLine)server = \(TOMLText.string(String(server)))
      topics = \(TOMLText.list(topics.map { $0.trimmingCharacters(in: .whitespaces) }))
      """
  }

  /// The error in the answer; nil if it is valid.
  var complaint: String? {
    let file = TOMLFile(table, at: "", by: ReceivingSettings.table)
    guard let error = file.errors.first else { return nil }
    let form = "write the server, a slash and its topics, as in https://ntfy.sh/my-alerts,my-door"
    guard case .badValue(let value, let expected, _) = error.kind, !value.isEmpty else {
      return form
    }
    return "\(TOMLText.string(value)) is invalid, expected \(expected); \(form)"
  }
}
