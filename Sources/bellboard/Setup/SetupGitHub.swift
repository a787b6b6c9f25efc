import BellboardSupport
import Foundation
import InboxSettings
import InboxSystem
import InboxTOML
import InboxUI

/// The program that reads GitHub's notifications, and what it needs.
struct SetupGitHub: Hashable {
  /// The path that setup writes the program to.
  let program: String
  /// The file with the token.
  let tokenFile: String
  /// Whether the configuration runs such a program already.
  let isThere: Bool
  /// Whether the program is installed already; then it is kept.
  let isInstalled: Bool
  let hasToken: Bool
  let hasPython: Bool
  /// The name of the table, which no other program has.
  private let name: String
  /// Whether the program finds the token without being told.
  private let isUsualFile: Bool

  private static let fileName = "github-notifications"
  private static let usualTokenFile = "~/.config/bellboard/github-token"

  /// Looks for the program, its token and Python.
  init(_ environment: UserEnvironment) {
    let paths = environment.paths
    program = (paths.inboxes as NSString).deletingLastPathComponent + "/" + Self.fileName
    tokenFile =
      (paths.configuration as NSString).deletingLastPathComponent + "/github-token"
    let commands = environment.receiving.values.commands
    name = SetupName.free(["github", "github-notifications"], beside: commands.map(\.name))
    isThere = commands.contains { command in
      command.command.contains { ($0 as NSString).lastPathComponent == Self.fileName }
    }
    isInstalled = FileManager.default.fileExists(atPath: program)
    hasToken = FileManager.default.fileExists(atPath: tokenFile)
    hasPython = ProgramSearch(path: environment.variables["PATH"]).finds("python3")
    isUsualFile =
      tokenFile == HomePath.expanded(Self.usualTokenFile, environment: environment.variables)
  }

  /// The text of the program, as in `Examples/Recipes`.
  static var programText: String {
    String(decoding: PackageResources.github_notifications, as: UTF8.self)
  }

  /// The tables that run the program, and tell GitHub what was read here.
  var tables: String {
    let words = (isUsualFile ? [] : ["env", "GITHUB_TOKEN_FILE=\(tokenFile)"]) + [program]
    return """
      [[command]]
      name = \(TOMLText.string(name))
      command = \(TOMLText.list(words))

      [[rules]]
      filter = "source:github/*"
      on_read = \(TOMLText.list(words + ["--read"]))
      """
  }
}
