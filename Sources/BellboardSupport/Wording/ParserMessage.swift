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
    self.init(Self.likely(program.fullMessage(for: error)), program.exitCode(for: error))
  }

  /// Describes a mistake in the arguments.
  ///
  /// - Parameter message: The message in the form of the parser, which begins with `Error: `.
  package init(mistake message: String) {
    self.init(message, .validationFailure)
  }

  private init(_ message: String, _ code: ExitCode) {
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
    do throws(SystemError) {
      try Descriptors.write((text + "\n").utf8, to: isAnswer ? STDOUT_FILENO : STDERR_FILENO)
    } catch {
      if isAnswer { exit(ExitCode.failed.rawValue) }
    }
    exit(code.rawValue)
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
