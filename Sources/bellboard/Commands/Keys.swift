import InboxText
import ArgumentParser
import InboxUI

/// `bellboard keys`.
struct Keys: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the keys and what they do.",
    discussion: """
      The names at the right are those that [keys] in the configuration takes, such as \
      "C-n" = "move-down".
      """)

  @Flag(name: .long, help: "Print a Markdown table of the keys as they are by default.")
  var markdown = false

  func run() throws {
    try reporting { output in
      guard !markdown else { return try output.write(Keymap.default.markdownTable) }
      let (keymap, problems) = try UserEnvironment(inboxName: nil).keymap
      try output.write(KeyTable(keymap).text)
      problems.forEach { StandardError.say($0.printable()) }
    }
  }
}
