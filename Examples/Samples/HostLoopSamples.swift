import Foundation
import InboxTerminal
import InboxUI
import LobbyCurses

/// The samples of a host's loop on the page on embedding, compiled as they stand there.
struct HostLoop {
  // sample
  func show(_ pane: InboxPane, in window: UnsafeMutablePointer<WINDOW>) {
    let launcher = Launcher(environment: ProcessInfo.processInfo.environment)
    var isShown = true
    while isShown {
      let cursor = pane.draw(into: OpaquePointer(window))
      curs_set(cursor == nil ? 0 : 1)
      doupdate()
      wait(for: pane)
      takeKeys(of: window, for: pane)
      for request in pane.handleWakes() {
        switch request {
        case .quit: isShown = false
        case .ring: beep()
        case .redraw: clearok(window, true)
        case .launch(let launch): open(launch, with: launcher, for: pane, in: window)
        case .copy(let text): pane.finish(request, with: launcher.copy(text))
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
  func takeKeys(of window: UnsafeMutablePointer<WINDOW>, for pane: InboxPane) {
    var code: UInt32 = 0
    while true {
      switch lobby_key(window, &code) {
      case KEY_CODE_YES: pane.receive(keyCode: Int32(code))
      case OK: pane.receive(character: code)
      default:
        pane.endKeys()
        return
      }
    }
  }
  // end

  // sample
  func open(
    _ launch: Launch, with launcher: Launcher, for pane: InboxPane,
    in window: UnsafeMutablePointer<WINDOW>
  ) {
    endwin()
    let result = launcher.run(launch)
    clearok(window, true)
    pane.finish(.launch(launch), with: result)
  }
  // end

  // sample
  func showFullScreen(_ pane: InboxPane) {
    pane.present(launcher: Launcher(environment: ProcessInfo.processInfo.environment))
  }
  // end
}
