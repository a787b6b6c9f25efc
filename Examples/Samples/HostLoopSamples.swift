import Foundation
import InboxTerminal
import InboxUI
import LobbyCurses

/// The samples of a host's loop on the page on embedding, compiled as they stand there.
struct HostLoop {
  // sample
  func show(_ pane: InboxPane, in window: UnsafeMutablePointer<WINDOW>) {
    var keys = HostKeys()
    let clipboard = Clipboard(environment: ProcessInfo.processInfo.environment)
    var isShown = true
    while isShown {
      let cursor = pane.draw(into: OpaquePointer(window))
      curs_set(cursor == nil ? 0 : 1)
      doupdate()
      wait(for: pane)
      takeKeys(of: window, with: &keys, for: pane)
      for request in pane.handleWakes() {
        switch request {
        case .quit: isShown = false
        case .ring: beep()
        case .redraw: clearok(window, true)
        case .launch(let launch): open(launch, for: pane, in: window)
        case .copy(let text): pane.receive(.answered(request, clipboard.run(copying: text)))
        case .notify: break
        }
      }
    }
    pane.hide()
  }
  // end

  // sample
  func wait(for pane: InboxPane) {
    var waiting = ([STDIN_FILENO] + pane.descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let seconds = pane.nextDeadline?.timeIntervalSinceNow
    let milliseconds = seconds.map { Int32(min(max($0 * 1_000, 0), 3_600_000).rounded(.up)) }
    poll(&waiting, nfds_t(waiting.count), milliseconds ?? -1)
  }
  // end

  // sample
  func takeKeys(
    of window: UnsafeMutablePointer<WINDOW>, with keys: inout HostKeys, for pane: InboxPane
  ) {
    var code: UInt32 = 0
    while true {
      switch lobby_key(window, &code) {
      case KEY_CODE_YES: keys.take(keyCode: Int32(code)).map(pane.receive)
      case OK: keys.take(character: code).map(pane.receive)
      default:
        keys.flush().map(pane.receive)
        return
      }
    }
  }
  // end

  // sample
  func open(_ launch: Launch, for pane: InboxPane, in window: UnsafeMutablePointer<WINDOW>) {
    let launcher = Launcher(environment: ProcessInfo.processInfo.environment)
    endwin()
    let result = launcher.run(launch)
    clearok(window, true)
    pane.receive(.answered(.launch(launch), result))
  }
  // end

  // sample
  func showFullScreen(_ pane: InboxPane) {
    pane.present(launcher: Launcher(environment: ProcessInfo.processInfo.environment))
  }
  // end
}
