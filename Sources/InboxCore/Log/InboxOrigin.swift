import Foundation
import GRDB
import InboxSystem
import InboxText

/// The key of an inbox in the table `origin`, as in entries of the log.
struct OriginKey: RawRepresentable, Hashable {
  var rawValue: Int64

  /// This inbox.
  static let own = OriginKey(rawValue: 1)
}

extension Inbox {
  /// The random id of this inbox, assigned at its creation.
  ///
  /// A copy of its file has the same, until ``claimOrigin(on:)``.
  ///
  /// - Throws: ``InboxError``.
  package func origin() throws -> String {
    try store.read { try $0.origin(.own) }
  }

  /// The id of this inbox for an exchange that opens it; a new one if its file was copied to another
  /// machine, or put back from a backup.
  ///
  /// Two inboxes with one id would count their occurrences as one, and take each other's changes for
  /// their own. The former id stays in the table, as another inbox's.
  ///
  /// The inbox stores a hash of the machine, a random mark, and the inode and change time of
  /// `inbox.origin`, which has the same mark and is replaced at each call: a backup has an older
  /// mark, and a copy of the whole folder was written at another time. The new mark is stored before
  /// the file is replaced, so that a process that dies in between leaves the id as it is. Where
  /// somebody changes the mode of the file, the id is new too, which does no harm.
  ///
  /// - Parameter machine: What tells machines apart, from ``machineID()``.
  /// - Returns: The id.
  /// - Throws: ``InboxError``.
  package func claimOrigin(on machine: String = machineID()) throws -> String {
    let file = path.map { ($0 as NSString).deletingLastPathComponent + "/inbox.origin" }
    let found = file.map(InboxPlace.Mark.init(readFrom:))
    let mark = UUID().uuidString
    var hash = TextHash()
    hash.add(machine)
    // Of a process that died before it stored the place of its file.
    let expected = try store.write { database in
      let former: String? = try database.value("SELECT value FROM value WHERE name = 'origin_next'")
      try database.run(
        "INSERT OR REPLACE INTO value VALUES ('origin_next', ?)", ["\(hash.value) \(mark)"])
      return former
    }
    if let file {
      try InboxError.accessing(file) { () throws(SystemError) in
        try FileReplacement.replace(file, by: mark)
      }
    }
    let place = InboxPlace(machine: hash.value, mark: file.map(InboxPlace.Mark.init(readFrom:)))
    return try write { database, now in
      let known: String? = try database.value("SELECT value FROM value WHERE name = 'origin_place'")
      let isExpected = found.map { expected == "\(hash.value) \($0.text)" } ?? false
      let isCopy = known.map {
        $0 != InboxPlace(machine: hash.value, mark: found).text && !isExpected
      }
      if isCopy ?? true {
        try database.run(
          "INSERT OR REPLACE INTO value VALUES ('origin_since', ?)", [now.milliseconds])
      }
      if isCopy == true {
        let former = try database.origin(.own)
        // The file that was copied has done the same, or will do it under the same id.
        try ExchangeSession(database, at: now)?.collect()
        let new = UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        try database.run("UPDATE origin SET id = ? WHERE key = ?", [new, OriginKey.own.rawValue])
        _ = try database.originKey(of: former)
      }
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO value VALUES ('origin_place', ?);
          DELETE FROM value WHERE name = 'origin_next';
          """, arguments: [place.text])
      return try database.origin(.own)
    }
  }

  /// The id of this machine in `/etc/machine-id`; its host name where there is none.
  package static func machineID() -> String {
    let text = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
    let id = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    return id.isEmpty ? ProcessInfo.processInfo.hostName : id
  }
}

/// Where the file of an inbox is: another place means that it was copied or restored.
private struct InboxPlace {
  /// The content of `inbox.origin`, and what a copy of the file has not.
  struct Mark {
    var text: String
    /// The inode; a file that takes the place of another may get the same.
    var node: UInt64
    /// The time of the last change, in nanoseconds since 1970.
    var changedAt: Int

    /// The mark in a file; an empty one if there is none.
    init(readFrom path: String) {
      text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let status = FileStatus(path: path)
      (node, changedAt) = (status?.identity.node ?? 0, status?.changedAt ?? 0)
    }
  }

  /// A hash of the machine's id.
  var machine: Int64
  /// Nil in memory.
  var mark: Mark?

  /// The text in the table `value`.
  var text: String {
    let parts = mark.map { [$0.node.description, $0.changedAt.description, $0.text] } ?? []
    return ([machine.description] + parts).joined(separator: " ")
  }
}

extension Database {
  /// The id of an inbox; empty for an unknown key.
  func origin(_ key: OriginKey) throws -> String {
    try value("SELECT id FROM origin WHERE key = ?", [key.rawValue]) ?? ""
  }

  /// The key of an inbox, which is added if it is unknown.
  func originKey(of id: String) throws -> OriginKey {
    try run("INSERT OR IGNORE INTO origin (id) VALUES (?)", [id])
    return OriginKey(rawValue: try value("SELECT key FROM origin WHERE id = ?", [id]) ?? 0)
  }
}
