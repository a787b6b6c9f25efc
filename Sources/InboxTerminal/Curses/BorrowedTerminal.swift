import CNcurses
import Foundation
import InboxSystem
import InboxUI

/// The screen of a running ncurses program, borrowed for a while and restored afterwards.
///
/// It draws into a window of its own that covers the screen, so that none of the host's is
/// touched.
final class BorrowedTerminal: Terminal {
  private let painter: FramePainter
  private let clipboard: OSC52
  private let earlier: CursesWindow
  private let earlierCursor: Int32
  private let earlierDelay: Int32
  private let sizeBefore: Size
  private var window: CursesWindow
  private var keys = KeyReader()
  private var isOpen = true
  private(set) var size: Size

  var inputDescriptor: Int32 { STDIN_FILENO }

  /// Covers the screen; nil when ncurses does not run or has no room for another window.
  init?(wantsColors: Bool, clipboard: OSC52) {
    guard let shown = curses_shown_window(), let earlier = dupwin(shown) else { return nil }
    guard let window = newwin(0, 0, 0, 0) else {
      delwin(earlier)
      return nil
    }
    self.clipboard = clipboard
    self.earlier = earlier
    self.window = window
    size = FramePainter.size(of: window)
    sizeBefore = size
    painter = FramePainter(wantsColors: wantsColors, on: .host)
    earlierCursor = curs_set(0)
    earlierDelay = get_escdelay()
    configure()
  }

  deinit {
    close()
  }

  func show(_ frame: Frame, in theme: Theme) {
    guard isOpen else { return }
    curs_set(frame.cursor == nil ? 0 : 1)
    painter.paint(frame, in: theme, into: window)
    wrefresh(window)
  }

  func readInput() -> TerminalInput? {
    while let input = keys.next(from: window, resized: cover) {
      switch input {
      // The mouse is the host's.
      case .mouse, .graphics, .measured: continue
      default: return input
      }
    }
    return nil
  }

  func perform(_ request: HostRequest) {
    guard isOpen else { return }
    switch request {
    case .ring: beep()
    case .copy(let text):
      try? Descriptors.write(clipboard.sequence(copying: text).utf8, to: STDOUT_FILENO)
    // The host sends desktop notifications itself.
    case .notify, .quit, .redraw, .launch: break
    }
  }

  func perform(_ request: TerminalRequest) {
    guard isOpen else { return }
    switch request {
    // The terminal's title and mouse belong to the host; which links and pictures its cells have
    // is unknown.
    case .title, .mouse, .hyperlinks, .graphics: break
    case .resize: cover()
    case .repaint: redraw()
    case .suspend:
      def_prog_mode()
      endwin()
    case .resume(let discardingInput): resume(discardingInput: discardingInput)
    case .close: close()
    }
  }

  private func configure() {
    keypad(window, true)
    nodelay(window, true)
    // A lone Esc counts as a key after this many milliseconds.
    set_escdelay(25)
  }

  /// Covers the screen at its current size.
  private func cover() {
    wresize(window, getmaxy(curses_standard_window()), getmaxx(curses_standard_window()))
    size = FramePainter.size(of: window)
    redraw()
  }

  private func redraw() {
    painter.forget()
    clearok(window, true)
  }

  private func resume(discardingInput: Bool) {
    reset_prog_mode()
    if discardingInput { flushinp() }
    keys = KeyReader()
    redraw()
    wrefresh(window)
  }

  private func close() {
    guard isOpen else { return }
    isOpen = false
    if size == sizeBefore {
      touchwin(earlier)
      wrefresh(earlier)
    } else {
      ungetch(KEY_RESIZE)
    }
    delwin(earlier)
    delwin(window)
    painter.freePairs()
    set_escdelay(earlierDelay)
    if earlierCursor != ERR { curs_set(earlierCursor) }
  }
}
