import Foundation

/// Measures the program at several sizes and prints one table.
///
/// `bench PROGRAM PRODUCTS FOLDER JSON [SIZE …]`: the program, the folder of the benchmark's own
/// executables, a folder for the corpora, the file for the figures, and the sizes.
@main
enum Bench {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 5 else {
      complain("usage: bench PROGRAM PRODUCTS FOLDER JSON [SIZE ...]\n")
      exit(64)
    }
    let sizes = arguments.dropFirst(5).compactMap { Int($0) }
    do {
      try run(
        program: arguments[1], products: arguments[2], folder: arguments[3], json: arguments[4],
        sizes: sizes.isEmpty ? [250, 10_000, 100_000, 1_000_000] : sizes)
    } catch {
      complain("bench: \(error)\n")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  private static func run(
    program: String, products: String, folder: String, json: String, sizes: [Int]
  ) throws {
    var report = Report()
    for size in sizes {
      let corpus = try Corpus(count: size, in: folder, program: program)
      let screen = ScreenBench(corpus: corpus, floor: "\(products)/floor", runs: 15)
      report.add(try screen.opening())
      try screen.keys(count: 100).forEach { report.add($0) }
      report.add(try screen.filters(count: 40))
      try screen.changes(count: 20).forEach { report.add($0) }
      if size >= 100_000 { try screen.bulk().forEach { report.add($0) } }
      try screen.rest(seconds: 10).forEach { report.add($0) }
      if let speed = try ImportBench(corpus: corpus, rawInsert: "\(products)/rawinsert").speed() {
        report.add(speed)
      }
      report.add(try screen.arrivals(count: 40))
      try CommandBench(corpus: corpus, reference: "\(products)/sqlitefloor", runs: 15)
        .measurements().forEach { report.add($0) }
      report.add(
        groupsOf: try LibraryBench(corpus: corpus, program: "\(products)/library").measurements())
    }
    try PublishBench(daemon: program + "d", folder: folder).measurements().forEach {
      report.add($0)
    }
    report.compareSizes(of: "exec to first full paint", limit: 1.1)
    report.compareSizes(of: "peak memory", limit: 1.2)
    try report.write(to: json)
  }
}
