import InboxText
import CNcurses
import CInboxSystem
import Foundation
import InboxSystem
package import InboxUI

/// The terminal of this process, drawn with ncurses.
///
/// It owns the one screen that ncurses keeps; make one at a time and close it on every way out.
/// Whatever happens between, a crash included, the terminal is left as it was found.
package final class NCursesTerminal: Terminal {
  private let window: CursesWindow
  private let painter: FramePainter
  private var keys = KeyReader()

  private let screen: OpaquePointer
  private let output: FrameOutput
  private let original: termios
  private let sequences: ModeSequences
  private let desktop: DesktopSequences
  private let clipboard: OSC52
  private var isOpen = true
  private var isSuspended = false
  /// Whether the mouse is wanted, also while suspended.
  private var takesMouse = false
  private var cursorIsShown: Bool?
  private var detection: GraphicsDetection
  private var overlay = GraphicsOverlay()

  /// Current columns and rows, at least 1 × 1.
  package private(set) var size: Size

  /// Becomes readable when input may be waiting.
  package var inputDescriptor: Int32 { STDIN_FILENO }

  /// Opens the terminal on standard input and output.
  ///
  /// - Parameters:
  ///   - type: Its type; nil detects it by `TERM`.
  ///   - wantsColors: False for `NO_COLOR` and `--color never`: attributes only.
  ///   - asksBackground: Whether to query the background's brightness; the response is an input.
  ///   - variables: The environment, which identifies the terminal around this one.
  /// - Throws: ``TerminalError`` before anything was changed.
  package init(
    type: TerminalType? = nil, wantsColors: Bool = true, asksBackground: Bool = false,
    variables: [String: String] = ProcessVariables.all
  ) throws(TerminalError) {
    let type = if let type { type } else { try TerminalType() }
    var settings = termios()
    tcgetattr(STDIN_FILENO, &settings)
    Self.useUTF8()
    let output = FrameOutput()
    guard let screen = Self.screen(of: type, on: output, wantsColors: wantsColors, variables),
      let window = curses_standard_window()
    else {
      output.close()
      throw .cannotStart(type.name)
    }
    self.screen = screen
    self.output = output
    self.window = window
    original = settings
    sequences = ModeSequences(type: type.name, asksBackground: asksBackground)
    desktop = DesktopSequences(type: type.name, variables: variables)
    clipboard = OSC52(variables: variables)
    detection = GraphicsDetection(
      type: type.name, variables: variables,
      takesQuestions: wantsColors && sequences.takesQuestions)
    size = FramePainter.size(of: window)
    painter = Self.painter(wantsColors: wantsColors)
    painter.hyperlinks = Hyperlinks(type: type.name, variables: variables)
    guardTerminal()
    configure()
    emit(sequences.enter)
  }

  /// Starts ncurses, with 24-bit colors where the terminal announces them.
  private static func screen(
    of type: TerminalType, on output: FrameOutput, wantsColors: Bool,
    _ variables: [String: String]
  ) -> OpaquePointer? {
    ScreenLimits.whileKept {
      if wantsColors, let entry = DirectColorEntry(for: type, variables: variables),
        let screen = entry.whileKnown({ curses_new_screen(type.entry, output.stream) })
      {
        return screen
      }
      return curses_new_screen(type.entry, output.stream)
    }
  }

  /// Sets the user's locale, or one with UTF-8 that always exists when theirs has none.
  ///
  /// Frames are UTF-8, and ncurses measures and encodes text by the locale.
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

  /// Shows a frame; only differences from the last one are sent.
  package func show(_ frame: Frame, in theme: Theme) {
    guard isOpen, !isSuspended else { return }
    let removal = overlay.begin(frame.graphic)
    painter.paint(frame, in: theme, into: window)
    if let rows = removal.rows { wredrawln(window, Int32(rows.lowerBound), Int32(rows.count)) }
    output.gather {
      output.send(removal.text)
      if cursorIsShown != (frame.cursor != nil) {
        cursorIsShown = frame.cursor != nil
        curs_set(frame.cursor == nil ? 0 : 1)
      }
      wrefresh(window)
      if let links = painter.hyperlinks?.sequence(over: window) { output.send(links) }
      if frame.graphic != nil { sendGraphic() }
    }
  }

  private func sendGraphic() {
    let bytes = overlay.end(written: painter.paintedRows, cursor: Self.shownCursor)
    // A crash may cut these bytes.
    if !bytes.isEmpty { guardAgainstCrash() }
    output.send(bytes)
  }

  /// The terminal's cursor position after the refresh.
  private static var shownCursor: Position {
    let shown = curses_shown_window()
    return Position(column: Int(getcurx(shown)), row: Int(getcury(shown)))
  }

  /// The terminal's graphics; nil where none, or no cell size in pixels, is known.
  package var graphics: TerminalGraphics? {
    guard let form = detection.form, let cell = ScreenLimits.toldCell else { return nil }
    return TerminalGraphics(form, cell: cell)
  }

  /// Returns the next waiting input, from ncurses or the terminal.
  package func readInput() -> TerminalInput? {
    while let reading = keys.next(from: window) {
      // The loop handles SIGWINCH, and tells ncurses the size.
      switch reading {
      case .input(.graphics(let answer)): ask(detection.take(answer))
      case .input(let input): return input
      case .resized: continue
      }
    }
    return nil
  }

  /// Rings, notifies the desktop or copies.
  package func perform(_ request: HostRequest) {
    // A program that runs in the terminal now would read a sequence as typed text.
    guard isOpen, !isSuspended || request == .ring else { return }
    switch request {
    case .ring: beep()
    case .notify(let notice): emit(desktop.sequence(notice))
    case .copy(let text): emit(clipboard.sequence(copying: text))
    case .quit, .redraw, .launch: break
    }
  }

  /// Performs a request of the loop other than drawing.
  package func perform(_ request: TerminalRequest) {
    guard isOpen else { return }
    switch request {
    case .title(let text): emit(sequences.title(text))
    case .mouse(let isOn): takeMouse(isOn)
    case .hyperlinks(let policy):
      painter.hyperlinks?.policy = policy
      painter.forget()
    // Without the size of a cell no picture could be drawn.
    case .graphics(let choice): if ScreenLimits.toldCell != nil { ask(detection.choose(choice)) }
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
    Self.leaveReportsToDecoder()
    nodelay(window, true)
    leaveok(window, false)
    scrollok(window, false)
    // ncurses would leave a frame half drawn while input waits.
    typeahead(-1)
  }

  /// Makes ncurses return mouse and focus reports as bytes.
  ///
  /// Where it parses a report as a key, the remaining letters would be keys.
  private static func leaveReportsToDecoder() {
    for start in ["\u{1B}[M", "\u{1B}[<", "\u{1B}[I", "\u{1B}[O"] { define_key(start, 0) }
  }

  private func resize() {
    guard let told = ScreenLimits.toldSize else { return }
    resizeterm(Int32(told.rows), Int32(told.columns))
    size = FramePainter.size(of: window)
    painter.forget()
    overlay.forget()
  }

  private func takeMouse(_ isOn: Bool) {
    guard isOn != takesMouse else { return }
    takesMouse = isOn
    if !isSuspended { emit(isOn ? sequences.mouseOn : sequences.mouseOff) }
  }

  private func redraw() {
    painter.forget()
    overlay.forget()
    clearok(window, true)
  }

  /// Sends a query, whose response comes among the keys, if at all.
  private func ask(_ question: String) {
    if !question.isEmpty, !isSuspended { emit(question) }
  }

  /// The sequences that restore the terminal as it was before ncurses.
  private func leave() -> String {
    overlay.leave() + (takesMouse ? sequences.mouseOff : "") + sequences.leave
  }

  private func suspend() {
    guard !isSuspended else { return }
    isSuspended = true
    emit(leave())
    endwin()
    tcsetattr(STDIN_FILENO, TCSADRAIN, [original])
    inbox_crash_handler_remove()
    _ = inbox_output_limit_remove()
  }

  private func resume(discardingInput: Bool) {
    guard isSuspended else { return }
    isSuspended = false
    guardTerminal()
    // Before anything is shown: keys typed afterwards are intended.
    if discardingInput { flushinp() }
    // The first refresh after endwin restarts the screen.
    wrefresh(window)
    configure()
    emit(sequences.enter + (takesMouse ? sequences.mouseOn : ""))
    cursorIsShown = nil
    keys = KeyReader()
    resize()
    redraw()
  }

  /// Restores the terminal; written directly when ncurses cannot.
  private var restoration: String { overlay.restoration + sequences.restoration }

  private func close() {
    guard isOpen else { return }
    isOpen = false
    let restoring = restoration
    painter.freePairs()
    if !isSuspended {
      emit(leave())
      endwin()
    }
    delscreen(screen)
    tcsetattr(STDIN_FILENO, TCSADRAIN, [original])
    inbox_crash_handler_remove()
    let wasCut = inbox_output_limit_remove() != 0
    // Not earlier: the output limit would redirect a descriptor that another file has by then.
    output.close()
    if wasCut { restoreStuckTerminal(by: restoring) }
  }

  /// Restores a terminal that does not accept output: drops what is queued, and sends the
  /// restoring sequence as far as there is room.
  private func restoreStuckTerminal(by restoring: String) {
    tcflush(STDIN_FILENO, TCOFLUSH)
    tcsetattr(STDIN_FILENO, TCSANOW, [original])
    let device = open("/dev/tty", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard device >= 0 else { return }
    let bytes = Array(restoring.utf8)
    _ = write(device, bytes, bytes.count)
    Foundation.close(device)
  }

  /// Restores the terminal on a crash, and exits on a signal even when the terminal accepts no
  /// output.
  private func guardTerminal() {
    inbox_output_limit_install(STDOUT_FILENO, output.descriptor)
    guardAgainstCrash()
  }

  /// Restores the terminal on a crash, including the image that it keeps.
  private func guardAgainstCrash() {
    inbox_crash_handler_remove()
    var settings = original
    let restoring = restoration
    inbox_crash_handler_install(STDOUT_FILENO, &settings, restoring, Int32(restoring.utf8.count))
  }

  /// Writes without ncurses, after its output, which each refresh flushes.
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
}
