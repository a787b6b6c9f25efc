import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxText

extension InboxHealth {
  /// The checks of an inbox in `doctor`; a maximum number of messages of 0 is unlimited.
  func checks(maximum: Int) -> [Check] {
    let findings: [(subject: String, finding: Finding?)] = [
      ("database", database), ("messages", contents(maximum)), ("search", searchIndex),
      ("counts", unreadCounts), ("writing", writing), ("watching", watching), ("change log", log),
      ("pruning", lastPruning), ("disk", space), ("files", files),
    ]
    return findings.compactMap { subject, finding in
      finding.map { Check($0.grade, subject, $0.text) }
    } + permissions
  }

  /// What is found of a subject.
  private typealias Finding = (grade: Check.Grade, text: String)

  private var database: Finding {
    guard complaints.isEmpty else {
      return (.bad, "\(complaints.prefix(3).joined(separator: "; ")). \(rescue)")
    }
    let size = ByteSize.text(Int64(databaseSize))
    return (.good, "ok; \(size), schema \(schemaVersion), SQLite \(sqliteVersion)")
  }

  private func contents(_ maximum: Int) -> Finding {
    let limit = maximum == 0 ? "without a limit" : "of at most \(maximum)"
    let finding =
      "\(counts.stored) stored \(limit); \(counts.listed) listed, \(counts.unread) unread, "
      + "\(counts.done) done, \(counts.deleted) in the trash"
    guard maximum > 0, counts.stored >= maximum - maximum / 10 else { return (.good, finding) }
    return (
      .doubtful,
      "\(finding). Beyond the maximum, read messages are removed, then unread ones; raise "
        + "maximum_notifications in the configuration (0 = unlimited)"
    )
  }

  /// The advice for a damaged file.
  private var rescue: String {
    "'bellboard doctor --rescue \(path ?? "FILE")' saves what can be read into a new inbox"
  }

  private var searchIndex: Finding {
    switch isSearchIndexSound {
    case true: (.good, "ok")
    case false: (.bad, "the index does not match the messages. \(rescue)")
    case nil: (.good, "not checked: the inbox is read-only")
    }
  }

  private var unreadCounts: Finding {
    guard counts != recount else { return (.good, "ok") }
    return (.bad, "\(counts.unread) unread shown, \(recount.unread) stored. \(rescue)")
  }

  private var writing: Finding {
    guard journalMode == "wal" else {
      return (.doubtful, "journal mode is \(journalMode), not wal")
    }
    let size = ByteSize.text(Int64(walSize))
    guard walSize >= 64 * 1_024 * 1_024 else { return (.good, "write-ahead log, \(size)") }
    return (.doubtful, "the write-ahead log has \(size); close the programs that keep it open")
  }

  private var watching: Finding {
    switch watchKind {
    case .inotify, .inProcess: (.good, "changes by other programs are seen at once")
    case .polling(.networkFileSystem(let name)):
      (.doubtful, "\(name) reports no changes; polling instead")
    case .polling(.refused(let code)):
      (
        .doubtful,
        "no file watch (\(SystemError(call: "inotify", code: code).reason)); polling instead. "
          + "See fs.inotify.max_user_instances and max_user_watches"
      )
    case .polling(.asked): (.good, "polling, as requested")
    }
  }

  private var log: Finding? {
    guard let logRange, let logStart else { return nil }
    let kept =
      "\(ByteSize.text(Int64(logSize))), oldest entry \(RelativeTime.age(of: logStart, at: date))"
    guard let last = cursors.min(by: { $0.sequence < $1.sequence }) else { return (.good, kept) }
    let reader = "'\(last.name)' (\(RelativeTime.phrase(from: last.updatedAt, to: date)))"
    if last.sequence + 1 < logRange.lowerBound {
      return (
        .doubtful,
        "\(kept); \(reader) has read up to entry \(last.sequence), and the log starts at "
          + "\(logRange.lowerBound): it missed entries and must reload"
      )
    }
    let age = Int64(date.timeIntervalSince(logStart) * 1_000)
    let isHeld = age > LogLimits.normal.age + Self.day || logSize > LogLimits.normal.size
    let limit =
      "at most \(LogLimits.held.age / Self.day) days or \(ByteSize.text(Int64(LogLimits.held.size)))"
    return (
      isHeld ? .doubtful : .good,
      "\(kept); \(isHeld ? "held" : "kept") for \(reader), \(limit)"
    )
  }

