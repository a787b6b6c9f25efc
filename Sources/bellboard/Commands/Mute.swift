import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxText

/// The arguments of `mute` and `unmute`: a source or a thread.
struct MuteOptions: ParsableArguments {
  @Argument(
    help: "The source with all below it; =PATH is it alone, PATH/* only what is below.",
    completion: .sources)
  var source: String?

  @Option(help: "Thread instead of a source.", completion: .threads)
  var thread: String?

  func validate() throws {
    guard source == nil || thread == nil else {
      throw ValidationError("Specify a SOURCE, or --thread with a name, not both.")
    }
    if thread?.isEmpty == true { throw ValidationError("--thread must not be empty.") }
    if let source, SourcePattern(parsing: source) == nil {
      throw ValidationError("A source is a path such as 'ci', '=ci' or 'ci/*'.")
    }
  }

  /// What is to be muted; nil if nothing was named.
  var subject: MuteSubject? {
    thread.map(MuteSubject.thread) ?? source.map(MuteSubject.init(sources:))
  }

  /// - Throws: `ValidationError` if nothing was named.
  func requireSubject() throws {
    guard subject == nil else { return }
    throw ValidationError("Specify a SOURCE, or --thread with a name.")
  }
}

struct Mute: ReportingCommand {
  static let name = "mute"
  static let abstract =
    "Mute a source or a thread, for some time or until 'unmute'; list what is muted."
  static let usage: String? = """
    bellboard mute
    bellboard mute SOURCE [--for DURATION]
    bellboard mute --thread NAME [--for DURATION]
    """
  static let discussion = """
    New messages are still listed, but do not alert. Without --for and --until the mute has no \
    end. Without a source and a thread it prints what is muted, one per line with a tab before \
    the end of the mute. Mutes are rules in a file of their own beside the configuration; \
    'bellboard rules list' lists them with the others.
    """
  @OptionGroup var options: MuteOptions

  @Option(parsing: .unconditional, help: "Duration: 10m, 1h30m, 2d.")
  var `for`: String?

  @Option(parsing: .unconditional, help: "End: 'tomorrow 9am', monday, 17:30.")
  var until: String?

  func validate() throws {
    guard `for` == nil || until == nil else {
      throw ValidationError("Specify either --until or --for, not both.")
    }
    if `for` != nil || until != nil { try options.requireSubject() }
  }

  func run(to output: StandardOutput) throws {
    let now = Date()
    let end = try TimeExpressionReader(now: now, timeZone: .current).end(for: `for`, until: until)
    let file = MuteFile(path: try UserEnvironment(inboxName: nil).paths.mutes)
    guard let subject = options.subject else { return try list(file, at: now, to: output) }
    try file.mute(subject, until: end, at: now)
    try output.sentence("Muted \(subject.text.printable()) \(Self.words(for: end))")
  }

  private static func words(for end: Date?) -> String {
    end.map { "until \(AbsoluteTime.text($0, in: .current))" } ?? "until you unmute it"
  }

  private func list(_ file: MuteFile, at now: Date, to output: StandardOutput) throws {
    let content = file.content
    guard content.errors.isEmpty else { throw MuteFileError.unreadable(content.messages) }
    let mutes = content.values.mutes(at: now)
    if mutes.isEmpty, output.isTerminal { try output.line("Nothing is muted") }
    for mute in mutes {
      let name = mute.subject.text.printable()
      let time = mute.end.map { RFC3339.string(from: $0) } ?? ""
      try output.line(
        output.isTerminal ? "\(name) \(Self.words(for: mute.end))" : "\(name)\t\(time)")
    }
  }
}

struct Unmute: ReportingCommand {
  static let name = "unmute"
  static let abstract = "Unmute a source or a thread: new messages alert again."
  @OptionGroup var options: MuteOptions

  func validate() throws { try options.requireSubject() }

  func run(to output: StandardOutput) throws {
    let environment = try UserEnvironment(inboxName: nil)
    let file = MuteFile(path: environment.paths.mutes)
    guard let subject = options.subject else { return }
    guard try file.unmute(subject, at: Date()) else {
      throw Failure("\(subject.text.printable()) is not muted", .nothingMatched)
    }
    try output.sentence("Unmuted \(subject.text.printable())")
  }
}
