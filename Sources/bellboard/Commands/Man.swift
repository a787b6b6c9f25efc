import BellboardSupport
import ArgumentParser

/// `bellboard man`.
struct Man: NamedCommand {
  static let name = "man"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Print a manual page.",
    discussion: "To read it: bellboard man | man -l -")

  @Argument(help: "Page.")
  var page = ManualPage.program

  func run() throws {
    try reporting { output in
      let tree = try CommandTree(json: Bellboard._dumpHelp())
      try output.write(page.text(commands: tree))
    }
  }
}

extension ManualPage: ExpressibleByArgument {}
