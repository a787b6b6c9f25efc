package import InboxText
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
  /// Whether the mouse is wanted, also while the terminal is given back.
  private var takesMouse = false
  private var cursorIsShown: Bool?
  private var detection: GraphicsDetection
  private var measuring: MeasureDetection
  /// A window that is never shown, as ncurses would draw the other one outside of a frame when it
  /// reads from it.
  private let input: CursesWindow
  /// The frame that is shown, with its theme.
  private var last: (frame: Frame, theme: Theme)?
  private var overlay = GraphicsOverlay()

  /// Columns and rows just now, at least 1 × 1.
  package private(set) var size: Size

  /// Becomes readable when a key may be waiting.
  package var inputDescriptor: Int32 { STDIN_FILENO }

  /// Takes the terminal on standard input and output.
  ///
  /// - Parameters:
  ///   - type: Its type; nil finds it by `TERM`.
  ///   - wantsColors: False for `NO_COLOR` and `--color never`: attributes only.
  ///   - asksBackground: Whether it is asked how bright its background is; the answer is an input.
  ///   - variables: The environment, which tells what kind of terminal is around this one.
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
      let window = curses_standard_window(), let input = newpad(1, 1)
    else {
      output.close()
      throw .cannotStart(type.name)
    }
    self.screen = screen
    self.output = output
    self.window = window
    self.input = input
    original = settings
    sequences = ModeSequences(type: type.name, asksBackground: asksBackground)
    desktop = DesktopSequences(type: type.name, variables: variables)
    clipboard = OSC52(variables: variables)
    detection = GraphicsDetection(
      type: type.name, variables: variables,
      takesQuestions: wantsColors && sequences.takesQuestions)
    size = FramePainter.size(of: window)
    let hasColors = wantsColors && has_colors()
    if hasColors {
      start_color()
      use_default_colors()
    }
    painter = FramePainter(wantsColors: hasColors, on: .own)
    painter.hyperlinks = Hyperlinks(type: type.name, variables: variables)
    output.standIns = output.isBuffered ? StandIns() : nil
    painter.standIns = output.standIns
    measuring = MeasureDetection(
      type: type.name, variables: variables, takesQuestions: sequences.takesQuestions,
      drawsGraphemes: output.standIns != nil)
    guardTerminal()
    configure()
    emit(sequences.enter + measuring.opening)
  }

  /// Begins the screen, with 24-bit colors where the terminal promises them, and with dim text.
  private static func screen(
    of type: TerminalType, on output: FrameOutput, wantsColors: Bool,
    _ variables: [String: String]
  ) -> OpaquePointer? {
    ScreenLimits.whileKept {
      let entry = CompiledEntry(for: type, wantsColors: wantsColors, variables: variables)
      let screen = entry?.whileKnown { curses_new_screen(type.entry, output.stream) }
      return screen ?? curses_new_screen(type.entry, output.stream)
    }
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
  package func show(_ frame: Frame, in theme: Theme) {
    guard isOpen, !isSuspended else { return }
    let removal = overlay.begin(frame.graphics)
    last = (frame, theme)
    (painter.measure, painter.newestUnicode) = (measuring.measure, measuring.newestUnicode)
    painter.paint(frame, in: theme, into: window)
    if painter.hasDoubtful { measuring.meetDoubtful() }
    for row in removal.rows { wredrawln(window, Int32(row), 1) }
    output.gather {
      output.send(removal.text.utf8)
      if cursorIsShown != (frame.cursor != nil) {
        cursorIsShown = frame.cursor != nil
        curs_set(frame.cursor == nil ? 0 : 1)
      }
      wrefresh(window)
      probe()
      if let links = painter.hyperlinks?.sequence(over: window) { output.send(links.utf8) }
      guard !frame.graphics.isEmpty else { return }
      let written = painter.paintedRows + removal.rows
      let graphics = overlay.end(written: written, cursor: Self.shownCursor)
      // A crash may cut what is sent.
      if !graphics.isEmpty { guardAgainstCrash() }
      output.send(graphics)
    }
  }

  /// Asks how wide some graphemes are, by such that are drawn over at once.
  private func probe() {
    guard size.rows >= MeasureDetection.probeRow, size.columns > 8 else { return }
    let probe = measuring.takeProbe()
    guard !probe.isEmpty else { return }
    output.send(probe.utf8)
    wredrawln(window, Int32(MeasureDetection.probeRow - 1), 1)
    wrefresh(window)
  }

  private func take(_ answer: MeasureAnswer) {
    let (measure, newest) = (measuring.measure, measuring.newestUnicode)
    ask(measuring.take(answer))
    guardAgainstCrash()
    guard measuring.measure != measure || measuring.newestUnicode != newest else { return }
    // What is shown may be shifted, which ncurses does not know.
    redraw()
    // The frame itself stays the same when only substitutes change.
    if measuring.newestUnicode != newest, let last { show(last.frame, in: last.theme) }
  }

  /// Where ncurses has left the cursor of the terminal.
  private static var shownCursor: Position {
    let shown = curses_shown_window()
    return Position(column: Int(getcurx(shown)), row: Int(getcury(shown)))
  }

  /// The graphics of the terminal; nil where none are known, or not how large its cells are.
  package var graphics: TerminalGraphics? {
    guard let form = detection.form, let cell = ScreenLimits.toldCell else { return nil }
    return TerminalGraphics(form, cell: cell)
  }

  /// How the terminal draws text, as far as it is known.
  package var measure: TextMeasure { measuring.measure }

  /// Takes the next waiting key or paste, from ncurses or the terminal.
  package func readInput() -> TerminalInput? {
    // The loop hears of another size by its signal, and ncurses only from the loop.
    while let input = keys.next(from: input) {
      switch input {
      case .graphics(let answer): ask(detection.take(answer))
      case .measured(let answer): take(answer)
      default: return input
      }
    }
    return nil
  }

  /// Rings, notifies the desktop or copies.
  package func perform(_ request: HostRequest) {
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
    keypad(input, true)
    // ncurses shall return reports of mouse and focus as bytes: of a report that it takes for a key
    // it leaves the rest, whose letters would be keys.
    for start in ["\u{1B}[M", "\u{1B}[<", "\u{1B}[I", "\u{1B}[O"] { define_key(start, 0) }
    nodelay(input, true)
    leaveok(window, false)
    scrollok(window, false)
    // ncurses would leave a frame half drawn while keys wait.
    typeahead(-1)
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

  /// Asks the terminal something, whose answer comes among the keys, if ever.
  private func ask(_ question: String) {
    if !question.isEmpty, !isSuspended { emit(question) }
  }

  /// What gives the terminal back as it was before ncurses.
  private func leave() -> String {
    overlay.leave() + (takesMouse ? sequences.mouseOff : "") + measuring.leave + sequences.leave
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
    // Before anything is shown: keys that follow it are meant.
    if discardingInput { flushinp() }
    // The first refresh after endwin takes the terminal again.
    output.gather { wrefresh(window) }
    configure()
    emit(sequences.enter + measuring.opening + (takesMouse ? sequences.mouseOn : ""))
    cursorIsShown = nil
    keys = KeyReader()
    resize()
    redraw()
  }

  /// Everything back, written at once when ncurses cannot.
  private var restoration: String {
    overlay.restoration + measuring.leave + sequences.restoration
  }

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
    // Not before: the limit would redirect a number that is another file's by then.
    output.close()
    if wasCut { restoreStuckTerminal(by: restoring) }
  }

  /// Restores a terminal that has taken no output for a while: what waits is dropped, and the way
  /// back sent as far as there is room.
  private func restoreStuckTerminal(by restoring: String) {
    tcflush(STDIN_FILENO, TCOFLUSH)
    tcsetattr(STDIN_FILENO, TCSANOW, [original])
    let device = open("/dev/tty", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard device >= 0 else { return }
    let bytes = Array(restoring.utf8)
    _ = write(device, bytes, bytes.count)
    Foundation.close(device)
  }

  /// Has the terminal restored by a crash, and left in time by a signal though nobody reads it.
  private func guardTerminal() {
    inbox_output_limit_install(STDOUT_FILENO, output.descriptor)
    guardAgainstCrash()
  }

  /// Has the terminal restored by a crash, without a picture that it keeps.
  private func guardAgainstCrash() {
    inbox_crash_handler_remove()
    var settings = original
    let restoring = restoration
    inbox_crash_handler_install(STDOUT_FILENO, &settings, restoring, Int32(restoring.utf8.count))
  }

  /// Sends past ncurses, but in order with what it has sent: it flushes at each refresh.
  private func emit(_ text: String) {
    try? Descriptors.write(text.utf8, to: STDOUT_FILENO)
  }
}
