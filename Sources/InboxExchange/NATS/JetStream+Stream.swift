import InboxText

/// What is known of a stream.
package struct StreamInfo: Sendable, Hashable {
  /// When it was created, as the server writes it: the identity of the stream.
  package let created: String
  /// The highest sequence number so far, also of values that were replaced.
  package let lastSequence: Int64
  /// Whether its values may have lifetimes: `allow_msg_ttl`.
  package let hasLifetimes: Bool
}

extension JetStream {
  /// Asks for the stream.
  ///
  /// - Throws: ``ExchangeError``: ``ExchangeError/noStream(server:name:)`` if there is none,
  ///   ``ExchangeError/foreignStream(server:name:difference:)`` if its settings are not ours.
  package func info() async throws(ExchangeError) -> StreamInfo {
    try info(try await ask("STREAM.INFO.\(settings.name)"))
  }

  /// Creates the stream, if it does not exist.
  ///
  /// - Throws: ``ExchangeError``, also if there is one with other settings.
  package func create() async throws(ExchangeError) -> StreamInfo {
    do throws(ExchangeError) {
      return try info(try await ask("STREAM.CREATE.\(settings.name)", configuration))
    } catch {
      switch error {
      // Such as limits that an administrator has added.
      case .refused(_, APICode.nameInUse, _): return try await info()
      case .refused(_, APICode.overlap, let reason):
        // Another machine may be creating the same stream at this moment.
        for _ in 0..<5 {
          if let info = try await createdInfo() { return info }
          try? await Task.sleep(for: .milliseconds(200))
        }
        throw .foreignStream(server: server, name: settings.subjects, difference: reason)
      default: throw error
      }
    }
  }

  /// What the server reports about the stream; nil if there is none.
  func createdInfo() async throws(ExchangeError) -> StreamInfo? {
    do throws(ExchangeError) {
      return try await info()
    } catch {
      guard case .noStream = error else { throw error }
      return nil
    }
  }

  /// Changes the stream so that its values may have lifetimes, if server and user allow it.
  ///
  /// Servers support lifetimes from 2.11 on. All other settings stay, also those that an
  /// administrator has added.
  ///
  /// - Returns: Whether they may have lifetimes now.
  /// - Throws: ``ExchangeError``, but not if the change is refused or not permitted.
  package func allowLifetimes() async throws(ExchangeError) -> Bool {
    guard knowsLifetimes else { return false }
    let known = try await ask("STREAM.INFO.\(settings.name)")
    guard case .object(var fields)? = known["config"] else { return false }
    fields[Self.lifetimes] = .bool(true)
    do throws(ExchangeError) {
      let answer = try await ask("STREAM.UPDATE.\(settings.name)", .object(fields))
      return answer["config"]?[Self.lifetimes] == .bool(true)
    } catch {
      switch error {
      // An account may import the stream of another one without the right to change it.
      case .notPermitted, .refused, .noJetStream: return false
      default: throw error
      }
    }
  }

  /// Removes the values of the subjects that are read.
  ///
  /// - Throws: ``ExchangeError``.
  package func purge() async throws(ExchangeError) {
    _ = try await ask(
      "STREAM.PURGE.\(settings.name)", .object(["filter": .string(settings.filter)]))
  }

  private var configuration: JSONValue {
    var fields = required
    fields["name"] = .string(settings.name)
    // A full stream refuses new values, and does not remove others for them.
    fields["discard"] = "new"
    fields["num_replicas"] = .integer(Int64(settings.replicas))
    fields["allow_direct"] = .bool(true)
    fields["deny_delete"] = .bool(false)
    // Older servers ignore it, and some refuse what they do not know.
    if knowsLifetimes { fields[Self.lifetimes] = .bool(true) }
    return .object(fields)
  }

  /// Whether the server supports lifetimes of values.
  private var knowsLifetimes: Bool { connection.server.isAtLeast(2, 11) }

  /// The setting that allows them.
  private static var lifetimes: String { "allow_msg_ttl" }

  /// The settings without which the exchange loses values.
  private var required: [String: JSONValue] {
    [
      "subjects": .array([.string(settings.subjects)]), "storage": "file", "retention": "limits",
      "max_msgs_per_subject": .integer(1), "max_age": .integer(0),
    ]
  }

  private func info(_ answer: JSONValue) throws(ExchangeError) -> StreamInfo {
    guard let created = answer["created"]?.text,
      let lastSequence = answer["state"]?["last_seq"]?.integer
    else {
      throw .broken(server: server, reason: "it describes a stream without its state")
    }
    for (name, wanted) in required.sorted(by: { $0.key < $1.key }) {
      let found = answer["config"]?[name] ?? .null
      guard found == wanted else {
        let difference = "its \(name) is \(found.json) where \(wanted.json) is needed"
        throw .foreignStream(server: server, name: settings.name, difference: difference)
      }
    }
    for limit in ["max_bytes", "max_msgs"] where answer["config"]?["discard"] == "old" {
      guard let most = answer["config"]?[limit]?.integer, most > 0 else { continue }
      let difference = "with \(limit) it removes values when it is full; set its discard to \"new\""
      throw .foreignStream(server: server, name: settings.name, difference: difference)
    }
    return StreamInfo(
      created: created, lastSequence: lastSequence,
      hasLifetimes: answer["config"]?[Self.lifetimes] == .bool(true))
  }
}
