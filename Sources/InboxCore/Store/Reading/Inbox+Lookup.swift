import GRDB

extension Inbox {
  /// Maximum number of candidates for an ambiguous prefix.
  private static let candidateCount = 5

  /// Finds messages by `@12`, by id, or by a unique prefix of an id.
  ///
  /// ```swift
  /// let found = try inbox.resolve(["@12", "order-7"])
  /// try inbox.markRead(found.numbers)
  /// ```
  ///
  /// - Parameter references: Numbers such as `@12`, ids of senders, or beginnings of ids. An id that
  ///   several sources use is ambiguous, as is a prefix that several ids have.
  /// - Returns: The messages, and the references that name none or several.
  /// - Throws: ``InboxError``.
  public func resolve(_ references: [String]) throws -> Resolution {
    try store.read { database in
      var resolution = Resolution()
      var seen: Set<MessageNumber> = []
      for reference in references {
        let found = try Self.matches(reference, in: database)
        let exact = found.filter { $0.id == reference || reference.hasPrefix("@") }
        let candidates = exact.isEmpty ? found : exact
        switch candidates.count {
        case 0: resolution.unknown.append(reference)
        case 1:
          if seen.insert(candidates[0].number).inserted {
            resolution.numbers.append(candidates[0].number)
          }
        default:
          resolution.candidates[reference] = Array(candidates.prefix(Self.candidateCount))
        }
      }
      return resolution
    }
  }

  /// No index begins with the id, so a prefix is looked up for each of the few sources.
  private static func matches(
    _ reference: String, in database: Database
  ) throws -> [Resolution.Candidate] {
    if reference.hasPrefix("@") {
      guard let number = Int64(reference.dropFirst()) else { return [] }
      return try matches("number = ?", [number], in: database)
    }
    guard !reference.isEmpty else { return [] }
    return try database.distinctSources().flatMap { source in
      // The highest scalar ends the range of the prefix.
      try matches(
        "source = ? AND id >= ? AND id < ? ORDER BY id LIMIT \(candidateCount)",
        [source, reference, reference + "\u{10FFFF}"], in: database)
    }
  }

  private static func matches(
    _ condition: String, _ arguments: StatementArguments, in database: Database
  ) throws -> [Resolution.Candidate] {
    let sql = "SELECT number, source, id FROM message WHERE " + condition
    return try Array(
      database.rows(sql, arguments).map {
        try .init(number: $0.messageNumber(0), source: $0.value(1), id: $0.value(2))
      })
  }
}
