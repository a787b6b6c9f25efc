import ArgumentParser

/// The notification inbox for your terminal.
@main
struct Bellboard: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bellboard", abstract: "The notification inbox for your terminal.")
}
