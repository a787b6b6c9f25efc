import InboxText
import ArgumentParser
import Foundation
import InboxSettings
import InboxUI

/// `bellboard config init`.
struct ConfigInit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a configuration file with every setting, commented out at its default.",
    discussion: "A file that is there already is kept; --print shows the text instead.")

  @Flag(name: .customLong("print"), help: "Print the file and write nothing.")
  var isPrinted = false

  func run() throws {
    try reporting { output in
      guard !isPrinted else { return try output.write(Settings.template) }
      let path = try UserEnvironment(inboxName: nil).paths.configuration
      try NewFile.write(Settings.template, to: path)
      try output.line(path.printable())
    }
  }
}
