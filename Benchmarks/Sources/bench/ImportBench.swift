import Foundation

/// Measures the import beside raw SQLite.
struct ImportBench {
  let corpus: Corpus
  let rawInsert: String

  /// Messages a second, beside SQLite inserting the same rows into the same schema.
  func speed() throws -> Measurement? {
    guard let took = corpus.importTime else { return nil }
    let reference = try RawInsert(path: rawInsert)
      .speed(copying: corpus.database, to: "\(corpus.home)/raw.sqlite", batch: 5_000)
    let speed = Double(corpus.stored) / (took / 1_000)
    return Measurement(
      name: "import", messages: corpus.count, unit: "messages/s",
      program: Statistics([speed]), reference: Statistics([reference]),
      goal: "0.85 × raw SQLite", isMet: speed >= 0.85 * reference)
  }
}

/// The program that inserts rows by SQLite alone, each transaction on the disk before the next.
struct RawInsert {
  /// Its path.
  let path: String

  /// Rows a second when the rows of a database are copied, `batch` of them in a transaction.
  func speed(copying database: String, to copy: String, batch: Int) throws -> Double {
    defer {
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: copy + ending)
      }
    }
    let output = try Child.run([path, database, copy, "\(batch)"], environment: [:]).output
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2, numbers[1] > 0 else {
      throw BenchError("rawinsert printed \(output)")
    }
    return numbers[0] / numbers[1]
  }
}
