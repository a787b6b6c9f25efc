package import ArgumentParser
import Foundation
import InboxSystem
import InboxText

/// A message of the command-line parser: help, a version, or an error.
package struct ParserMessage: Error {
  private let text: String
  private let code: ExitCode

  /// Describes an error of parsing or running a command.
  package init(for error: any Error, of program: (some ParsableCommand).Type) {
    let message = Self.excluding(Self.likely(program.fullMessage(for: error)))
    self.init(mistake: message, code: program.exitCode(for: error))
  }

  /// Describes a mistake in the arguments.
  ///
  /// - Parameters:
  ///   - message: The message in the form of the parser, which begins with `Error: `.
  ///   - code: The exit status.
  package init(mistake message: String, code: ExitCode = .validationFailure) {
    text = Self.named(message, by: StandardError.programName).printable(keepingNewlines: true)
    self.code = code
  }

  /// Makes a response in the format of the parser.
  package init(answer: String) {
    text = answer
    code = .success
  }

  /// Prints the message, to standard output if it is a response, and exits with its status.
  package func end() -> Never {
    guard !text.isEmpty else { exit(code.rawValue) }
    let isAnswer = code == .success
    let target = isAnswer ? STDOUT_FILENO : STDERR_FILENO
    let isWritten = (try? Descriptors.write((text + "\n").utf8, to: target)) != nil
    exit(isWritten || !isAnswer ? code.rawValue : ExitCode.failed.rawValue)
  }

  /// The message in the form of the program's other errors: `bellboard: unknown option '--nope'`.
  static func named(_ message: String, by program: String) -> String {
    guard message.hasPrefix("Error: ") else { return message }
    var lines = message.dropFirst(7).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    if lines[0].hasSuffix(".") { lines[0].removeLast() }
    let isWord = lines[0].dropFirst().first?.isLowercase == true
    if isWord { lines[0] = lines[0].prefix(1).lowercased() + lines[0].dropFirst() }
    return "\(program): " + lines.joined(separator: "\n")
  }

  /// The message, with the way to exclude a word where one is taken for options: `-build`.
  static func excluding(_ message: String) -> String {
    let parts = message.split(separator: "'", maxSplits: 2)
    guard parts.count > 2, parts[0].hasSuffix("nknown option "), parts[1].count > 2,
      !parts[1].hasPrefix("--"), parts[2].contains("--filter <filter>"),
      let usage = parts[2].firstRange(of: "\nUsage:")?.lowerBound
    else { return message }
    return "\(parts[0])'\(parts[1])'; to exclude: --filter '… \(parts[1])'\(parts[2][usage...])"
  }

  private static let guess = " Did you mean '"

  /// The message without suggestions that differ too much from the typed text.
  static func likely(_ message: String) -> String {
    guard let start = message.firstRange(of: guess),
      let end = message[start.upperBound...].firstRange(of: "'?")
    else { return message }
    let typed = message[..<start.lowerBound].split(separator: "'").dropLast().last ?? ""
    let name = String(message[start.upperBound..<end.lowerBound].drop { $0 == "-" })
    let isNear = NearestName.nearest(to: String(typed.drop { $0 == "-" }), in: [name]) != nil
    return isNear ? message : String(message[..<start.lowerBound] + message[end.upperBound...])
  }
}
