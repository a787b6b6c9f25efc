import Foundation
import InboxSettings
import InboxTestSupport
import Testing

/// A daemon of a test, with a home and a port of its own.
///
/// Used from one test at a time.
final class RunningDaemon {
  let program: Program
  private let process: ChildProcess
  private let logPath: String

  /// Starts a daemon that listens where the system lets it, by a shell that sets its limits before.
  init(_ program: Program = Program(), configuration: String = "", limits: String = ":") throws {
    self.program = program
    try program.configure("http.listen = [\"127.0.0.1:0\"]\n" + configuration)
    logPath = try program.path + "/daemon.log"
    process = try ChildProcess(
      "/bin/sh", ["-c", "\(limits); exec \"$D\""],
      environment: try program.environment(["D": BuiltProgram.path("bellboardd")]),
      errors: .file(logPath))
  }

  var identifier: Int32 { process.identifier }

  var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

  /// Whether it logs a text, which may come a moment behind its response.
  func logs(_ text: String) -> Bool { eventually { log.contains(text) } }

  /// The states of its sources, as it tells them.
  var sources: [SourceState] {
    get throws { DaemonStateFile.read(try program.path + "/daemon.json")?.sources ?? [] }
  }

  /// A source's state, awaited until it is as it should be.
  @discardableResult func source(
    _ name: String, where condition: (SourceState) -> Bool = { $0.phase == .running }
  ) throws -> SourceState {
    var state: SourceState?
    let isThere = try eventually {
      state = try sources.first { $0.name == name }
      return state.map(condition) ?? false
    }
    try #require(isThere, "source \(name): \(String(describing: state)); log: \(log)")
    return try #require(state)
  }

  func url() throws -> String { try #require(try source("http").detail) }

  /// Sends a request with `curl`; the body of the answer, and its status.
  ///
  /// The answer must be as it is said: with this status, and these texts in its body.
  @discardableResult func curl(
    _ path: String, _ arguments: String..., options: [String] = [], input: Data? = nil,
    ending status: Int? = nil, saying texts: String...,
    at location: SourceLocation = #_sourceLocation
  ) throws -> Answer {
    let words = [path] + arguments + options
    let answer = try Self.curl([url() + path] + words.dropFirst(), in: program.path, input: input)
    let label: Comment = "\(words): \(answer)"
    #expect(answer.status == status ?? answer.status, label, sourceLocation: location)
    for text in texts { #expect(answer.body.contains(text), label, sourceLocation: location) }
    return answer
  }

  struct Answer: Hashable {
    var status: Int
    var body: String
  }

  @discardableResult
  static func curl(_ arguments: [String], in folder: String, input: Data? = nil) throws -> Answer {
    let name = "\(folder)/\(UUID().uuidString)"
    try (input ?? Data()).write(to: URL(filePath: name + ".in"))
    defer {
      for end in ["in", "out", "err"] {
        try? FileManager.default.removeItem(atPath: "\(name).\(end)")
      }
    }
    let curl = try ChildProcess(
      "/usr/bin/env",
      ["curl", "-q", "-sS", "--noproxy", "*", "-m", "30", "-w", "\n%{http_code}"] + arguments,
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder],
      input: .file(name + ".in"), output: .file(name + ".out"), errors: .file(name + ".err"))
    let status = try curl.end()
    let text = String(decoding: try Data(contentsOf: URL(filePath: name + ".out")), as: UTF8.self)
    let errors = String(decoding: try Data(contentsOf: URL(filePath: name + ".err")), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let code = try #require(
      lines.popLast().flatMap { Int($0) }, "curl: \(status) \(errors) \(text)")
    return Answer(status: code, body: lines.joined(separator: "\n"))
  }

  func send(_ signal: Int32) { process.send(signal) }

  /// Asks it to end, and waits for it: the exit status, or 128 and the number of the signal.
  func end() throws -> Int32 {
    process.send(SIGTERM)
    return try process.end()
  }

  func awaitEnd() throws -> Int32 { try process.end() }
}
