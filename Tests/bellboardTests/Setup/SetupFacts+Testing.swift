import BellboardSupport
import Foundation
import InboxTestSupport
import InboxUI

@testable import bellboard

/// The machine that tests of setup run on: a home folder, in which bash is the shell.
struct SetupMachine {
  let home: TemporaryFolder
  private let tools: ProgramFolder

  init(configuration: String? = nil) throws {
    home = try TemporaryFolder()
    tools = try ProgramFolder()
    try tools.add("python3", "exit 0")
    if let configuration { try write(configuration, to: ".config/bellboard/config.toml") }
  }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: home.path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The text of a file below the home folder; nil for none.
  func text(of name: String) -> String? {
    try? String(contentsOfFile: home.path + "/" + name, encoding: .utf8)
  }

  func environment() throws -> UserEnvironment {
    try UserEnvironment(
      inboxName: nil, variables: ["HOME": home.path, "SHELL": "/bin/bash", "PATH": tools.path])
  }

  func facts(_ state: SetupService.State = .startable, unit: String? = nil) throws -> SetupFacts {
    let path = unit ?? home.path + "/.config/systemd/user/bellboardd.service"
    return SetupFacts(
      try environment(), service: SetupService(state, unit: path), program: "/usr/bin/bellboard")
  }

  /// What setup would write with some choices.
  func plan(_ choose: (inout SetupChoices) -> Void = { _ in }) throws -> SetupPlan {
    let facts = try facts()
    var choices = SetupChoices(facts)
    choose(&choices)
    return SetupPlan(choices, facts)
  }

  func screen(_ columns: Int = 80, _ rows: Int = 24) throws -> SetupState {
    var state = SetupState(try facts())
    state.size = Size(columns: columns, rows: rows)
    return state
  }
}

extension SetupPlan {
  /// Writes all changes, and returns the files.
  @discardableResult func write() throws -> [String] {
    var written: [String] = []
    try write { written.append($0) }
    return written
  }
}

extension SetupState {
  /// Presses keys by their names, one after the other.
  mutating func press(_ names: String...) throws {
    for name in names { press(try Key(name: name)) }
  }

  mutating func enter(_ text: String) { for character in text { press(.character(character)) } }

  var frame: Frame { SetupFrame(state: self, now: .testing, zone: .gmt).frame }

  var shown: String { frame.lines.map(\.text).joined(separator: "\n") }
}
