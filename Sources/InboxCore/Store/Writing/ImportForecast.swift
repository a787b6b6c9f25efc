import GRDB

/// The number of messages that an import would leave, counted before anything is stored.
///
/// ```swift
/// var forecast = try ImportForecast(of: inbox)
/// for batch in batches { try forecast.add(batch) }
/// try forecast.check()
/// ```
package struct ImportForecast: Sendable {
  /// The number of messages that there would be.
  package private(set) var count: Int
  /// The maximum; nil is unlimited, and nothing is counted then.
  package let maximum: Int?
  private let inbox: Inbox
  private var added: Set<MessageIdentity> = []

  /// Begins with the messages that an inbox has.
  ///
  /// - Throws: ``InboxError``.
  package init(of inbox: Inbox) throws {
    self.inbox = inbox
    maximum = inbox.store.configuration.effectiveMaximum
    count = try inbox.store.read { try $0.storedCount() }
  }

  /// Counts the payloads that would become new messages.
  ///
  /// - Parameters:
  ///   - payloads: Records of an export, in order.
  ///   - defaultSource: The source of payloads without one.
  /// - Throws: ``InboxError``.
  package mutating func add(_ payloads: [Payload], defaultSource: String = "import") throws {
    guard maximum != nil else { return }
    var new = 0
    var found: Set<MessageIdentity> = []
    try inbox.store.read { database in
      for payload in payloads {
        guard let checked = try? payload.checked(), checked.hasText else { continue }
        guard let id = checked.id else {
          new += 1
          continue
        }
        let source = (checked.source ?? defaultSource).storable
        let identity = MessageIdentity(source: source, id: id)
        guard !added.contains(identity), !found.contains(identity),
          try database.number(of: identity) == nil
        else { continue }
        found.insert(identity)
      }
    }
    added.formUnion(found)
    count += new + found.count
  }

  /// Throws when the import would exceed the maximum.
  ///
  /// - Throws: ``InboxError/overMaximum(count:maximum:)``.
  package func check() throws(InboxError) {
    guard let maximum, count > maximum else { return }
    throw .overMaximum(count: count, maximum: maximum)
  }
}
