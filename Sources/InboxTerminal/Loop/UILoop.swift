import InboxText
public import Foundation
import InboxUI

/// Runs a pane on a terminal of its own: one `poll` over keys, the pane and signals.
///
/// All that waits is taken before one draw, and nothing happens while nothing happens.
public final class UILoop {
  let terminal: any Terminal
  let pane: any Pane
  let signals: SignalPipe?
  let launcher: Launcher
  let now: () -> Date
  var exitStatus: Int32?
  /// Programs that run beside the screen, as long as their ends matter.
  var openers: [RunningOpener] = []
  private var shown: Picture?
  /// What the pane was told of the terminal's size.
  private var size: Size

  /// Connects a pane with a terminal.
  ///
  /// - Parameters:
  ///   - pane: What runs.
  ///   - terminal: Where it is shown; closed when the loop ends.
  ///   - signals: Made before the terminal, so that none is missed; nil where the signals belong
  ///     to a program around.
  ///   - launcher: Opens links.
  ///   - now: The clock.
  public init(
    pane: any Pane, terminal: any Terminal, signals: SignalPipe? = nil, launcher: Launcher,
    now: @escaping () -> Date
  ) {
    self.pane = pane
    self.terminal = terminal
    self.signals = signals
    self.launcher = launcher
    self.now = now
    size = terminal.size
  }

  /// Runs until the pane quits, a signal ends it, or the terminal is gone.
  ///
  /// - Returns: The exit status: 0, or 128 and the number of the signal.
  public func run() -> Int32 {
    defer { terminal.perform(.close) }
    tellSize()
    fulfil(pane.handleWakes())
    draw()
    pane.receive(.presented)
    while true {
      takeSignals()
      if let due = openerDeadline, due <= now() { takeEnds() }
      takeInput()
      if exitStatus == nil { fulfil(pane.handleWakes()) }
      if let exitStatus {
        tellRemainingResults()
        return exitStatus
      }
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
    var waiting = ([terminal.inputDescriptor, signals?.descriptor ?? -1] + pane.descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&waiting, nfds_t(waiting.count), timeout()) > 0 else { return }
    // A terminal that is gone stays readable for ever.
    let gone = Int16(POLLHUP | POLLERR | POLLNVAL)
    if waiting[0].revents & gone != 0 { exitStatus = 128 + SIGHUP }
  }

  /// Milliseconds for `poll`, rounded up so that it never wakes too early; -1 waits for ever.
  private func timeout() -> Int32 {
    let deadlines = [pane.nextDeadline, openerDeadline].compactMap(\.self)
    guard let deadline = deadlines.min() else { return -1 }
    let milliseconds = (deadline.timeIntervalSince(now()) * 1_000).rounded(.up)
    return Int32(min(max(milliseconds, 0), 86_400_000))
  }

  /// When a program that runs beside the screen has done so for long enough.
  private var openerDeadline: Date? {
    openers.compactMap(\.deadline).min()
  }

  private func takeInput() {
    while exitStatus == nil, let input = terminal.readInput() {
      if input == .key(.control("z")) {
        stop()
        continue
      }
      pane.receive(.terminal(input))
    }
    // A borrowed screen tells of another size among its keys.
    if exitStatus == nil, terminal.size != size { tellSize() }
  }

  private func takeSignals() {
    for signal in signals?.take() ?? [] {
      switch signal {
      case .resized: resize()
      case .stop: stop()
      case .continued: redraw()
      case .childChanged: takeEnds()
      case .terminate(let number): exitStatus = 128 + number
      }
    }
  }

  private func resize() {
    terminal.perform(.resize)
    tellSize()
  }

  private func tellSize() {
    shown = nil
    size = terminal.size
    pane.receive(.resized(size))
  }

  func redraw() {
    terminal.perform(.repaint)
    resize()
  }

  private func stop() {
    guard let signals else { return }
    terminal.perform(.suspend)
    pane.receive(.stopping)
    signals.stop()
    pane.receive(.continued)
    terminal.perform(.resume(discardingInput: false))
    redraw()
  }

  private func fulfil(_ requests: [HostRequest]) {
    for request in requests {
      switch request {
      case .quit: exitStatus = 0
      case .redraw: redraw()
      case .launch(let launch): self.launch(launch)
      case .ring, .notify: terminal.perform(request)
      case .copy:
        terminal.perform(request)
        pane.receive(.answered(request, .done))
      }
    }
  }
}
