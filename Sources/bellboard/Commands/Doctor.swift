import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxTOML
import InboxText

struct Doctor: ReportingCommand {
  static let name = "doctor"
  static let abstract = "Check the inbox, its files and the terminal, and report problems."
  static let discussion = """
    Fails if a line begins with FAIL.

    With --rescue it reads a damaged inbox file page by page and stores what it finds as a new \
    inbox: messages with their numbers, status, pins and snoozes, and the metrics. The damaged \
    file is not changed. The new inbox is named after the one that the file belongs to. Fails if \
    messages are known to be missing.
    """
  @OptionGroup var inbox: InboxOptions

  @Option(
    help: "Save what can be read of a damaged inbox file into a new inbox.", completion: .file())
  var rescue: String?

  func run(to output: StandardOutput) throws {
    if let rescue { return try save(rescue, to: output) }
    let environment = try inbox.environment()
    let checks =
      Self.inboxChecks(environment) + environment.configurationChecks
      + [environment.mutesCheck].compactMap(\.self) + [environment.sourcesCheck]
      + environment.exchangeChecks
      + TerminalChecks(variables: environment.variables).checks
    let width = checks.map(\.subject.count).max() ?? 0
    for check in checks { try output.line(check.line(subjectWidth: width)) }
    if checks.contains(where: { $0.grade == .bad }) { throw ExitCode.failed }
  }

  private static func inboxChecks(_ environment: UserEnvironment) -> [Check] {
    do {
      try environment.checkInbox()
      guard environment.isMade else { return [environment.firstMessageCheck] }
      let inbox = try environment.open(durability: .normal)
      defer { inbox.closeQuietly() }
      return try inbox.health().checks(maximum: environment.file.values.maximumNotifications)
        + inbox.expectationStates().map { $0.check(at: Date(), in: .autoupdatingCurrent) }
    } catch {
      let reason = (error as? any Reportable)?.report ?? "it cannot be read"
      return [Check(.bad, "inbox", reason)]
    }
  }
}

extension UserEnvironment {
  /// Checks whether the first message can create the inbox.
  fileprivate var firstMessageCheck: Check {
    var parent = folder
    // Missing folders are created within the nearest existing one.
    while access(parent, F_OK) != 0, parent.count > 1 {
      parent = (parent as NSString).deletingLastPathComponent
    }
    guard access(parent, W_OK) == 0 else {
      let reason = SystemError(call: "access").reason
      return Check(.bad, "inbox", "cannot create \(folder) in \(parent): \(reason)")
    }
    return Check(.good, "inbox", "empty; the first message creates \(folder)")
  }

  /// The checks of the configuration and the theme.
  var configurationChecks: [Check] {
    var checks: [Check] = configurationMessages.map { Check(.bad, "configuration", $0) }
    let missing = missingPrograms(of: configuration)
    checks += (usageErrors + missing).map { Check(.doubtful, "configuration", $0.description) }
    if checks.isEmpty { checks.append(Check(.good, "configuration", configurationFinding)) }
    let problems = themeErrors
    checks += problems.map { Check(.bad, "theme", $0.description) }
    if problems.isEmpty { checks.append(Check(.good, "theme", themeName())) }
    return checks
  }

  /// What is muted; nil if nothing is.
  fileprivate var mutesCheck: Check? {
    let muted = mutes.values.mutes(at: Date()).map { subject, end in
      subject.name + (end.map { " until \(AbsoluteTime.text($0, in: .current))" } ?? "")
    }
    guard !muted.isEmpty else { return nil }
    return Check(
      .good, "mutes", "muted: \(muted.joined(separator: ", ")); 'bellboard unmute' ends a mute")
  }

  private var configurationFinding: String {
    let path = paths.configuration
    guard access(path, F_OK) != 0 else { return path }
    return "no file \(path): defaults are used; 'bellboard config init' writes one"
  }
}
