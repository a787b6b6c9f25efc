import Foundation

/// What the kernel says of a running process.
struct ProcessFigures {
  /// Most memory that it ever had, in MiB.
  var peakMemory = 0.0
  /// The memory that it has, in MiB, with the pages of its file that are in use.
  var memory = 0.0
  /// Processor time of all its threads, in milliseconds.
  var processorTime = 0.0
  /// How often each of its threads gave up the processor to wait for something.
  private var waits: [String: Int] = [:]

  /// Reads the figures of a process.
  init(of process: pid_t) {
    let status = Self.fields("/proc/\(process)/status")
    peakMemory = Double(status["VmHWM"] ?? 0) / 1_024
    memory = Double(status["VmRSS"] ?? 0) / 1_024
    let threads =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    for thread in threads {
      waits[thread] =
        Self.fields("/proc/\(process)/task/\(thread)/status")["voluntary_ctxt_switches"] ?? 0
      let times = try? String(
        contentsOfFile: "/proc/\(process)/task/\(thread)/schedstat", encoding: .utf8)
      let nanoseconds = times?.split(separator: " ").first.flatMap { Double($0) } ?? 0
      processorTime += nanoseconds / 1_000_000
    }
  }

  /// How often the threads that are there now have waited since earlier figures; those of a pool come
  /// and go.
  func wakeUps(since earlier: ProcessFigures) -> Int {
    waits.reduce(0) { $0 + $1.value - (earlier.waits[$1.key] ?? 0) }
  }

  private static func fields(_ path: String) -> [String: Int] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [:] }
    var fields: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(whereSeparator: { ":\t ".contains($0) })
      if parts.count > 1, let value = Int(parts[1]) { fields[String(parts[0])] = value }
    }
    return fields
  }
}
