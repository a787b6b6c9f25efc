import Foundation

/// Looks regularly, for folders where no file events can be had.
final class PollingWatch: ChangeWatch {
  let fileDescriptor: Int32 = -1
  let kind: WatchKind
  let interval: Double?
  private let path: String
  private let dataVersion: () throws -> Int64
  private var lastVersion: Int64?
  private var lastFile: FileIdentity?

  /// Seconds between two looks.
  static let standardInterval = 0.5

  /// Looks at `path`, and at a number that changes with each commit of another connection.
  init(
    databasePath path: String, reason: WatchKind.PollingReason,
    interval: Double = PollingWatch.standardInterval, dataVersion: @escaping () throws -> Int64
  ) {
    self.path = path
    self.interval = interval
    self.dataVersion = dataVersion
    kind = .polling(reason)
    lastVersion = try? dataVersion()
    lastFile = FileIdentity(path: path)
  }

  func drain() -> ChangeHint {
    let file = FileIdentity(path: path)
    let version = try? dataVersion()
    if file != lastFile {
      // The number of another connection says nothing about that of this one.
      (lastFile, lastVersion) = (file, nil)
      return .replaced
    }
    defer { lastVersion = version }
    return version == nil || version != lastVersion ? .rung : .nothing
  }
}
