import CInboxSystem

/// The version of the programs.
package enum ProgramVersion {
  /// The number of the release, as the file `VERSION` has it.
  package static let number = "0.1.0"

  /// What `--version` prints: the number, and the commit where the build knows it.
  package static var text: String {
    let commit = String(cString: inbox_commit())
    return commit.isEmpty ? number : "\(number) (\(commit))"
  }
}
