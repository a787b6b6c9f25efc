/// Times commands as whole processes, beside a C program that reads or writes the same by SQLite.
struct CommandBench {
  let corpus: Corpus
  let reference: String
  let runs: Int

  /// A command, and how many times as long as the reference it may take.
  private typealias Row = (name: String, arguments: [String], limit: Double)

  private static let commands: [Row] = [
    ("count", ["count"], 2), ("list", ["list", "--limit", "1"], 3), ("show", ["show", "@1"], 3),
    ("push", ["push", "A message of the benchmark"], 2),
  ]

  /// The least that the program can do, and each command, from exec to the end, with `TZ` and without.
  func measurements() throws -> [Measurement] {
    try TimeZoneVariable.allCases.flatMap { zone in
      try [version(zone)] + Self.commands.map { try measurement(of: $0, zone) }
    }
  }

  private func version(_ zone: TimeZoneVariable) throws -> Measurement {
    let samples = try (0...runs).map { _ in
      try Child.time([corpus.program, "--version"], environment: corpus.environment(zone))
    }
    let figures = Statistics(Array(samples.dropFirst()))
    return Measurement(
      name: "command, exec to end: --version\(zone.suffix)", messages: corpus.count, unit: "ms",
      program: figures, goal: "2.5 ms", isMet: figures.median <= 2.5)
  }

  /// A command and its reference, which take turns.
  private func measurement(of row: Row, _ zone: TimeZoneVariable) throws -> Measurement {
    let environment = corpus.environment(zone)
    var program: [Double] = []
    var floor: [Double] = []
    for run in 0...runs {
      let took = try Child.time([corpus.program] + row.arguments, environment: environment)
      let floorTook = try Child.time(
        [reference, corpus.database, row.name], environment: environment)
      guard run > 0 else { continue }
      program.append(took)
      floor.append(floorTook)
    }
    let ratio = Statistics(program).median / Statistics(floor).median
    return Measurement(
      name: "command, exec to end: \(row.name)\(zone.suffix)", messages: corpus.count, unit: "ms",
      program: Statistics(program), reference: Statistics(floor),
      goal: "\(Int(row.limit)) × reference", isMet: ratio <= row.limit)
  }
}
