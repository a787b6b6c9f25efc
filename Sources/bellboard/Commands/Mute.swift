import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxText
import InboxUI

/// What `mute` and `unmute` are about.
struct MuteOptions: ParsableArguments {
  @Argument(help: "The source with all below it; =PATH is it alone, PATH/* only what is below.")
  var source: String?

  @Option(name: .long, help: "The thread, instead of a source.")
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
    abstract: "Let a source or a thread alert no more, for some time or until 'unmute'.",
    usage: """
      bellboard mute SOURCE [--for DURATION]
      bellboard mute --thread NAME [--for DURATION]
      """,
    discussion: """
      What comes is listed all the same. Without arguments of time it is for ever. Mutes are rules \
      in a file of their own beside the configuration, which stays as it is; 'bellboard rules \
      list' shows them.
      """)
  @OptionGroup var options: MuteOptions

  @Option(name: .long, parsing: .unconditional, help: "How long: 10m, 1h30m, 2d.")
  var `for`: String?

  @Option(
    name: .long, parsing: .unconditional, help: "Until when: 'tomorrow 9am', monday, 17:30.")
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
    commandName: name, abstract: "Take a mute away: what comes from now on alerts again.")
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
