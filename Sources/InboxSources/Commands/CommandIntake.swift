import InboxCore
import InboxPayloads
import InboxSettings
import Logging

/// Converts the lines of a program into messages; those of one piece are stored together.
///
/// Lines beyond the rate limit are held and reading stops, so that a flooding program blocks on its
/// pipe and costs no more than others.
struct CommandIntake {
  /// The result so far.
  var report = CommandOutcome()
  private let settings: CommandSettings
  private let context: SourceContext
  private let decoder = PayloadDecoder()
  private var lines: BoundedLines
  private var held: ArraySlice<BoundedLines.Line> = []
  private var told: String?
  private var isLogged = false
  private var allowance = LineAllowance()
  /// The allowance for bytes that are part of no line.
  private var waste = ByteAllowance()
  private var errorLines = StandardErrorLines()
  private var errorAllowance = ByteAllowance()
  private var hasErrors = true

  init(_ settings: CommandSettings, _ context: SourceContext) {
    (self.settings, self.context) = (settings, context)
    lines = BoundedLines(limit: Payload.maximumSize)
  }

  /// Whether lines are held.
  var isHolding: Bool { !held.isEmpty }

  /// Whether reading is paused.
  mutating func isHoldingBack() -> Bool { isHolding || waste.isUsedUp() }

  /// Whether there are too many bytes that are part of no line, or on standard error.
  var isFlooded: Bool { waste.isFlooding || errorAllowance.isFlooding }

  /// Whether standard error is to be read now.
  mutating func takesErrors() -> Bool { !errorAllowance.isUsedUp() && hasErrors }

  /// Logs a piece of standard error, an empty one at its end.
  mutating func take(errors piece: some Collection<UInt8>) {
    hasErrors = !piece.isEmpty
    errorAllowance.take(piece.count)
    log(errorLines.append(piece))
  }

  /// Logs the last line of standard error.
  mutating func finishErrors() {
    log(errorLines.finish())
  }

  private func log(_ lines: [String]) {
    for line in lines { context.log.notice("\(line)") }
  }

  /// Handles a piece of the output.
  mutating func take(_ piece: some Collection<UInt8>) throws {
    held += lines.append(piece)
    waste.take(lines.takeWastedCount())
    try store()
  }

  /// Handles the last line.
  mutating func finish() throws {
    held += lines.finish()
    try store()
  }

  /// Drops the held lines.
  mutating func drop() {
    report.droppedCount += held.count
    held = []
    report.heldBack = []
  }

  /// Stores as many lines as the rate limit allows.
  mutating func store() throws {
    var payloads: [Payload] = []
    while let line = held.first, allowance.takesLine() {
      held.removeFirst()
      if let payload = payload(line) { payloads.append(payload) }
    }
    if held.isEmpty { held = [] }
    var storedCount = 0
    if !payloads.isEmpty {
      let results = try context.intake.pushAndWait(payloads, from: "command/\(settings.name)")
      storedCount = results.count { $0.isStored }
      for problem in results.compactMap(context.problem) { note(problem) }
    }
    publish(storedCount)
  }

  /// Updates the source's state with the result so far; the first problem is logged.
  mutating func publish(_ storedCount: Int = 0) {
    report.heldBack = []
    if isHolding { report.heldBack.insert(.lines) }
    if waste.isFlooding { report.heldBack.insert(.waste) }
    if errorAllowance.isFlooding { report.heldBack.insert(.standardError) }
    let problem = report.problem(of: settings)
    guard storedCount > 0 || problem != told else { return }
    if let problem, !isLogged {
      context.log.warning("\(problem)")
      isLogged = true
    }
    told = problem
    context.board.update(context.name) { state, now in
      state.receivedCount += storedCount
      if state.error != problem { state.note(problem, at: now) }
    }
  }

  private mutating func payload(_ line: BoundedLines.Line) -> Payload? {
    guard case .bytes(let bytes) = line else {
      note("a line is longer than \(Payload.maximumSize) bytes")
      return nil
    }
    if settings.format == .lines {
      return Payload(title: String(decoding: bytes, as: UTF8.self))
    }
    guard let record = decoder.decodeLine(bytes) else { return nil }
    switch record.result {
    case .success(let payload): return payload
    case .failure(let problem):
      note(context.wording.text(problem))
      return nil
    }
  }

  private mutating func note(_ problem: String) {
    report.badCount += 1
    report.firstProblem = report.firstProblem ?? problem
  }
}
