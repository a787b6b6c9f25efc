import Foundation

/// Whether `TZ` names the time zone; without it a program reads the zone of the system.
enum TimeZoneVariable: CaseIterable {
  case unset
  case set

  /// The variable.
  var variables: [String: String] { self == .set ? ["TZ": "Europe/Berlin"] : [:] }
  /// What it adds to the name of a measurement.
  var suffix: String { self == .set ? ", TZ set" : "" }
}

/// An inbox of made-up messages: the same ones at each run, one in ten unread.
///
/// Beside those in the list one in a hundred is scheduled, snoozed or expired, and one in twenty is
/// in the trash.
struct Corpus {
  /// How many messages are in the list.
  let count: Int
  /// How many messages are stored.
  var stored: Int { count + count / 100 + count / 200 + count / 20 }
  /// The folder that the program gets as its home.
  let home: String
  /// The program.
  let program: String
  /// How long the import took, in milliseconds; nil when the corpus was there already.
  private(set) var importTime: Double?

  /// The program's environment, without `TZ`.
  var environment: [String: String] { environment(.unset) }

  /// The program's environment with `TZ` or without it.
  func environment(_ zone: TimeZoneVariable) -> [String: String] {
    zone.variables.merging([
      "BELLBOARD_HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]) { $1 }
  }

  /// The database of the inbox.
  var database: String { "\(home)/inboxes/default/inbox.sqlite" }

  /// Makes the inbox by importing JSON lines, unless `folder` has it from an earlier run.
  init(count: Int, in folder: String, program: String) throws {
    self.count = count
    self.program = program
    home = "\(folder)/\(count)"
    guard !FileManager.default.fileExists(atPath: database) else { return }
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try "maximum_notifications = 0\n".write(
      toFile: "\(home)/config.toml", atomically: true, encoding: .utf8)
    let lines = "\(folder)/\(count).jsonl"
    try Self.write(count: count, to: lines)
    importTime = try Child.run([program, "import", lines], environment: environment).took
    try FileManager.default.removeItem(atPath: lines)
  }

  /// Bytes of title and body of a message, on average of the messages in the list.
  var textBytes: Double {
    let sum = (0..<count).reduce(0) { $0 + Self.title($1).utf8.count + Self.body($1).utf8.count }
    return Double(sum) / Double(count)
  }

  private static func title(_ index: Int) -> String {
    "Message \(index) of the benchmark: build finished"
  }

  private static func body(_ index: Int) -> String {
    "host\(index % 40) reports: job \(index * 7) took \(index % 97) s, no errors; see the log for "
      + "\(index % 1_009) more."
  }

  private static func write(count: Int, to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else {
      throw BenchError("cannot write \(path)")
    }
    let first = 1_780_000_000 - count * 30
    for begin in stride(from: 0, to: count, by: 10_000) {
      let lines = (begin..<min(begin + 10_000, count)).map { index in
        unlisted(index, sentAt: first + index * 30) + line(index, sentAt: first + index * 30)
      }
      try file.write(contentsOf: Data(lines.joined().utf8))
    }
    try file.close()
  }

  /// The messages beside the list, spread evenly among those in it.
  private static func unlisted(_ index: Int, sentAt: Int) -> String {
    func line(_ kind: String, _ fields: String) -> String {
      """
      {"id":"\(kind)\(index)","source":"ntfy/topic\(index % 11)","title":"A \(kind) message",\
      "priority":\(index % 5 + 1),\(fields),"sent_at":\(sentAt),"received_at":\(sentAt)}\n
      """
    }
    let later = 4_000_000_000 + index * 7_919 % 5_000_000
    var lines = ""
    if index % 200 == 50 { lines += line("scheduled", "\"starts_at\":\(later)") }
    if index % 200 == 150 { lines += line("snoozed", "\"snoozed_until\":\(later)") }
    if index % 200 == 100 { lines += line("expired", "\"expires_at\":\(sentAt + 10)") }
    if index % 20 == 9 { lines += line("deleted", "\"status\":\"deleted\"") }
    return lines
  }

  private static func line(_ index: Int, sentAt: Int) -> String {
    """
    {"id":"m\(index)","source":"\(index % 7 == 0 ? "cli" : "http/host\(index % 40)")","title":"\(title(index))",\
    "body":"\(body(index))","status":"\(index % 10 == 0 ? "unread" : "read")",\
    "priority":\(index % 50 == 0 ? 4 : 3),"tags":["ci","host\(index % 40)"],\
    "categories":\(index % 13 == 0 ? "[\"build\"]" : "[]"),"pinned":\(index % 3_000 == 7),\
    "thread":"t\(index % 2_000)","sent_at":\(sentAt),\
    "received_at":\(sentAt)}\n
    """
  }
}
