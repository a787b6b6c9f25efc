import InboxText
import CNcurses
import CSystem
public import Foundation
import InboxSystem
public import InboxUI

/// The terminal of this process, drawn with ncurses.
///
/// It owns the one screen that ncurses keeps; make one at a time and close it on every way out.
/// Whatever happens between, a crash included, the terminal is left as it was found.
public final class NCursesTerminal: Terminal {
  private let window: CursesWindow
  private let painter: FramePainter
  private var keys = KeyReader()

  private let screen: OpaquePointer
  private let original: termios
  private let sequences: ModeSequences
  private let desktop: DesktopSequences
  private let clipboard: OSC52
  private var isOpen = true
  private var isSuspended = false
  private var cursorIsShown: Bool?

  /// Columns and rows just now, at least 1 × 1.
  public private(set) var size: Size

  /// Becomes readable when a key may be waiting.
  public var inputDescriptor: Int32 { STDIN_FILENO }

  /// Takes the terminal on standard input and output.
  ///
  /// - Parameters:
  ///   - wantsColors: False for `NO_COLOR` and `--color never`: attributes only.
  ///   - variables: The environment, which tells what kind of terminal is around this one.
  /// - Throws: ``TerminalError`` before anything was changed.
  public init(
    wantsColors: Bool = true,
    variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TerminalError) {
    let type = try Self.usableType()
    var settings = termios()
    tcgetattr(STDIN_FILENO, &settings)
    Self.useUTF8()
    guard let screen = bellboard_new_screen(type), let window = bellboard_standard_window() else {
      throw .cannotStart(type)
    }
    self.screen = screen
    self.window = window
    original = settings
    sequences = ModeSequences(type: type)
    desktop = DesktopSequences(type: type, variables: variables)
    clipboard = OSC52(variables: variables)
    size = Size(columns: Int(getmaxx(window)), rows: Int(getmaxy(window)))
    painter = Self.painter(wantsColors: wantsColors)
    installCrashHandler()
    configure()
    emit(sequences.enter)
  }

  /// Takes the person's locale; where that is none, or none of UTF-8, one that always is.
  ///
  /// Frames are UTF-8, and ncurses measures and sends text as the locale says.
  private static func useUTF8() {
    if setlocale(LC_CTYPE, "") != nil, let name = nl_langinfo(nl_item(CODESET)),
      String(cString: name) == "UTF-8"
    {
      return
    }
    for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      return
    }
  }

  /// Shows a frame; only what differs from the last one is sent.
  public func show(_ frame: Frame, in theme: Theme) {
    guard isOpen, !isSuspended else { return }
    if cursorIsShown != (frame.cursor != nil) {
      cursorIsShown = frame.cursor != nil
      curs_set(frame.cursor == nil ? 0 : 1)
    }
    painter.paint(frame, in: theme, into: window)
    wrefresh(window)
  }

  /// Takes the next waiting key or paste, from ncurses or the terminal.
  public func readInput() -> TerminalInput? {
    while let reading = keys.next(from: window) {
      // The loop hears of another size by its signal, and ncurses only from the loop.
      if case .input(let input) = reading { return input }
    }
    return nil
  }

  /// Rings, notifies the desktop or copies.
  public func perform(_ request: HostRequest) {
    // A program that has the terminal just now would take a sequence for typed text.
    guard isOpen, !isSuspended || request == .ring else { return }
    switch request {
    case .ring: beep()
    case .notify(let notice): emit(desktop.sequence(notice))
    case .copy(let text): emit(clipboard.sequence(copying: text))
    case .quit, .redraw, .launch: break
    }
  }

  /// Does something for the loop other than drawing.
  public func perform(_ request: TerminalRequest) {
    guard isOpen else { return }
    switch request {
    case .title(let text): emit(sequences.title(text))
    case .resize: resize()
    case .repaint: redraw()
    case .suspend: suspend()
    case .resume(let discardingInput): resume(discardingInput: discardingInput)
    case .close: close()
    }
  }

  deinit {
    close()
  }

  private func configure() {
    raw()
    noecho()
    nonl()
    // A lone Esc counts as a key after this many milliseconds.
    set_escdelay(25)
    keypad(window, true)
    nodelay(window, true)
    leaveok(window, false)
    scrollok(window, false)
    // ncurses would leave a frame half drawn while keys wait.
    typeahead(-1)
  }

  private func resize() {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard bellboard_window_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return
    }
    resizeterm(rows, columns)
    size = Size(columns: Int(columns), rows: Int(rows))
    painter.forget()
  }

  private func redraw() {
    painter.forget()
    clearok(window, true)
  }

  private func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    emit(sequences.leave)
    endwin()
    tcsetattr(STDIN_FILENO, TCSADRAIN, [original])
    inbox_crash_handler_remove()
  }

  private func resume(discardingInput: Bool) {
    guard isSuspended else { return }
    isSuspended = false
    installCrashHandler()
    // Before anything is shown: keys that follow it are meant.
    if discardingInput { flushinp() }
    // The first refresh after endwin takes the terminal again.
    wrefresh(window)
    configure()
    emit(sequences.enter)
    cursorIsShown = nil
    keys = KeyReader()
    resize()
    redraw()
  }

  private func close() {
    guard isOpen else { return }
    isOpen = false
    painter.freePairs()
    if !isSuspended {
      emit(sequences.leave)
      endwin()
    }
    delscreen(screen)
    tcsetattr(STDIN_FILENO, TCSADRAIN, [original])
    inbox_crash_handler_remove()
  }

  private func installCrashHandler() {
    var settings = original
    let restoring = sequences.restoration
    inbox_crash_handler_install(STDOUT_FILENO, &settings, restoring, Int32(restoring.utf8.count))
  }

  /// Sends past ncurses, but in order with what it has sent: it flushes at each refresh.
  private func emit(_ text: String) {
    try? Descriptors.write(text.utf8, to: STDOUT_FILENO)
  }

  private static func painter(wantsColors: Bool) -> FramePainter {
    let hasColors = wantsColors && has_colors()
    if hasColors {
      start_color()
      use_default_colors()
    }
    return FramePainter(wantsColors: hasColors, on: .own)
  }

  private static func usableType() throws(TerminalError) -> String {
    guard isatty(STDIN_FILENO) == 1 else { throw .inputIsNoTerminal }
    guard isatty(STDOUT_FILENO) == 1 else { throw .outputIsNoTerminal }
    guard let type = getenv("TERM").map({ String(cString: $0) }), !type.isEmpty else {
      throw .typeMissing
    }
    switch bellboard_check_type(type, STDOUT_FILENO) {
    case 1: return type
    case -2: throw .typeUnfit(type)
    default: throw .typeUnknown(type)
    }
  }
}
