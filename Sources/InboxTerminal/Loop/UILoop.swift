package import Foundation
package import InboxSystem
import InboxText
import InboxUI

/// The event loop of a pane on a terminal: one wait for input, the pane and signals.
///
/// All waiting events are handled before one draw; an idle loop uses no time.
package final class UILoop {
  private let terminal: any Terminal
  private let pane: any Pane
  private let signals: SignalSource?
  private let launcher: Launcher
  private let now: () -> Date
  /// The exit status, at which the loop ends; nil while it runs.
  private var exitStatus: Int32?
  private var openers = RunningOpeners()
  private var shown: Picture?
  /// The choice that was last sent to the terminal.
  private var graphicsChoice = GraphicsChoice.characters
  /// The graphics last reported to the pane.
  private var graphics: TerminalGraphics?
  /// The measure last reported to the pane.
  private var measure = TextMeasure()
  /// The size last reported to the pane.
  private var size: Size

  /// Connects a pane with a terminal.
  ///
  /// - Parameters:
  ///   - pane: The pane that runs.
  ///   - terminal: Shows it; closed when the loop ends.
  ///   - signals: Created before the terminal, so that none is missed; nil where a host program
  ///     handles signals.
  ///   - launcher: Opens links.
  ///   - now: The clock.
  package init(
    pane: any Pane, terminal: any Terminal, signals: SignalSource? = nil, launcher: Launcher,
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
  package func run() -> Int32 {
    defer { terminal.perform(.close) }
    reportMeasure()
    reportSize()
    perform(pane.handleWakes([]))
    draw()
    pane.receive(.presented)
    var ready = Set<Int32>()
    while true {
      signals?.take().forEach(handle)
      if let due = openers.nextDeadline, due <= now() { reapOpeners() }
      takeInput()
      if exitStatus == nil { perform(pane.handleWakes(ready)) }
      if let exitStatus {
        openers.finish(at: now()).forEach(pane.receive)
        return exitStatus
      }
      draw()
      ready = wait()
    }
  }

  private func draw() {
    guard exitStatus == nil else { return }
    if pane.picture.graphics != graphicsChoice {
      graphicsChoice = pane.picture.graphics
      terminal.perform(.graphics(graphicsChoice))
      reportGraphics()
    }
    let picture = pane.picture
    guard picture != shown else { return }
    if picture.hyperlinks != shown?.hyperlinks {
      terminal.perform(.hyperlinks(picture.hyperlinks))
    }
    terminal.show(picture.frame, in: picture.theme)
    if picture.title != shown?.title { terminal.perform(.title(picture.title)) }
    if picture.takesMouse != shown?.takesMouse { terminal.perform(.mouse(picture.takesMouse)) }
    shown = picture
  }

  private func reportGraphics() {
    let present = terminal.graphics
    guard present != graphics else { return }
    graphics = present
    pane.receive(.graphics(present))
  }

  private func reportMeasure() {
    let present = terminal.measure
    guard present != measure else { return }
    measure = present
    pane.receive(.measured(present))
  }

  /// Waits for the next event or deadline, and returns the descriptors that are ready.
  private func wait() -> Set<Int32> {
    let deadline = [pane.nextDeadline, openers.nextDeadline].compactMap(\.self).min()
    let descriptors = [terminal.inputDescriptor, signals?.descriptor ?? -1] + pane.descriptors
    let ready = Descriptors.wait(
      for: descriptors.map(Descriptors.Interest.readable),
      atMost: deadline?.timeIntervalSince(now()))
    // A terminal that hung up stays readable forever.
    if ready.closed.contains(terminal.inputDescriptor) { exitStatus = 128 + SIGHUP }
    return ready.all
  }

  private func takeInput() {
    var mouse: MouseEvent?
    while exitStatus == nil, let input = terminal.readInput() {
      if case .mouse(let event) = input {
        let joined = mouse?.joined(with: event)
        if joined == nil { pass(&mouse) }
        mouse = joined ?? event
        continue
      }
      pass(&mouse)
      if input == .key(.control("z")) {
        stop()
        continue
      }
      pane.receive(.terminal(input))
    }
    pass(&mouse)
    // A borrowed screen reports another size among its keys.
    if exitStatus == nil, terminal.size != size { reportSize() }
    reportGraphics()
    reportMeasure()
  }

  /// Dispatches a mouse event that no later one can be merged into.
  private func pass(_ mouse: inout MouseEvent?) {
    if let event = mouse { pane.receive(.terminal(.mouse(event))) }
    mouse = nil
  }

  private func handle(signal number: Int32) {
    switch number {
    case SIGWINCH: resize()
    case SIGTSTP: stop()
    case SIGCONT:
      // The terminal is set up again after SIGSTOP, which no handler sees: a shell has used it.
      terminal.perform(.suspend)
      resume()
    case SIGCHLD: reapOpeners()
    default: exitStatus = 128 + number
    }
  }

  private func resize() {
    terminal.perform(.resize)
    reportSize()
  }

  private func reportSize() {
    shown = nil
    size = terminal.size
    pane.receive(.resized(size))
    reportGraphics()
  }

  private func redraw() {
    terminal.perform(.repaint)
    resize()
  }

  private func stop() {
    guard let signals else { return }
    terminal.perform(.suspend)
    pane.receive(.stopping)
    signals.stopProcess()
    pane.receive(.continued)
    resume()
    // The SIGCONT that resumed the program belongs to this stop only.
    signals.take().filter { $0 != SIGCONT }.forEach(handle)
  }

  private func resume() {
    terminal.perform(.resume(discardingInput: false))
    redraw()
  }

  private func perform(_ requests: [HostRequest]) {
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

  // MARK: - Launches

  /// Starts programs; those that draw in the terminal run in its foreground until they exit.
  private func launch(_ launch: Launch) {
    let plan = launcher.plan(for: launch)
    let result =
      plan.needsTerminal
      ? runInTerminal(plan)
      : openers.start(plan, for: launch, areSignaled: signals != nil, at: now())
    guard exitStatus == nil, let result else { return }
    pane.receive(.answered(.launch(launch), result))
  }

  private func runInTerminal(_ plan: LaunchPlan) -> HostResult {
    terminal.perform(.suspend)
    let (result, signal) = ForegroundRun(signals: signals).run(plan)
    if let signal { exitStatus = 128 + signal }
    guard exitStatus == nil else { return result }
    terminal.perform(.resume(discardingInput: true))
    redraw()
    // The run has also received the SIGCHLD of background programs.
    reapOpeners()
    return result
  }

  private func reapOpeners() {
    openers.reap(at: now()).forEach(pane.receive)
  }
}
