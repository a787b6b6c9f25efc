/// Times commands as whole processes, beside a C program that reads or writes the same by SQLite.
struct CommandBench {
  let corpus: Corpus
  let reference: String
  let runs: Int

  private static let commands: KeyValuePairs = [
    "count": ["count"], "list": ["list", "--limit", "1"], "show": ["show", "@1"],
    "push": ["push", "A message of the benchmark"],
  ]

  /// Each command from exec to its end; the two programs take turns.
  func measurements() throws -> [Measurement] {
    try Self.commands.map { name, arguments in
      var program: [Double] = []
      var floor: [Double] = []
      for run in 0...runs {
        let took = try Child.time(
          [corpus.program] + arguments, environment: corpus.environment)
        let floorTook = try Child.time(
          [reference, corpus.database, name], environment: corpus.environment)
        guard run > 0 else { continue }
        program.append(took)
        floor.append(floorTook)
      }
      let ratio = Statistics(program).median / Statistics(floor).median
      return Measurement(
        name: "command, exec to end: \(name)", messages: corpus.count, unit: "ms",
        program: Statistics(program), reference: Statistics(floor), goal: "3 × reference",
        isMet: ratio <= 3)
    }
  }
}
