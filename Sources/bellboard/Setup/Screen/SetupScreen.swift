import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem
import InboxTerminal
import InboxUI

/// Setup's screen on the terminal.
struct SetupScreen {
  let environment: UserEnvironment
  let facts: SetupFacts

  /// Whether the terminal can show the screen; else the dialog of lines is used.
  static var isPossible: Bool {
    var size = winsize()
    guard (try? TerminalType()) != nil, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else {
      return false
    }
    return SetupFrame.fits(Size(columns: Int(size.ws_col), rows: Int(size.ws_row)))
  }

  /// Runs the screen until it is left, and restores the terminal.
  ///
  /// - Returns: The choices; nil if nothing is to be written.
  /// - Throws: `ExitCode` after a signal or Ctrl-C, any error that keeps it from opening.
  func run() throws -> SetupChoices? {
    let signals = try SignalSource.screen()
    let pane = SetupPane(facts, now: { Date() }, zone: .autoupdatingCurrent)
    let terminal = try NCursesTerminal(
      wantsColors: environment.wantsColors(), variables: environment.variables)
    let loop = UILoop(
      pane: pane, terminal: terminal, signals: signals,
      launcher: Launcher(environment: environment.variables), now: { Date() })
    let status = loop.run()
    if status != 0 { throw ExitCode(status) }
    switch pane.state.end {
    case .accepted: return pane.state.choices
    case .interrupted: throw ExitCode(128 + SIGINT)
    case .left, nil: return nil
    }
  }
}

/// Setup's screen as the loop runs it: passes input to the state, and shows its frame.
final class SetupPane: Pane {
  private(set) var state: SetupState
  private let now: () -> Date
  private let zone: TimeZone

  init(_ facts: SetupFacts, now: @escaping () -> Date, zone: TimeZone) {
    state = SetupState(facts)
    self.now = now
    self.zone = zone
  }

  var descriptors: [Int32] { [] }
  var nextDeadline: Date? { nil }

  /// The frame, in the theme that is chosen, with the colors that the inbox has in it.
  var picture: Picture {
    let themes = state.facts.themes
    let theme = themes.indices.contains(state.theme) ? themes[state.theme].theme : nil
    let preferences = state.facts.settings.preferences
    let background = state.facts.background
    return Picture(
      frame: SetupFrame(state: state, now: now(), zone: zone).frame,
      theme: (theme ?? .default).onGround(background).tinted(for: preferences.rows, on: background),
      title: "Bellboard setup", takesMouse: preferences.mouse)
  }

  func receive(_ input: PaneInput) {
    switch input {
    case .resized(let size): state.size = size
    case .terminal(.key(let key)): state.press(key)
    case .terminal(.pasted(let text)): state.paste(text)
    case .terminal(.mouse(let event)): state.point(event)
    case .terminal(.background), .terminal(.graphics), .terminal(.measured), .graphics, .measured,
      .answered, .linked, .presented, .stopping, .continued:
      break
    }
  }

  func handleWakes(_ ready: Set<Int32>) -> [HostRequest] { state.end == nil ? [] : [.quit] }
}

extension SetupState {
  /// Handles the mouse: pages, rows, the box of the daemon, the wheel.
  mutating func point(_ event: MouseEvent) {
    guard typed == nil, SetupFrame.fits(size) else { return }
    switch event.kind {
    case .wheel(let notches): move(by: page == .done ? 3 * notches : notches)
    case .press where event.position.row == 0: go(to: SetupFrame.page(at: event.position.column))
    case .press: click(event.position)
    case .secondPress, .drag, .release: break
    }
  }

  /// Selects a row; a click on its box, or on the selected source, changes it.
  private mutating func click(_ position: Position) {
    let line = position.row - SetupFrame.contentTop
    guard page != .done else {
      if line == SetupDone(self).daemonLine { change() }
      return
    }
    let left = SetupLeft(state: self)
    guard position.column < left.columns, let row = left.row(at: line) else { return }
    let isChange = page == .sources && (row == cursor || position.column < 5)
    select(row)
    if isChange { change() }
  }
}
