import BellboardSupport
import Foundation
import InboxSettings
import InboxSystem
import InboxTOML

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
  private static let variable = "GITHUB_TOKEN_FILE"
  private static let usualTokenFile = "~/.config/bellboard/github-token"

  /// Looks for the program, its token and Python.
  init(_ environment: UserEnvironment) {
    let paths = environment.paths
    program = (paths.inboxes as NSString).deletingLastPathComponent + "/" + Self.fileName
    let commands = environment.receiving.values.commands
    name = SetupName.free(["github", "github-notifications"], beside: commands.map(\.name))
    let known = commands.first { command in
      command.command.contains { ($0 as NSString).lastPathComponent == Self.fileName }
    }
    isThere = known != nil
    let ownFile = (paths.configuration as NSString).deletingLastPathComponent + "/github-token"
    let file = known.map { Self.tokenFile(of: $0.command, environment) } ?? ownFile
    tokenFile = HomePath.expanded(file, environment: environment.variables)
    isInstalled = FileManager.default.fileExists(atPath: program)
    hasToken = FileManager.default.fileExists(atPath: tokenFile)
    hasPython = ProgramSearch(path: environment.variables["PATH"]).finds("python3")
    isUsualFile =
      tokenFile == HomePath.expanded(Self.usualTokenFile, environment: environment.variables)
  }

  /// The file that a command which is there reads the token from.
  private static func tokenFile(
    of words: [String], _ environment: UserEnvironment
  ) -> String {
    let start = "\(variable)="
    let named = words.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    return named ?? environment.variables[variable] ?? usualTokenFile
  }

  /// The text of the program, as in `Examples/Recipes`.
  static var programText: String {
    String(decoding: PackageResources.github_notifications, as: UTF8.self)
  }

  /// The tables that run the program, and tell GitHub what was read here.
  var tables: String {
    let words = (isUsualFile ? [] : ["env", "\(Self.variable)=\(tokenFile)"]) + [program]
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
