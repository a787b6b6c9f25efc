import ArgumentParser
import InboxCore
import InboxSettings

/// What a person can choose of the screen.
struct ScreenOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "Name or file of a theme.", completion: .themeNames)
  var theme: String?

  @Option(name: .long, help: "When to use colours; auto obeys $NO_COLOR.")
  var color: Settings.ColorChoice?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "Filter words: which messages to show first.")
  var filter: String?

  @Option(name: .shortAndLong, help: "Order of the list.")
  var sort: MessageOrder?

  /// The same as plain values, which can also be made without the parser.
  var choice: ScreenChoice {
    ScreenChoice(theme: theme, color: color, filter: filter ?? "", sort: sort)
  }
}
