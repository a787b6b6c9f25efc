import Foundation
package import InboxCore
import InboxSystem
package import InboxTOML

/// The settings of the exchange with other machines.
package struct ExchangeSettings: TOMLRoot, Hashable {
  /// Which messages of other machines raise alerts here.
  package enum Alerting: String, Sendable, Hashable, CaseIterable {
    /// Those that come after joining.
    case here
    /// None.
    case never
  }

  /// The URLs of the NATS servers, tried in this order; empty for no exchange.
  package var servers: [String] = []
  /// The path of a folder that the machines share; empty for none.
  package var folder = ""
  /// The file with a JWT and a seed; empty for none.
  package var credentials = ""
  /// The file with the seed of an nkey; empty for none.
  package var seed = ""
  /// The file with the certificates of accepted authorities; empty for the system's.
  package var authority = ""
  /// The inboxes that take part.
  package var inboxes = [InboxName.default]
  /// Whose read marks, pins and snoozes these are.
  package var person = Answerer.unnamed
  /// The name of this machine; empty for the host's.
  package var machine = ""
  /// The file with the key that seals messages; empty for none.
  package var key = ""
  /// The sources that stay here, and those that are shared.
  package var share = ExchangeShare()
  /// Which messages of other machines raise alerts.
  package var alerting = Alerting.here

  /// Creates the default settings.
  package init() {}

  /// Whether an exchange is configured.
  package var isOn: Bool { !servers.isEmpty || !folder.isEmpty }

  /// The paths of the files that a connection needs: credentials, seed, authority and key.
  ///
  /// Only those that are set, and none while no exchange is configured.
  package var files: [String] {
    guard isOn else { return [] }
    return [credentials, seed, authority, key].filter { !$0.isEmpty }
      .map { HomePath.expanded($0) }
  }

  /// The name of this machine, for answers and in the list of machines.
  package var machineName: String {
    guard machine.isEmpty else { return machine }
    let host = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
    return host.isEmpty ? "machine" : String(host)
  }

  /// One row for each setting.
  package static let rows: [TOMLRow<ExchangeSettings>] = [
    TOMLRow(
      "exchange.url", type: "address or list of addresses", default: "[]",
      "NATS servers through which several machines share one inbox, tried in order, such as "
        + "tls://nats.example.org:4222; empty: no exchange"
    ) { reader, path, settings in
      if let servers = reader.servers(at: path) { settings.servers = servers }
    },
    .wholePath(
      "exchange.folder", \.folder,
      "folder that the machines share, instead of a server; empty: none"),
    .wholePath("exchange.creds", \.credentials, "NATS credentials file; empty: none"),
    .wholePath("exchange.nkey", \.seed, "file with the seed of an nkey; empty: none"),
    .wholePath(
      "exchange.ca", \.authority,
      "file with the CA certificates for the server, which must then offer TLS; empty: the system's"
    ),
    TOMLRow(
      "exchange.inboxes", type: "list of names", default: TOMLText.list(["default"]),
      "inboxes to share"
    ) { reader, path, settings in
      if let names = reader.inboxes(at: path) { settings.inboxes = names }
    },
    .part(
      "exchange.person", \.person,
      "whose read marks, pins and snoozes these are; the same on all machines of a person"),
    .text(
      "exchange.machine", \.machine,
      "name of this machine, shown with answers; empty: its host name"
    ),
    .wholePath(
      "exchange.key", \.key,
      "key file that seals messages, so that the server cannot read them; empty: not sealed"),
    TOMLRow(
      "exchange.share", type: "table of sources with true or false", default: "{}",
      subkeys: .any, "sources that stay on this machine (false), with those below them"
    ) { reader, path, settings in
      if let sources = reader.flags(at: path) { settings.share = ExchangeShare(sources) }
    },
    .choice(
      "exchange.alert", \.alerting,
      "whether messages that come from other machines raise alerts here"),
  ]
}

extension TOMLRow<ExchangeSettings> {
  /// A path that does not depend on the current directory of the program that reads it.
  fileprivate static func wholePath(
    _ path: TOMLPath, _ value: any WritableKeyPath<Root, String> & Sendable, _ summary: String
  ) -> Self {
    checked(
      path, value, type: "absolute path or ~/…",
      expecting: "an absolute path, or one that begins with ~/", summary
    ) { $0.isEmpty || HomePath.isAbsolute($0) }
  }

  /// A setting that becomes a part of a subject.
  fileprivate static func part(
    _ path: TOMLPath, _ value: any WritableKeyPath<Root, String> & Sendable, _ summary: String
  ) -> Self {
    checked(
      path, value, type: "name", expecting: "1 to 32 of a-z, 0-9, '-' and '_'", summary,
      RegisterName.isPart)
  }

  private static func checked(
    _ path: TOMLPath, _ value: any WritableKeyPath<Root, String> & Sendable, type: String,
    expecting expected: String, _ summary: String,
    _ isValid: @escaping @Sendable (String) -> Bool
  ) -> Self {
    Self(path, type: type, default: TOMLText.string(Root()[keyPath: value]), summary) {
      reader, path, root in
      let text = reader.value(at: path, expected) { isValid($0) ? $0 : nil }
      if let text { root[keyPath: value] = text }
    }
  }
}

extension TOMLReader {
  /// An address, or several.
  fileprivate mutating func servers(at path: TOMLPath) -> [String]? {
    var servers: [String]?
    if case .string(let text) = document.value(at: path) {
      servers = text.isEmpty ? [] : [text]
    } else {
      servers = strings(at: path)
    }
    guard let servers else { return nil }
    for server in servers where !server.isServer {
      // What is before an @ may be a secret.
      return badValue(
        String(server.afterLogin), "nats://HOST:PORT or tls://HOST:PORT", at: path)
    }
    return servers
  }

  /// Names of inboxes that can be parts of subjects.
  fileprivate mutating func inboxes(at path: TOMLPath) -> [InboxName]? {
    let names = list(at: path) { reader, path in
      reader.value(at: path, "names of inboxes, each 1 to 32 of a-z, 0-9, '-' and '_'") {
        RegisterName.isPart($0) ? try? InboxName($0) : nil
      }
    }
    guard names?.isEmpty != true else {
      report(.wrongType(found: "an empty list", expected: "at least one inbox"), at: path)
      return nil
    }
    // One that is named twice is one.
    var known: Set<InboxName> = []
    return names?.filter { known.insert($0).inserted }
  }

  /// A table of Booleans.
  fileprivate mutating func flags(at path: TOMLPath) -> [String: Bool]? {
    guard let value = document.value(at: path) else { return nil }
    guard case .table(let entries) = value else {
      return mismatch(value, "a table such as { desktop = false }", at: path)
    }
    var flags: [String: Bool] = [:]
    for key in entries.keys.sorted() {
      flags[key] = boolean(at: path.appending(key: key))
    }
    return flags
  }
}

extension StringProtocol {
  /// What is behind the login of an address.
  fileprivate var afterLogin: SubSequence {
    lastIndex(of: "@").map { self[index(after: $0)...] } ?? self[...]
  }
}

extension String {
  /// Whether it is the address of a NATS server: an optional scheme and a host.
  fileprivate var isServer: Bool {
    let rest =
      ["nats://", "tls://"].first(where: hasPrefix).map { dropFirst($0.count) } ?? self[...]
    return !rest.afterLogin.isEmpty && !rest.contains("://")
      && !rest.contains { $0.isWhitespace || "?#/".contains($0) }
  }
}
