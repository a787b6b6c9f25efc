public import Foundation
import InboxUI

/// Runs a pane on a terminal of its own: one `poll` over keys, the pane and signals.
///
/// All that waits is taken before one draw, and nothing happens while nothing happens.
public final class UILoop {
  private let terminal: any Terminal
  private let pane: any Pane
  private let signals: SignalPipe
  private let launcher: Launcher
  private let now: () -> Date
  private var shown: Picture?
  private var exitStatus: Int32?

  /// Connects a pane with a terminal.
  ///
  /// - Parameters:
  ///   - pane: What runs.
  ///   - terminal: Where it is shown; closed when the loop ends.
  ///   - signals: Made before the terminal, so that none is missed.
  ///   - launcher: Opens links.
  ///   - now: The clock.
  public init(
    pane: any Pane, terminal: any Terminal, signals: SignalPipe, launcher: Launcher,
    now: @escaping () -> Date
  ) {
    self.pane = pane
    self.terminal = terminal
    self.signals = signals
    self.launcher = launcher
    self.now = now
  }

  /// Runs until the pane quits, a signal ends it, or the terminal is gone.
  ///
  /// - Returns: The exit status: 0, or 128 and the number of the signal.
  public func run() -> Int32 {
    defer { terminal.perform(.close) }
    pane.receive(.resized(terminal.size))
    fulfil(pane.handleWakes())
    draw()
    pane.receive(.presented)
    while true {
      takeSignals()
      takeInput()
      if exitStatus == nil { fulfil(pane.handleWakes()) }
      if let exitStatus { return exitStatus }
      draw()
      wait()
    }
  }

  private func draw() {
    guard exitStatus == nil else { return }
    let picture = pane.picture
    guard picture != shown else { return }
    terminal.show(picture.frame, in: picture.theme)
    if picture.title != shown?.title { terminal.perform(.title(picture.title)) }
    shown = picture
  }

  private func wait() {
    var waiting = ([terminal.inputDescriptor, signals.descriptor] + pane.descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&waiting, nfds_t(waiting.count), timeout()) > 0 else { return }
    // A terminal that is gone stays readable for ever.
    let gone = Int16(POLLHUP | POLLERR | POLLNVAL)
    if waiting[0].revents & gone != 0 { exitStatus = 128 + SIGHUP }
  }

  /// Milliseconds for `poll`, rounded up so that it never wakes too early; -1 waits for ever.
  private func timeout() -> Int32 {
    guard let deadline = pane.nextDeadline else { return -1 }
    let milliseconds = (deadline.timeIntervalSince(now()) * 1_000).rounded(.up)
    return Int32(min(max(milliseconds, 0), 86_400_000))
  }

  private func takeInput() {
    while exitStatus == nil, let input = terminal.readInput() {
      if input == .key(.control("z")) {
        stop()
        continue
      }
      pane.receive(.terminal(input))
    }
  }

  private func takeSignals() {
    for signal in signals.take() {
      switch signal {
      case .resized: resize()
      case .stop: stop()
      case .continued: redraw()
      case .terminate(let number): exitStatus = 128 + number
      }
    }
  }

  private func resize() {
    terminal.perform(.resize)
    shown = nil
    pane.receive(.resized(terminal.size))
  }

  private func redraw() {
    terminal.perform(.redraw)
    resize()
  }

  private func stop() {
    terminal.perform(.suspend)
    signals.stop()
    terminal.perform(.resume(discardingInput: false))
    redraw()
  }

  private func fulfil(_ requests: [PaneRequest]) {
    for request in requests {
      switch request {
      case .quit: exitStatus = 0
      case .ring: terminal.perform(.ring)
      case .redraw: redraw()
      case .launch(let links): launch(links)
      }
    }
  }

  private func launch(_ links: [String]) {
    let needsTerminal = launcher.needsTerminal
    if needsTerminal { terminal.perform(.suspend) }
    let problem = launcher.open(links)
    if needsTerminal {
      terminal.perform(.resume(discardingInput: true))
      redraw()
    }
    pane.receive(.launched(links, problem: problem))
  }
}
