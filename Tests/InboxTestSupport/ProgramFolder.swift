import Foundation

/// A folder of small shell scripts that stand for programs, to be put into `PATH`.
package struct ProgramFolder {
  private let folder: TemporaryFolder

  /// Makes an empty one.
  package init() throws {
    folder = try TemporaryFolder()
  }

  /// An empty folder, or the end of the tests.
  package static func empty() -> ProgramFolder { must { try ProgramFolder() } }

  /// Path of the folder.
  package var path: String { folder.path }

  /// A `PATH` that has the scripts first, then what every script needs.
  package var searchPath: String { "\(path):/usr/local/bin:/usr/bin:/bin" }

  /// Adds a script; returns its path.
  @discardableResult
  package func add(_ name: String, _ lines: String...) throws -> String {
    let file = "\(path)/\(name)"
    let text = (["#!/bin/sh"] + lines).joined(separator: "\n") + "\n"
    // What another test is just starting would inherit a script open for writing, and the system
    // runs none that is; the copy is open in a process of its own only.
    try text.write(toFile: file + "~", atomically: false, encoding: .utf8)
    chmod(file + "~", 0o755)
    try ChildProcess("/bin/cp", [file + "~", file], environment: [:]).end()
    return file
  }

  /// Adds a script that notes its arguments, then the text it gets, in the file `NAME.notes`.
  @discardableResult
  package func addNoting(_ name: String, _ lines: String...) throws -> String {
    let noting = "{ printf '%s|' \"$#\" \"$@\"; cat; } >> '\(path)/\(name).notes'"
    return try add(name, ([noting] + lines).joined(separator: "\n"))
  }

  /// What such a script has noted so far.
  package func notes(of name: String) -> String {
    (try? String(contentsOfFile: "\(path)/\(name).notes", encoding: .utf8)) ?? ""
  }

  /// What such a script has noted, awaited until a text is in it.
  package func notes(of name: String, until text: String) -> String {
    // An empty text is contained in nothing and would be awaited to the limit.
    if !text.isEmpty { _ = eventually { notes(of: name).contains(text) } }
    return notes(of: name)
  }
}
