import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxTerminal
import InboxUI

/// A session of the screen on one inbox: connects the store, the pane, the loop and the terminal.
struct ScreenSession {
  /// Descriptors that a screen may come to use: databases, watches, pipes and programs.
  private static let requiredDescriptors = 32

  let environment: UserEnvironment
  let choice: ScreenChoice

  /// Opens the inbox, shows it, and waits for the end.
  ///
  /// - Parameter signals: made before, so that none is missed.
  /// - Returns: The exit status.
  /// - Throws: What keeps it from being opened or shown; the terminal is as it was.
  func run(signals: SignalSource) throws -> Int32 {
    try Descriptors.require(Self.requiredDescriptors)
    try environment.checkInbox()
    let type = try TerminalType()
    let query = MessageQuery(
      filter: try MessageFilter(
        parsing: choice.filter, now: Date(), timeZone: .autoupdatingCurrent),
      order: choice.sort ?? environment.settings.sort)
    let opening = InboxOpening { [environment] in
      try environment.openFollowing()
    } preparing: {
      $0.prepareFirstPage(of: query, in: Self.zone)
    }
    defer { try? opening.wait().closeQuietly() }
    let files = try UserFiles(environment: environment, themeOption: choice.theme)
    let inbox = try opening.wait()
    let notes = files.problems + [type.note].compactMap(\.self)
    let pane = try pane(on: inbox, query: query, files: files, notes: notes)
    pane.wantsColors = wantsColors
    let terminal = try NCursesTerminal(
      type: type, wantsColors: wantsColors, asksBackground: files.followsBackground,
      variables: environment.variables)
    let loop = UILoop(
      pane: pane, terminal: terminal, signals: signals,
      launcher: Launcher(environment: environment.variables), now: { Date() })
    let status = loop.run()
    pane.close()
    return status
  }

  private func pane(
    on inbox: Inbox, query: MessageQuery, files: UserFiles, notes: [String]
  ) throws -> InboxPane {
    var state = UIState(
      size: Size(columns: 0, rows: 0), inboxName: environment.inbox.description, query: query,
      filterText: choice.filter, theme: files.theme, keymap: files.keymap,
      preferences: files.preferences, zone: Self.zone)
    if let demonstration = choice.demonstration {
      state.environment.heading = "Demo"
      state.tour = demonstration.offersTour ? Tour() : nil
    }
    _ = state.update(
      .configured(theme: nil, keymap: nil, preferences: nil, problems: notes), at: Date())
    let environment = environment
    return try InboxPane(
      inbox: inbox, state: state, link: choice.link, settings: files,
      opening: { try environment.reopen() }, catalog: environment.catalog,
      describe: ErrorText.text(forAny:), environment: environment.variables,
      zone: Self.zone, now: { Date() })
  }

  /// Finds the zone when the first clock time is shown, not before the first paint.
  private static var zone: TimeZone { .autoupdatingCurrent }

  /// The option wins over the configuration, which wins over `NO_COLOR`.
  private var wantsColors: Bool {
    switch choice.color ?? environment.settings.color {
    case .always: true
    case .never: false
    case .auto: environment.variables["NO_COLOR", default: ""].isEmpty
    }
  }
}

/// The choices with which the screen begins.
struct ScreenChoice {
  var theme: String?
  var color: Settings.ColorChoice?
  var filter = ""
  var sort: MessageOrder?
  /// Where it begins, on top of the list.
  var link: DeepLink?
  /// How it is a demonstration; nil for a person's own inbox.
  var demonstration: Demonstration?

  /// The choices with which a demonstration begins.
  struct Demonstration {
    /// Whether it shows the way through the first keys.
    var offersTour: Bool
  }
}

/// The options of the screen.
struct ScreenOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "Name or file of a theme.", completion: .themeNames)
  var theme: String?

  @Option(name: .long, help: "When to use colours; auto obeys $NO_COLOR.")
  var color: Settings.ColorChoice?

  @OptionGroup var filter: FilterOptions

  @Option(name: .shortAndLong, help: "Order of the list.")
  var sort: MessageOrder?

  /// The same as plain values, which can also be made without the parser.
  func choice() throws -> ScreenChoice {
    ScreenChoice(theme: theme, color: color, filter: try filter.text() ?? "", sort: sort)
  }
}
