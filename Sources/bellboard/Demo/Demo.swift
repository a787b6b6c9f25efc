import ArgumentParser
import Foundation
import InboxCore
import InboxSystem
import InboxTerminal

/// `bellboard demo`.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open a throw-away inbox in which messages keep arriving.",
    discussion: "Nothing of it stays, and your own inbox is not touched.")
  @OptionGroup var options: ScreenOptions

  @Flag(name: .long, help: "Let nothing arrive while you look.")
  var still = false

  func run() throws {
    try reporting { _ in
      // Signals first: whenever one comes from here on, the folder is removed.
      let signals = try SignalSource.screen()
      let home = try DemoHome()
      defer { home.remove() }
      let environment = try home.environment()
      try DemoInbox(environment: environment).fill(at: Date())
      let arrivals = still ? nil : DemoArrivals(environment: environment)
      arrivals?.start()
      let status = try Screen(environment: environment, choice: options.choice)
        .run(signals: signals)
      arrivals?.stop()
      if status != 0 { throw ExitCode(status) }
    }
  }
}
