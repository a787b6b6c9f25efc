import Foundation

/// Measures the program at several sizes, and the daemon, and prints one table.
///
/// `bench PROGRAM PRODUCTS REFERENCES FOLDER JSON [--publishes COUNT] [SIZE …]`: the program, beside
/// which the daemon is, the folder of the benchmark's own executables, that of the C programs to
/// measure against, a folder for the corpora, the file for the figures, how many messages the curve
/// of the daemon's memory is drawn over, and the sizes, of which 0 stands for the daemon alone.
@main
enum Bench {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 6 else {
      complain(
        "usage: bench PROGRAM PRODUCTS REFERENCES FOLDER JSON [--publishes COUNT] [SIZE ...]\n")
      exit(64)
    }
    var rest = Array(arguments.dropFirst(6))
    // The caches are full after 40 000.
    var publishes = 100_000
    if let place = rest.firstIndex(of: "--publishes") {
      publishes = rest[place...].dropFirst().first.flatMap { Int($0) } ?? publishes
      rest.removeSubrange(place..<min(place + 2, rest.count))
    }
    let sizes = rest.compactMap { Int($0) }
    do {
      try run(
        program: arguments[1], products: arguments[2], references: arguments[3],
        folder: arguments[4], json: arguments[5],
        sizes: sizes.isEmpty ? [250, 10_000, 100_000, 1_000_000] : sizes.filter { $0 > 0 },
        publishes: publishes)
    } catch {
      complain("bench: \(error)\n")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  private static func run(
    program: String, products: String, references: String, folder: String, json: String,
    sizes: [Int], publishes: Int
  ) throws {
    var report = Report()
    for size in sizes {
      let corpus = try Corpus(count: size, in: folder, program: program)
      let screen = ScreenBench(corpus: corpus, floor: "\(references)/floor", runs: 15)
      for zone in TimeZoneVariable.allCases { report.add(try screen.opening(zone)) }
      try screen.keys(count: 100).forEach { report.add($0) }
      try screen.everything(count: 60).forEach { report.add($0) }
      try screen.typing().forEach { report.add($0) }
      report.add(try screen.filters(count: 40))
      try screen.changes(count: 20).forEach { report.add($0) }
      if size >= 100_000 { try screen.bulk().forEach { report.add($0) } }
      try screen.rest(seconds: 10).forEach { report.add($0) }
      // Of few messages it would time the start of the program.
      let importing = ImportBench(corpus: corpus, rawInsert: "\(references)/rawinsert")
      if size >= 10_000, let speed = try importing.speed() { report.add(speed) }
      report.add(try screen.arrivals(count: 40))
      try CommandBench(corpus: corpus, reference: "\(references)/sqlitefloor", runs: 15)
        .measurements().forEach { report.add($0) }
      report.add(
        groupsOf: try LibraryBench(corpus: corpus, program: "\(products)/library").measurements())
      // The inbox takes part in an exchange afterwards.
      let server = "\(references)/nats-server"
      if size == 100_000, FileManager.default.isExecutableFile(atPath: server) {
        try ExchangeBench(corpus: corpus, server: server, folder: folder)
          .measurements().forEach { report.add($0) }
      }
    }
    try receiving(
      program: program, references: references, folder: folder, publishes: publishes
    ) { report.add($0) }
    report.compareSizes(of: "exec to first full paint", limit: 1.1)
    report.compareSizes(of: "peak memory", limit: 1.2)
    try report.write(to: json)
  }

  /// What the daemon does, and what it holds meanwhile.
  private static func receiving(
    program: String, references: String, folder: String, publishes: Int,
    _ add: (Measurement) -> Void
  ) throws {
    let daemon = program + "d"
    try PublishBench(
      daemon: daemon, folder: folder, rawInsert: RawInsert(path: "\(references)/rawinsert")
    ).measurements().forEach(add)
    add(try PaintBench(program: program, folder: folder).measurement(count: 300, rate: 100))
    let memory = MemoryBench(daemon: daemon, folder: folder)
    try memory.subscribers(count: 1_000).forEach(add)
    try memory.publishes(publishes).forEach(add)
    add(try KeepaliveBench(daemon: daemon, folder: folder).measurement())
    let server = "\(references)/nats-server"
    guard FileManager.default.isExecutableFile(atPath: server) else { return }
    try ClusterBench(program: program, server: server, folder: folder).measurements().forEach(add)
  }
}
