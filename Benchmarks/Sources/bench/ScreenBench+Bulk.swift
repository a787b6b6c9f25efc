extension ScreenBench {
  /// From the key that switches the filter to the paint.
  func filters(count: Int) throws -> Measurement {
    let (terminal, _) = try open([corpus.program])
    defer { _ = try? terminal.quit(typing: "Q") }
    var samples: [Double] = []
    for index in 0..<(count + 3) {
      let took = try press("f", in: terminal)
      if index >= 3 { samples.append(took) }
    }
    let figures = Statistics(samples)
    return Measurement(
      name: "key to paint: next filter", messages: corpus.count, unit: "ms", program: figures,
      goal: "p99 < 16 ms", isMet: figures.p99 < 16)
  }

  /// Marks everything unread as read, and undoes it: how long each takes, and how long keys wait for
  /// their paint while it marks; those typed during an undo are kept until it is done.
  func bulk() throws -> [Measurement] {
    let (terminal, _) = try open([corpus.program])
    defer { _ = try? terminal.quit(typing: "Q") }
    let marking = try bulk(typing: "My", until: "read · u undo", typesOn: true, in: terminal)
    let undoing = try bulk(typing: "u", until: "U redo", typesOn: false, in: terminal)
    let times = [("mark all unread read", marking), ("undo of it", undoing)].map { name, figures in
      Measurement(
        name: "\(name): key to done", messages: corpus.count, unit: "ms",
        program: Statistics([figures.took]), goal: "< 1200 ms for 100 000",
        isMet: figures.took <= max(1_200, 1_200 * Double(corpus.count) / 100_000))
    }
    let keys = Measurement(
      name: "mark all unread read: key to paint meanwhile", messages: corpus.count, unit: "ms",
      program: Statistics(marking.keys), goal: "longest < 8 ms",
      isMet: Statistics(marking.keys).maximum < 8)
    return times + [keys]
  }

  private func bulk(
    typing keys: String, until end: String, typesOn: Bool, in terminal: PseudoTerminal
  ) throws -> (took: Double, keys: [Double]) {
    terminal.drain(quiet: 30)
    var begun = milliseconds()
    for key in keys {
      begun = terminal.type(String(key))
      _ = try terminal.settle(quiet: 3)
    }
    var samples: [Double] = []
    while !terminal.shows(end) {
      guard milliseconds() - begun < 120_000 else { throw BenchError("no end of \(keys)") }
      guard typesOn else {
        terminal.readOn(quiet: 4)
        continue
      }
      let typed = terminal.type(samples.count % 2 == 0 ? "j" : "k")
      samples.append(try terminal.nextPaint() - typed)
      terminal.readOn(quiet: 4)
    }
    return (milliseconds() - begun, samples)
  }
}
