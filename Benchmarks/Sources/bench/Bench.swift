import Foundation

/// Measures the program at several sizes and prints one table.
///
/// `bench PROGRAM FLOOR RAWINSERT LIBRARY FOLDER JSON [SIZE …]`: the four executables, a folder for
/// the corpora, the file for the figures, and the sizes.
@main
enum Bench {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 7 else {
      complain("usage: bench PROGRAM FLOOR RAWINSERT LIBRARY FOLDER JSON [SIZE ...]\n")
      exit(64)
    }
    let sizes = arguments.dropFirst(7).compactMap { Int($0) }
    do {
      try run(
        program: arguments[1], floor: arguments[2], rawInsert: arguments[3],
        library: arguments[4], folder: arguments[5], json: arguments[6],
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
    program: String, floor: String, rawInsert: String, library: String, folder: String,
    json: String, sizes: [Int]
  ) throws {
    var report = Report()
    for size in sizes {
      let corpus = try Corpus(count: size, in: folder, program: program)
      let screen = ScreenBench(corpus: corpus, floor: floor, runs: 15)
      report.add(try screen.opening())
      try screen.keys(count: 100).forEach { report.add($0) }
      report.add(try screen.filters(count: 40))
      try screen.changes(count: 20).forEach { report.add($0) }
      if size >= 100_000 { try screen.bulk().forEach { report.add($0) } }
      try screen.rest(seconds: 10).forEach { report.add($0) }
      if let speed = try ImportBench(corpus: corpus, rawInsert: rawInsert).speed() {
        report.add(speed)
      }
      report.add(try screen.arrivals(count: 40))
      try LibraryBench(corpus: corpus, program: library).measurements().forEach { report.add($0) }
    }
    report.compareSizes(of: "exec to first full paint", limit: 1.2)
    report.compareSizes(of: "peak memory", limit: 1.2)
    try report.write(to: json)
  }
}
