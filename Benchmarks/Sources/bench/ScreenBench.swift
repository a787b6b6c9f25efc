import Foundation

/// Measures the screen: opening, keys, changes, memory and rest.
struct ScreenBench {
  let corpus: Corpus
  let floor: String
  let runs: Int

  private var floorCommand: [String] { [floor, String(corpus.count)] }
  private static let quiet: Int32 = 12

  /// Opens a screen that shows all messages, or that shows a text once it stands.
  func open(
    _ command: [String], showing text: String? = nil, zone: TimeZoneVariable = .unset
  ) throws -> (PseudoTerminal, Double) {
    let terminal = try PseudoTerminal(command, environment: corpus.environment(zone))
    let painted = try terminal.settle(showing: text ?? "1/\(corpus.count)", quiet: 60)
    return (terminal, painted - terminal.start)
  }

  /// From exec to the first full paint; the two programs take turns.
  func opening(_ zone: TimeZoneVariable) throws -> Measurement {
    var program: [Double] = []
    var reference: [Double] = []
    for run in 0...runs {
      let (terminal, took) = try open([corpus.program], zone: zone)
      try terminal.quit(typing: "Q")
      let (floorTerminal, floorTook) = try open(floorCommand, zone: zone)
      try floorTerminal.quit(typing: "q")
      guard run > 0 else { continue }
      program.append(took)
      reference.append(floorTook)
    }
    let ratio = Statistics(program).median / Statistics(reference).median
    return Measurement(
      name: "exec to first full paint\(zone.suffix)", messages: corpus.count, unit: "ms",
      program: Statistics(program), reference: Statistics(reference),
      goal: "2.5 × reference (gate 3 ×)", isMet: ratio <= 2.5)
  }

  /// How many times the reference's median, and its 99th percentile, a key may take.
  struct KeyLimit {
    var median: Double
    var p99: Double

    /// On the screen as it is without settings.
    static let plain = KeyLimit(median: 1.3, p99: 2)
    /// With everything on.
    static let everything = KeyLimit(median: 2, p99: 1.5)
  }

  /// Keys that undo each other, beside those of the reference.
  typealias KeyRow = (name: String, keys: [String], floorKeys: [String])

  static let movements: [KeyRow] = [
    ("down", ["j"], ["j"]),
    ("page down, page up", ["\u{6}", "\u{2}"], ["f", "b"]),
    ("end, home", ["G", "gg"], ["G", "g"]),
  ]

  /// From key to paint; a suffix of the names says what is different in this screen.
  func keys(
    _ rows: [KeyRow] = movements, count: Int, suffix: String = "", limit: KeyLimit = .plain
  ) throws -> [Measurement] {
    let (terminal, _) = try open([corpus.program])
    let (floorTerminal, _) = try open(floorCommand)
    defer {
      _ = try? terminal.quit(typing: "Q")
      _ = try? floorTerminal.quit(typing: "q")
    }
    return try rows.map { row in
      var program: [Double] = []
      var reference: [Double] = []
      for index in 0..<(count + 6) {
        let took = try press(row.keys[index % row.keys.count], in: terminal)
        let floorTook = try press(row.floorKeys[index % row.floorKeys.count], in: floorTerminal)
        guard index >= 6 else { continue }
        program.append(took)
        reference.append(floorTook)
      }
      let figures = Statistics(program)
      let floorFigures = Statistics(reference)
      return Measurement(
        name: "key to paint: \(row.name)\(suffix)", messages: corpus.count, unit: "ms",
        program: figures, reference: floorFigures,
        goal: "median \(limit.median) ×, p99 \(limit.p99) × reference's p99",
        isMet: figures.median <= limit.median * floorFigures.median
          && figures.p99 <= limit.p99 * floorFigures.p99)
    }
  }

  func press(_ key: String, in terminal: PseudoTerminal) throws -> Double {
    terminal.drain(quiet: 2)
    let typed = terminal.type(key)
    return try terminal.settle(quiet: Self.quiet) - typed
  }

  /// From key to painted and stored, for changes; each is taken back by undo.
  func changes(count: Int) throws -> [Measurement] {
    let (terminal, _) = try open([corpus.program])
    defer { _ = try? terminal.quit(typing: "Q") }
    var samples: [String: [Double]] = [:]
    for index in 0..<(count + 2) {
      for (name, key) in [("read", "m"), ("delete", "d")] {
        let took = try press(key, in: terminal)
        let undone = try press("u", in: terminal)
        guard index >= 2 else { continue }
        samples[name, default: []].append(took)
        samples["undo", default: []].append(undone)
      }
    }
    return ["read", "delete", "undo"].compactMap { name in
      samples[name].map { values in
        let figures = Statistics(values)
        return Measurement(
          name: "key to painted and stored: \(name)", messages: corpus.count, unit: "ms",
          program: figures, goal: "median < 5 ms", isMet: figures.median < 5)
      }
    }
  }

  /// From `push` returning in another process to painted here.
  func arrivals(count: Int) throws -> Measurement {
    // Without the pinned ones, so that what comes stands on the screen.
    let (terminal, _) = try open([corpus.program, "--filter=-is:pinned"], showing: "1/")
    defer { _ = try? terminal.quit(typing: "Q") }
    var samples: [Double] = []
    for index in 0..<(count + 2) {
      terminal.drain(quiet: 30)
      let marker = "arrival-\(index)-\(UInt32.random(in: 0 ... .max))"
      let ended = try Child.run(
        [corpus.program, "push", marker], environment: corpus.environment
      ).ended
      // Numbers in headers are counted beside the loop and follow; they are not what is timed.
      guard let painted = terminal.times(of: [marker], limit: 30_000)[0] else {
        throw BenchError("\(marker) was not painted")
      }
      if index >= 2 { samples.append(max(0, painted - ended)) }
    }
    let figures = Statistics(samples)
    return Measurement(
      name: "push returned to painted elsewhere", messages: corpus.count, unit: "ms",
      program: figures, goal: "p95 < 3 ms", isMet: figures.p95 < 3)
  }

  /// Peak memory after some use, and what ten idle seconds cost.
  func rest(seconds: Double) throws -> [Measurement] {
    let (terminal, _) = try open([corpus.program])
    defer { _ = try? terminal.quit(typing: "Q") }
    for key in ["\u{6}", "\u{6}", "G", "gg", "j", "\r", "q"] { _ = try press(key, in: terminal) }
    terminal.drain(quiet: 700)
    let before = ProcessFigures(of: terminal.process)
    terminal.drain(quiet: Int32(seconds * 1_000))
    let after = ProcessFigures(of: terminal.process)
    func figure(_ name: String, _ unit: String, _ value: Double, _ goal: String, _ isMet: Bool)
      -> Measurement
    {
      Measurement(
        name: name, messages: corpus.count, unit: unit, program: Statistics([value]), goal: goal,
        isMet: isMet)
    }
    let time = after.processorTime - before.processorTime
    let wakes = Double(after.wakeUps(since: before))
    return [
      figure("peak memory", "MiB", after.peakMemory, "< 20 MiB", after.peakMemory < 20),
      figure("\(Int(seconds)) idle seconds: CPU time", "ms", time, "0", time == 0),
      figure("\(Int(seconds)) idle seconds: wake-ups", "", wakes, "0", wakes == 0),
    ]
  }
}
