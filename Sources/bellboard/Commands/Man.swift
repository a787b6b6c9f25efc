import ArgumentParser
import BellboardSupport

struct Man: ReportingCommand {
  static let name = "man"
  static let abstract = "Print a manual page."
  static let discussion = "To read it: bellboard man | man -l -"

  @Argument(help: "Page.")
  var page = ManualPage.program

  func run(to output: StandardOutput) throws {
    let tree = try CommandTree(json: Bellboard._dumpHelp())
    try output.write(page.text(commands: tree))
  }
}

extension ManualPage: ExpressibleByArgument {}
