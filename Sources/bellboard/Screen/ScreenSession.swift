import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxTerminal
import InboxUI

/// `bellboard screen`, also the default without a command.
struct ScreenCommand: NamedCommand {
  static let name = "screen"
  static let abstract = "Open the inbox on the screen (also without a command)."
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var options: ScreenOptions

  @Argument(help: .hidden)
  var unknown: [String] = []

  /// Rejects unknown words, which the parser assigns to this default command.
  ///
  /// The parser's own error would add the usage of this command.
  private func checkWords() throws {
    guard let word = unknown.first else { return }
    guard !Bellboard.commands.contains(where: { $0.name == word }) else {
      throw ValidationError(
        "Options follow the command, so the command comes first: 'bellboard \(word) …'.")
    }
    throw Bellboard.unknownCommand(word)
  }

  func run() throws {
    try checkWords()
    try Self.run(inbox: inbox.inbox, choice: try options.choice())
  }

  /// Runs the command without arguments, and without the parser.
  static func runPlain() throws { try run(inbox: nil, choice: ScreenChoice()) }

  private static func run(inbox: String?, choice: @autoclosure () throws -> ScreenChoice) throws {
    try reporting { _ in
      let environment = try UserEnvironment(inboxName: inbox)
      try ScreenSession(environment: environment, choice: try choice())
        .run(signals: SignalSource.screen())
    }
  }
}

/// A screen session on one inbox: connects the store, the pane, the event loop and the terminal.
struct ScreenSession {
  /// File descriptors that a screen may need: databases, watches, pipes and programs.
  private static let requiredDescriptors = 32

  let environment: UserEnvironment
  let choice: ScreenChoice

  /// Opens the inbox, and runs the screen until it is closed.
  ///
  /// The signal source is created first, so that no signal is missed. If an error keeps the screen
  /// from opening, the terminal is unchanged.
  ///
  /// - Throws: `ExitCode` if the screen ends with an error; any error that keeps it from opening.
  func run(signals: SignalSource) throws {
    try Descriptors.require(Self.requiredDescriptors)
    try environment.checkInbox()
    let type = try TerminalType()
    let query = MessageQuery(
      filter: try MessageFilter(
        parsing: choice.filter, now: Date(), timeZone: .autoupdatingCurrent),
      order: choice.sort ?? environment.settings.sort)
    let opening = BackgroundWork { [environment] in
      try environment.openFollowing()
    } then: {
      $0.prepareFirstPage(of: query, in: Self.zone)
    }
    defer { try? opening.value().closeQuietly() }
    let files = try UserFiles(environment: environment, themeOption: choice.theme)
    let inbox = try opening.value()
    let notes = files.problems + [type.note].compactMap(\.self)
    let pane = try pane(on: inbox, query: query, files: files, notes: notes)
    let wantsColors = environment.wantsColors(option: choice.color)
    pane.wantsColors = wantsColors
    let terminal = try NCursesTerminal(
      type: type, wantsColors: wantsColors,
      asksBackground: files.followsBackground || wantsColors && files.theme.followsGround,
      variables: environment.variables)
    let loop = UILoop(
      pane: pane, terminal: terminal, signals: signals,
      launcher: Launcher(environment: environment.variables), now: { Date() })
    let silences = silenceTimer(on: inbox, files)
    defer { silences.stop() }
    let status = loop.run()
    pane.close()
    if status != 0 { throw ExitCode(status) }
  }

  /// A running timer for the expected sources; it does nothing while there are none.
  private func silenceTimer(on inbox: Inbox, _ files: UserFiles) -> SilenceTimer {
    let timer = SilenceTimer(inbox)
    files.reloaded = { environment in
      inbox.update(configuration: environment.inboxConfiguration(.normal))
      timer.restart()
    }
    if !environment.inboxConfiguration(.normal).expectations.isEmpty { timer.restart() }
    return timer
  }

  private func pane(
    on inbox: Inbox, query: MessageQuery, files: UserFiles, notes: [String]
  ) throws -> InboxPane {
    var state = UIState(
      size: Size(columns: 0, rows: 0), inboxName: environment.inbox.description, query: query,
      filterText: choice.filter, theme: files.theme, keymap: files.keymap,
      preferences: files.preferences, zone: Self.zone)
    state.environment.background = environment.background
    if environment.isDemo { state.environment.heading = "Demo" }
    if choice.offersTour { state.tour = Tour() }
    _ = state.update(
      .configured(theme: nil, keymap: nil, preferences: nil, problems: notes), at: Date())
    let environment = environment
    return try InboxPane(
      inbox: inbox, state: state, link: choice.link, settings: files,
      opening: { try environment.reopen() }, catalog: environment.catalog,
      describe: ErrorText.text(forAny:), environment: environment.variables,
      zone: Self.zone, now: { Date() })
  }

  /// The system's time zone, loaded when the first time is shown, not before the first paint.
  private static var zone: TimeZone { .autoupdatingCurrent }
}

/// The initial choices of a screen.
struct ScreenChoice {
  var theme: String?
  var color: Settings.ColorChoice?
  var filter = ""
  var sort: MessageOrder?
  /// The message or thread to open at first, on top of the list.
  var link: DeepLink?
  /// Whether to offer the tour of the first keys.
  var offersTour = false
}

struct ScreenOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "Name or file of a theme.", completion: .themeNames)
  var theme: String?

  @Option(help: "When to use colors; auto obeys $NO_COLOR.")
  var color: Settings.ColorChoice?

  @OptionGroup var filter: FilterOptions

  @Option(name: .shortAndLong, help: "Order of the list.")
  var sort: MessageOrder?

  /// Converts the options to plain values.
  func choice() throws -> ScreenChoice {
    ScreenChoice(theme: theme, color: color, filter: try filter.text() ?? "", sort: sort)
  }
}
