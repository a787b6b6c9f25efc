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

  /// Asks all of them, and notes what is to be changed.
  ///
  /// - Throws: ``SetupError``.
  func ask(_ plan: inout SetupPlan) throws {
    try askTheme(&plan)
    try askDesktop(&plan)
    try askHTTP(&plan)
    try askTopics(&plan)
    try askHook(&plan)
  }

  private func askTheme(_ plan: inout SetupPlan) throws {
    let themes = environment.themes
    let choice = environment.settings.theme
    // One for each background was written by hand, and stays.
    guard choice.map({ $0.light == $0.dark }) ?? true else { return }
    let current = choice?.dark ?? "default"
    try dialog.tell("Themes: \(themes.names.joined(separator: ", "))")
    let name = try dialog.text("Theme?", usual: current) { name in
      do throws(ThemeLookupError) {
        _ = try themes.find(name)
        return nil
      } catch {
        return error.report
      }
    }
    if name != current { plan.set(Settings.themePath, to: TOMLText.string(name)) }
  }

  private func askDesktop(_ plan: inout SetupPlan) throws {
    let names = Alerts.Desktop.allCases.map(\.rawValue)
    let current = environment.settings.preferences.alerts.default.desktop.rawValue
    let question = "Desktop notifications through the terminal: \(names.joined(separator: ", "))?"
    let name = try dialog.text(question, usual: current) { name in
      names.contains(name)
        ? nil : "there is no '\(name)'\(NearestName.hint(NearestName.nearest(to: name, in: names)))"
    }
    if name != current { plan.set("alerts.desktop", to: TOMLText.string(name)) }
  }

  private func askHTTP(_ plan: inout SetupPlan) throws {
    let http = environment.receiving.values.http
    let place = http.addresses.first.map { "\($0)" } ?? "nowhere"
    let isWanted = try dialog.isWanted(
      "Shall bellboardd receive by HTTP on \(place) (ntfy's senders, webhooks)?",
      usual: http.isEnabled)
    if isWanted != http.isEnabled { plan.set("http.enabled", to: "\(isWanted)") }
    plan.hasSources = isWanted
  }

  private func askTopics(_ plan: inout SetupPlan) throws {
    let known = environment.receiving.values.ntfy
    let names = known.map(\.name)
    if !known.isEmpty {
      let places = known.map { "\($0.server)/\($0.topics.joined(separator: ","))" }
      try dialog.tell("Read already: \(places.joined(separator: ", "))")
    }
    let answer = try dialog.text(
      "Topics on an ntfy server to read, such as https://ntfy.sh/my-alerts,my-door?", usual: "none"
    ) { answer in
      answer == "none" ? nil : SetupTopics(answer, beside: names).complaint
    }
    if answer != "none" { plan.add(SetupTopics(answer, beside: names).table) }
    plan.hasSources = plan.hasSources || answer != "none" || !known.isEmpty
  }

  private func askHook(_ plan: inout SetupPlan) throws {
    guard let hook = SetupHook(variables: environment.variables), !hook.isThere else { return }
    let question =
      "Push how long commands of \(hook.shell) end, by a line in \(hook.path.printable())?"
    if try dialog.isWanted(question, usual: false) { plan.hook = hook }
  }
}

/// Topics on a server of ntfy's, as a person writes them: the server, a slash, the topics.
struct SetupTopics {
  /// The table of the configuration.
  let table: String

  /// Takes an answer apart; the name differs from those that there are.
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

  /// What is wrong with the answer; nil when nothing is.
  var complaint: String? {
    let file = TOMLFile(table, at: "", by: ReceivingSettings.table)
    guard let error = file.errors.first else { return nil }
    let form = "write the server, a slash and its topics, as in https://ntfy.sh/my-alerts,my-door"
    guard case .badValue(let value, let expected, _) = error.kind, !value.isEmpty else {
      return form
    }
    return "\(TOMLText.string(value)) cannot be taken, expected \(expected); \(form)"
  }
}
