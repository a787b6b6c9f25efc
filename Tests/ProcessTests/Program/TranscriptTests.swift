import Foundation
import InboxTestSupport
import Testing

/// Sessions of a shell with the program, as they are written in `Transcripts/*.txt`; `prelude.sh` has
/// what their lines may use.
///
/// `== title` begins a session, which has a home of its own. The shell runs a `$ line` there, with
/// `> ` before its further lines. Below it stands what is expected:
/// - a line without a mark: all lines of the output; `(nothing)`: there is none
/// - `+ text`, `- text`: what the output has, or has not
/// - `!! line`, `! text`, `!- text`: the same of the errors
/// - `= number`: the exit status, where it is not 0
///
/// `…` stands for anything in a line, and alone for any lines; `\t` and `\e` are a tab and an escape,
/// `HOME` is the path of the home.
@Suite("sessions of a shell", .waiting) struct TranscriptTests {
  @Test func `there are sessions`() { #expect(Session.all.count > 350) }

  @Test(arguments: Session.all.filter { !$0.hasDaemon })
  func `a session goes as it is written`(_ session: Session) throws { try session.check() }
}

/// The sessions with the daemon, in the other half of the tests that run beside each other.
@Suite("sessions with the daemon", .waiting) struct DaemonTranscriptTests {
  @Test(arguments: Session.all.filter(\.hasDaemon))
  func `a session goes as it is written`(_ session: Session) throws { try session.check() }
}

/// What a person does in a shell one after the other, and what comes of it.
struct Session: CustomTestStringConvertible {
  /// A command line with what is expected of it.
  struct Step {
    var line: Int
    var command: String
    var expected: [String] = []
  }

  var file: String
  var title: String
  var steps: [Step] = []

  var testDescription: String { "\(file): \(title)" }
  var hasDaemon: Bool { ["publish.txt", "receive.txt"].contains(file) }

  static let folder = Program.packageFolder + "/Tests/ProcessTests/Transcripts"

  static let all: [Session] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    .filter { $0.hasSuffix(".txt") }.flatMap(read)

  /// What each command line may use.
  static let prelude = (try? String(contentsOfFile: folder + "/prelude.sh", encoding: .utf8)) ?? ""

  /// Goes through it in a home of its own.
  func check() throws {
    let program = Program()
    defer { _ = try? run("finish", by: program) }
    for step in steps {
      let run = try run(step.command, by: program)
      let place = SourceLocation(
        fileID: "ProcessTests/\(file)", filePath: "\(Self.folder)/\(file)", line: step.line,
        column: 1)
      for mistake in try step.mistakes(of: run, home: program.path) {
        Issue.record("\(mistake) \(run)", sourceLocation: place)
      }
    }
  }

  private func run(_ line: String, by program: Program) throws -> Program.Run {
    let folder = URL(filePath: Program.path).deletingLastPathComponent().path
    return try program.shell(
      Self.prelude + line, environment: ["PATH": "\(folder):/usr/local/bin:/usr/bin:/bin"])
  }

  private static func read(_ file: String) -> [Session] {
    var sessions: [Session] = []
    let text = (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let (mark, rest) = (line.prefix { $0 != " " }, String(line.drop { $0 != " " }.dropFirst()))
      switch mark {
      case "==": sessions.append(Session(file: file, title: rest))
      case "#": break
      case "$": sessions[sessions.count - 1].steps.append(Step(line: index + 1, command: rest))
      default:
        guard !line.isEmpty, var session = sessions.popLast() else { break }
        defer { sessions.append(session) }
        guard var step = session.steps.popLast() else { break }
        if mark == ">" { step.command += "\n" + rest } else { step.expected.append(line) }
        session.steps.append(step)
      }
    }
    return sessions
  }
}

extension Session.Step {
  /// The expectations that a run does not meet.
  fileprivate func mistakes(of run: Program.Run, home: String) throws -> [String] {
    let output = run.output.replacing(home, with: "HOME")
    let errors = run.errors.replacing(home, with: "HOME")
    var (lines, errorLines, status) = ([String](), [String](), Int32(0))
    var mistakes: [String] = []
    for line in expected {
      let text = String(line.drop { $0 != " " }.dropFirst())
      let isMet: Bool
      switch line.prefix(while: { $0 != " " }) {
      case "+": isMet = try output.contains(Self.expression(text))
      case "-": isMet = try !output.contains(Self.expression(text))
      case "!": isMet = try errors.contains(Self.expression(text))
      case "!-": isMet = try !errors.contains(Self.expression(text))
      case "!!": (isMet, errorLines) = (true, errorLines + [text])
      case "=": (isMet, status) = (true, Int32(text) ?? -1)
      default: (isMet, lines) = (true, lines + [line])
      }
      if !isMet { mistakes.append(line) }
    }
    if run.status != status { mistakes.append("status \(status)") }
    if try !Self.are(lines, output) { mistakes.append("output \(lines)") }
    if try !Self.are(errorLines, errors) { mistakes.append("errors \(errorLines)") }
    return mistakes
  }

  private static func are(_ lines: [String], _ text: String) throws -> Bool {
    guard !lines.isEmpty else { return true }
    guard lines != ["(nothing)"] else { return text.isEmpty }
    let patterns = lines.map { $0 == "…" ? "(?:.*\\n)*" : pattern($0) + "\\n" }
    return try text.wholeMatch(of: Regex(patterns.joined())) != nil
  }

  private static func expression(_ text: String) throws -> Regex<AnyRegexOutput> {
    try Regex(pattern(text))
  }

  private static func pattern(_ text: String) -> String {
    text.replacing("\\t", with: "\t").replacing("\\e", with: "\u{1B}")
      .components(separatedBy: "…").map { $0.isEmpty ? "" : "\\Q\($0)\\E" }.joined(separator: ".*")
  }
}
