import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxText
import InboxUI

/// The arguments of `mute` and `unmute`: a source or a thread.
struct MuteOptions: ParsableArguments {
  @Argument(help: "The source with all below it; =PATH is it alone, PATH/* only what is below.")
  var source: String?

  @Option(name: .long, help: "Thread instead of a source.")
  var thread: String?

  func validate() throws {
    guard (source == nil) != (thread == nil) else {
      throw ValidationError("Specify a SOURCE, or --thread with a name.")
    }
    if thread?.isEmpty == true { throw ValidationError("--thread must not be empty.") }
    if let source, SourcePattern(parsing: source) == nil {
      throw ValidationError("A source is a path such as 'ci', '=ci' or 'ci/*'.")
    }
  }

  var subject: MuteFile.Subject {
    thread.map(MuteFile.Subject.thread) ?? .source(source ?? "")
  }
}

/// `bellboard mute`.
struct Mute: NamedCommand {
  static let name = "mute"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Mute a source or a thread, for some time or until 'unmute'.",
    usage: """
      bellboard mute SOURCE [--for DURATION]
      bellboard mute --thread NAME [--for DURATION]
      """,
    discussion: """
      New messages are still listed, but do not alert. Without --for and --until the mute has no \
      end. Mutes are rules in a file of their own beside the configuration; 'bellboard rules list' \
      lists them.
      """)
  @OptionGroup var options: MuteOptions

  @Option(name: .long, parsing: .unconditional, help: "Duration: 10m, 1h30m, 2d.")
  var `for`: String?

  @Option(
    name: .long, parsing: .unconditional, help: "End: 'tomorrow 9am', monday, 17:30.")
  var until: String?

  func validate() throws {
    guard `for` == nil || until == nil else {
      throw ValidationError("Specify either --until or --for, not both.")
    }
  }

  func run() throws {
    try reporting { output in
      let now = Date()
      let end = try end(by: TimeExpressionReader(now: now, timeZone: .current))
      let environment = try UserEnvironment(inboxName: nil)
      try MuteFile(path: environment.paths.mutes).mute(options.subject, until: end, at: now)
      guard output.isTerminal else { return }
      let time = end.map { "until \(AbsoluteTime.text($0, in: .current))" } ?? "until you unmute it"
      try output.line("Muted \(options.subject.name.printable()) \(time)")
    }
  }

  private func end(by reader: TimeExpressionReader) throws(FlagError) -> Date? {
    if let `for` {
      return try reader.value(of: "--for") { reader throws(TimeExpressionError) in
        try reader.futureDate(after: `for`)
      }
    }
    guard let until else { return nil }
    return try reader.value(of: "--until") { reader throws(TimeExpressionError) in
      try reader.futureDate(until)
    }
  }
}

/// `bellboard unmute`.
struct Unmute: NamedCommand {
  static let name = "unmute"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Unmute a source or a thread: new messages alert again.")
  @OptionGroup var options: MuteOptions

  func run() throws {
    try reporting { output in
      let environment = try UserEnvironment(inboxName: nil)
      let file = MuteFile(path: environment.paths.mutes)
      guard try file.unmute(options.subject, at: Date()) else {
        StandardError.printError("\(options.subject.name.printable()) is not muted")
        throw ExitCode.nothingMatched
      }
      if output.isTerminal { try output.line("Unmuted \(options.subject.name.printable())") }
    }
  }
}
