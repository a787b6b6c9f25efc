import InboxText
import Foundation
import InboxUI

extension LaunchPlan {
  /// Why a program did not start, in words.
  func message(for problem: SystemError, of command: [String]) -> String {
    let name = Self.name(of: command)
    return problem.code == ENOENT
      ? "Not opened: there is no program “\(name)”. \(advice)"
      : "Not opened: “\(name)” did not start (\(String(cString: strerror(problem.code))))."
  }

  /// How a program ended that did not end well, in words.
  func message(for status: ExitStatus, of command: [String]) -> String {
    "“\(Self.name(of: command))” \(status.words)."
  }

  /// What a person knows a command by: what was typed, or the program.
  static func name(of command: [String]) -> String {
    let name = command.starts(with: ["sh", "-c"]) ? command.last : command.first
    return TextLayout.truncate((name ?? "").printable(), columns: 40)
  }
}
