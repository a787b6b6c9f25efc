import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxText

struct Sources: ReportingCommand {
  static let name = "sources"
  static let abstract = "Print the state of the daemon's sources, with their last errors."
  static let discussion = """
    Sources are what bellboardd receives from, by the configuration. One that fails is retried \
    after a pause; the others keep running. Fails if bellboardd is not running. The sources of \
    messages whose actions are allowed come last.
    """
  @OptionGroup var inbox: InboxOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Option(help: "Allow the actions of this source of messages no longer.", completion: .sources)
  var disallowActions: String?

  func run(to output: StandardOutput) throws {
    let environment = try inbox.environment()
    if let name = disallowActions { return try output.sentence(disallow(name, in: environment)) }
    // Without an inbox that can be read the daemon's sources are told.
    let inbox = try? environment.openExisting()
    defer { inbox?.closeQuietly() }
    let allowed = (try? inbox?.allowedActionSources()) ?? []
    let state = DaemonStateFile.read(environment.paths.daemonState)
    let isDiskFull = state != nil && environment.hasFullDisk
    if json, case .object(var fields) = state?.json ?? .object(["running": .bool(false)]) {
      if isDiskFull { fields["disk_full"] = .bool(true) }
      fields["actions_allowed"] = JSONValue(names: allowed)
      try output.line(JSONValue.object(fields).json)
    } else {
      try state.map { try write($0, isDiskFull: isDiskFull, to: output) }
      if !allowed.isEmpty {
        try output.line("actions allowed: \(allowed.joined(separator: ", ").printable())")
      }
    }
    if state == nil { throw Failure("bellboardd is not running; start it with: bellboardd") }
  }

  private func disallow(_ source: String, in environment: UserEnvironment) throws -> String {
    let inbox = try environment.openExisting()
    defer { inbox.closeQuietly() }
    let name = source.printable()
    if try inbox.disallowActions(of: source) { return "Actions of \(name) are allowed no longer" }
    throw Failure("actions of \(name) are not allowed", .nothingMatched)
  }

  private func write(_ state: DaemonState, isDiskFull: Bool, to output: StandardOutput) throws {
    let width = state.sources.map(\.name.columns).max() ?? 0
    let now = Date()
    if isDiskFull { try output.line("The disk is full: \(FullDisk.consequence).") }
    for source in state.sources {
      try output.line(SourceLine(source, at: now, isDiskFull: isDiskFull).text(nameWidth: width))
    }
    if state.sources.isEmpty { StandardError.printError("no source is configured") }
  }
}

/// The status line of a source.
struct SourceLine {
  private let source: SourceState
  private let now: Date
  /// Whether the daemon cannot write how the source is now.
  private let isDiskFull: Bool

  /// Creates the line for the state of a source, with ages relative to `now`.
  init(_ source: SourceState, at now: Date, isDiskFull: Bool = false) {
    (self.source, self.now, self.isDiskFull) = (source, now, isDiskFull)
  }

  /// The line as text: name, padded to a width in columns, state and details.
  func text(nameWidth: Int) -> String {
    let name = TextLayout.pad(source.name.printable(), columns: nameWidth)
    guard !isDiskFull else { return "\(name)  unknown; \(source.phase.rawValue) before" }
    let state = TextLayout.pad(source.phase.rawValue, columns: 8)
    return ([name, state] + parts.map { $0.printable() }).joined(separator: "  ")
  }

  private var parts: [String] {
    var parts = [source.detail, error, nextTry].compactMap(\.self)
    if source.receivedCount > 0 { parts.append("\(source.receivedCount) received") }
    return parts + [refusals].compactMap(\.self)
  }

  /// How many were refused, and why the last one was.
  private var refusals: String? {
    guard source.refusedCount > 0 else { return nil }
    guard let reason = source.refusal, let date = source.refusalDate else {
      return "\(source.refusedCount) refused"
    }
    return "\(source.refusedCount) refused, the last (\(age(of: date))): \(reason)"
  }

  /// The name, the error, and the time of the next retry.
  var problem: String { "\(source.name): \(reason)" }

  /// Why it failed, and the time of the next retry.
  var reason: String { [error ?? "failed", nextTry].compactMap(\.self).joined(separator: "; ") }

  /// When it is tried again; nil if it is not.
  var nextTry: String? {
    source.nextTry.map { next in
      let seconds = Int(next.timeIntervalSince(now).rounded(.up))
      guard seconds > 0 else { return "trying now" }
      return "next try in " + (seconds < 120 ? "\(seconds) s" : "\((seconds + 30) / 60) min")
    }
  }

  /// The error, with its time if the source is running again.
  private var error: String? {
    guard source.phase == .running, let date = source.errorDate else { return source.error }
    return source.error.map { "last error (\(age(of: date))): \($0)" }
  }

  private func age(of date: Date) -> String {
    let age = RelativeTime.phrase(from: date, to: now)
    return age == "now" ? "just now" : age
  }
}

extension UserEnvironment {
  /// The check of the daemon and its sources.
  var sourcesCheck: Check {
    guard let state = DaemonStateFile.read(paths.daemonState) else {
      return Check(.good, "sources", "bellboardd is not running, so only commands push")
    }
    let troubled = state.sources.filter(\.isTroubled)
    guard let first = troubled.first else {
      let names = state.sources.map(\.name).joined(separator: ", ")
      return Check(.good, "sources", "bellboardd runs: \(names.isEmpty ? "no source" : names)")
    }
    let more = troubled.count > 1 ? "; \(troubled.count - 1) more, see 'bellboard sources'" : ""
    return Check(.doubtful, "sources", SourceLine(first, at: Date()).problem + more)
  }
}
