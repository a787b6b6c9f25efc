import BellboardSupport
import Foundation
import GRDB
import InboxTestSupport
import Testing

/// The built program with a home of its own, run as a person's shell runs it.
struct Program {
  /// The folder that holds its configuration, themes and inboxes.
  let home = Result { try TemporaryFolder() }

  var path: String { get throws { try home.get().path } }

  /// What a run left behind.
  struct Run {
    /// What followed the name of the program.
    var words: [String]
    var output: String
    var errors: String
    /// The exit status, or 128 and the number of the signal.
    var status: Int32

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    fileprivate func check(
      _ status: Int32?, _ output: String?, _ errors: String?, _ texts: [String],
      _ location: SourceLocation
    ) {
      #expect(self.status == status ?? self.status, "\(self)", sourceLocation: location)
      #expect(self.output == output ?? self.output, "\(self)", sourceLocation: location)
      #expect(self.errors == errors ?? self.errors, "\(self)", sourceLocation: location)
      for text in texts { #expect(self.errors.contains(text), "\(self)", sourceLocation: location) }
    }
  }

  static let path = BuiltProgram.path("bellboard")

  /// The environment that a run gets: nothing of the person's who runs the tests.
  func environment(_ more: [String: String] = [:]) throws -> [String: String] {
    let own = [
      "BELLBOARD_HOME": try path, "PATH": "/usr/local/bin:/usr/bin:/bin",
      "LANG": "C.UTF-8", "TZ": "UTC",
    ]
    return own.merging(more) { $1 }
  }

  /// Runs the program to its end, which must come as it is said: with this status, exactly this
  /// output, exactly these errors, and these texts among the errors.
  @discardableResult func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:],
    ending status: Int32? = nil, printing output: String? = nil, errors: String? = nil,
    saying texts: String..., at location: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let run = try launch(Self.path, arguments, input: Data(input.utf8), environment: environment)
    run.check(status, output, errors, texts, location)
    return run
  }

  /// Runs the program with a list of words, or bytes as its standard input.
  @discardableResult func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String] = [:],
    ending status: Int32? = nil, printing output: String? = nil, errors: String? = nil,
    saying texts: String..., at location: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let run = try launch(Self.path, arguments, input: input, environment: environment)
    run.check(status, output, errors, texts, location)
    return run
  }

  private func launch(
    _ executable: String, _ arguments: [String], input: Data, environment: [String: String]
  ) throws -> Run {
    // Not in the home, where tests look at all that is there.
    let folder = try TemporaryFolder()
    let files = ["in", "out", "err"].map { "\(folder.path)/\($0)" }
    try input.write(to: URL(fileURLWithPath: files[0]))
    let process = try ChildProcess(
      executable, arguments, environment: try self.environment(environment),
      input: .file(files[0]), output: .file(files[1]), errors: .file(files[2]))
    let status = try process.end()
    let texts = try files.dropFirst().map {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
    }
    return Run(words: arguments, output: texts[0], errors: texts[1], status: status)
  }

  /// Pushes messages that have a title alone, one after the other.
  func push(_ titles: String...) throws { for title in titles { try run("push", title) } }

  /// The lines of a list, one for each message that the further words leave in it.
  func list(_ format: String, _ words: String...) throws -> [String] {
    try run(["list", "--format", format] + words).lines
  }

  @discardableResult
  func configure(_ text: String) throws -> String { try write(text, to: "config.toml") }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  @discardableResult func write(_ text: String, to name: String) throws -> String {
    let path = "\(try home.get().path)/\(name)"
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}

extension Program {
  static var packageFolder: String { BuiltProgram.packageFolder }

  /// Runs the program from a shell line in which `"$B"` is the program.
  @discardableResult func shell(
    _ line: String, environment: [String: String] = [:], ending status: Int32? = nil,
    printing output: String? = nil, errors: String? = nil, saying texts: String...,
    at location: SourceLocation = #_sourceLocation
  ) throws -> Run {
    let run = try launch(
      "/bin/sh", ["-c", line], input: Data(),
      environment: environment.merging(["B": Self.path]) { $1 })
    run.check(status, output, errors, texts, location)
    return run
  }
}

extension Program {
  /// A command, as the program's parser describes it.
  struct DescribedCommand {
    /// Its words, without the program's name.
    var path: [String]
    /// Its options and flags with their dashes, those alone that help shows.
    var options: [String]
  }

  /// All commands that help shows, with those below others.
  func commands(of name: String = "bellboard") throws -> [DescribedCommand] {
    let help = try shell("'\(BuiltProgram.path(name))' --experimental-dump-help").output
    return Self.below(try CommandTree(json: help).command, [])
  }

  private static func below(
    _ command: CommandTree.Command, _ path: [String]
  ) -> [DescribedCommand] {
    command.shownSubcommands.flatMap { below -> [DescribedCommand] in
      let words = path + [below.commandName]
      let options = below.shownArguments.flatMap(\.dashedNames)
      return [DescribedCommand(path: words, options: options)] + Self.below(below, words)
    }
  }

  /// Checks that a completion script has every command and option, and that its shell can read it.
  func checkCompletions(
    _ script: String, of commands: [DescribedCommand], in shell: String
  ) throws {
    let words = Set(script.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init))
    for command in commands {
      #expect(words.contains(command.path.last ?? ""), "\(command.path)")
      for option in command.options {
        // Fish writes options without their dashes.
        let name = shell == "fish" ? option.trimmingPrefix { $0 == "-" } : option[...]
        #expect(words.contains(String(name)), "\(command.path) \(option)")
      }
    }
    // What the shell itself says of it, where there is one.
    let file = try write(script, to: "completions")
    try self.shell(
      "! command -v \(shell) >/dev/null || \(shell) -n '\(file)'", ending: 0, errors: "")
  }
}

/// A database file that something other than the program writes to.
struct SQLiteFile {
  let path: String

  /// Opens the file; waits up to ten seconds for a program that writes at the moment.
  private func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Runs statements and closes the file.
  func execute(_ sql: String) throws {
    let queue = try open()
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// The first value that a query gives, as text.
  func query(_ sql: String) throws -> String? {
    let queue = try open()
    defer { try? queue.close() }
    return try queue.inDatabase { try String.fetchOne($0, sql: sql) }
  }
}