  /// A day in milliseconds.
  private static let day: Int64 = 86_400_000

  private var lastPruning: Finding? {
    pruning.map { pruning in
      let age = RelativeTime.phrase(from: pruning.date, to: date)
      let isOne = pruning.count == 1
      let removed =
        "\(pruning.count.counted("old message")) removed by the maximum or their age"
      let unread =
        pruning.unreadCount == 0
        ? "" : isOne ? " while unread" : ", \(pruning.unreadCount) of them unread"
      return (
        unread.isEmpty ? .good : .doubtful,
        "\(removed)\(unread), \(isOne ? "" : "the last ")\(age)"
      )
    }
  }

  private var space: Finding? {
    guard let freeSpace else { return nil }
    let free = "\(ByteSize.text(Int64(freeSpace))) free"
    return switch freeSpace {
    case ..<FullDisk.limit: (.bad, "full (\(free)): the inbox is read-only until there is space")
    case ...(16 * 1_024 * 1_024): (.doubtful, "only \(free)")
    default: (.good, free)
    }
  }

  private var files: Finding? {
    let use = attachments
    guard use != AttachmentUse() else { return nil }
    let kept = "\(use.namedCount) stored, \(ByteSize.text(Int64(use.namedSize)))"
    guard use.missing.isEmpty else {
      return (
        .bad,
        "\(kept); \(use.missing.count) more files of messages are missing, such as "
          + use.missing[0]
      )
    }
    guard use.unnamedCount > 0 else { return (.good, kept) }
    return (
      .good,
      "\(kept); \(use.unnamedCount) that no message uses, "
        + "\(ByteSize.text(Int64(use.unnamedSize))); bellboardd removes them after a month"
    )
  }

  private var permissions: [Check] {
    guard !exposedFiles.isEmpty else {
      return [Check(.good, "privacy", "nobody else can read the inbox")]
    }
    return exposedFiles.map { file in
      Check(
        .bad, "privacy",
        "\(file.path) can be read by others (\(String(file.mode & 0o777, radix: 8))); chmod go= on it"
      )
    }
  }
}

/// A disk without room, on which neither an inbox nor the daemon can say how it is.
enum FullDisk {
  /// The free bytes below which it is full: the files beside a database take as much at first.
  static let limit = 128 * 1_024

  /// What is said of it, without a period.
  static let consequence = "nothing is stored until there is space"

  /// Whether the disk with a file or folder is full; false where that is not known.
  static func holds(_ path: String) -> Bool {
    FileStatus.freeSpace(at: path).map { $0 < limit } ?? false
  }
}

extension UserEnvironment {
  /// Whether the inbox or the daemon cannot write how it is.
  var hasFullDisk: Bool { [folder, paths.daemonState].contains(where: FullDisk.holds) }
}

extension ExpectationState {
  /// The check of an expected source in `doctor`.
  func check(at now: Date, in zone: TimeZone) -> Check {
    let source = expectation.sources.path.printable()
    guard let heardAt, let deadline else {
      return Check(
        .doubtful, "expect",
        "\(source) has sent nothing yet; it is watched from its first message on")
    }
    let last = "\(source) sent its last message on \(AbsoluteTime.text(heardAt, in: zone))"
    if isReported { return Check(.doubtful, "expect", "\(last), and its silence is reported") }
    guard deadline > now else {
      return Check(
        .doubtful, "expect",
        "\(last); the next one was due by \(AbsoluteTime.text(deadline, in: zone)), and bellboardd or the"
          + " next screen reports it")
    }
    return Check(
      .good, "expect", "\(last); the next one is due by \(AbsoluteTime.text(deadline, in: zone))")
  }
}
