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
    let muted = mutes.values.mutes(at: Date()).map { mute in
      mute.subject.text + (mute.end.map { " until \(AbsoluteTime.text($0, in: .current))" } ?? "")
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

extension Doctor {
  /// Rescues the messages of a damaged file into a new inbox, and prints how to use it.
  func save(_ path: String, to output: StandardOutput) throws {
    let environment = try inbox.environment()
    let file = URL(filePath: path).path
    let origin: InboxName? =
      if case .named(let name)? = environment.paths.inbox(ofFile: file) { name } else { nil }
    let name = try environment.paths.freeName(forRescueOf: origin)
    let folder = environment.paths.folder(of: name)
    let outcome = try Inbox.rescue(file, into: folder)
    guard outcome.messageCount > 0 else {
      throw Failure("no message can be read from \(file.printable()); it is left as it is")
    }
    try output.line(outcome.finding)
    try output.line("\(file.printable()) is left as it is; the new inbox is '\(name)'.")
    try output.line("To look at it:        bellboard --inbox \(name)")
    try output.line(Self.advice(for: name, from: origin, in: environment))
    guard outcome.isWhole else { throw ExitCode.failed }
  }

  /// The commands that put the new inbox to use.
  ///
  /// They replace the inbox of the damaged file and keep its attachments. If the file belongs to
  /// none of the user's inboxes, they import the messages into the current inbox instead.
  private static func advice(
    for name: InboxName, from origin: InboxName?, in environment: UserEnvironment
  ) -> String {
    guard let origin else {
      let target = ShellQuoting.word(environment.inbox.description.printable())
      return "To take it over:      bellboard export --inbox \(name) "
        + "| bellboard import --inbox \(target)"
    }
    let old = environment.paths.folder(of: origin)
    let left = old + "-damaged"
    var moves = [(old, left), (environment.paths.folder(of: name), old)]
    let files = "/" + AttachmentFolder.name
    if access(old + files, F_OK) == 0 { moves.append((left + files, old + files)) }
    let commands = moves.map { source, target in
      "mv \(ShellQuoting.word(source.printable())) \(ShellQuoting.word(target.printable()))"
    }
    return "To use it instead:    " + commands.joined(separator: " && ")
  }
}

extension Paths {
  /// An unused name for the new inbox, derived from that of the damaged one.
  fileprivate func freeName(forRescueOf origin: InboxName?) throws -> InboxName {
    let stem = origin.map { $0.description.prefix(48) + "-rescued" } ?? "rescued"
    var name = try InboxName(String(stem))
    var number = 2
    while access(folder(of: name), F_OK) == 0 {
      name = try InboxName("\(stem)-\(number)")
      number += 1
    }
    return name
  }
}

extension RescueOutcome {
  /// The result sentence: the number of saved messages, of expected ones and of unreadable ones.
  fileprivate var finding: String {
    let expected = expectedCount.map { " of \(max($0, messageCount))" } ?? ""
    let missed = unreadableCount == 0 ? "" : "; \(unreadableCount) more cannot be read"
    return "Saved \(messageCount.counted("message"))\(expected)\(missed)."
  }
}
