import Foundation

/// Measures the import beside raw SQLite.
struct ImportBench {
  let corpus: Corpus
  let rawInsert: String

  /// Messages a second, beside SQLite inserting the same rows into the same schema.
  func speed() throws -> Measurement? {
    guard let took = corpus.importTime else { return nil }
    let copy = "\(corpus.home)/raw.sqlite"
    defer {
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: copy + ending)
      }
    }
    let output = try Child.run([rawInsert, corpus.database, copy], environment: corpus.environment)
      .output
    guard let seconds = output.split(whereSeparator: \.isWhitespace).last.flatMap({ Double($0) })
    else {
      throw BenchError("rawinsert printed \(output)")
    }
    let count = Double(corpus.stored)
    return Measurement(
      name: "import", messages: corpus.count, unit: "messages/s",
      program: Statistics([count / (took / 1_000)]), reference: Statistics([count / seconds]),
      goal: "0.85 × raw SQLite", isMet: took / 1_000 <= seconds / 0.85)
  }
}
