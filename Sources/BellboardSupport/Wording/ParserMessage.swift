package import ArgumentParser
import Foundation
import InboxSystem
import InboxText

/// A message of the command line's parser: help, a version, or an error.
package struct ParserMessage {
  private let text: String
  private let code: ExitCode

  /// Words what parsing or running a program's command threw.
  package init(for error: any Error, of program: (some ParsableCommand).Type) {
    text = Self.likely(program.fullMessage(for: error)).printable(keepingNewlines: true)
    code = program.exitCode(for: error)
  }

  /// Makes an answer that the parser would give too.
  package init(answer: String) {
    text = answer
    code = .success
  }

  /// Prints the message, an answer on standard output, and ends the program with its status.
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

  private static let guess = " Did you mean '"

  /// The message without a guess that is far from what was typed, which the parser makes too.
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
