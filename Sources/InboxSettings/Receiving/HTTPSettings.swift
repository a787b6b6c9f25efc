package import InboxTOML

/// The settings of receiving by HTTP.
package struct HTTPSettings: TOMLRoot, Hashable {
  /// Whether HTTP is enabled.
  package var isEnabled = true
  /// The addresses to listen on.
  package var addresses = [ListenAddress.usual]
  /// The file of the tokens, of which a request needs one; empty for none.
  package var tokenFile = ""
  /// The program that prints the tokens, instead of a file.
  package var tokenCommand: [String] = []
  /// The file with the certificate and its chain; empty for no TLS.
  package var certificate = ""
  /// The file with the certificate's private key.
  package var key = ""
  /// Host names of this service besides those of this machine.
  package var hosts: [String] = []
  /// The origins of web pages that may send and read, such as `https://app.example`.
  package var webOrigins: [String] = []
  /// Requests per second of one client, over ten seconds; 0 is unlimited.
  package var rate = 200
  /// Maximum open connections.
  package var mostConnections = 512

  /// Makes the default settings.
  package init() {}

  /// Whether requests need a token.
  package var asksForToken: Bool { !tokenFile.isEmpty || !tokenCommand.isEmpty }

  /// One row for each setting.
  package static let rows: [TOMLRow<HTTPSettings>] = [
    .flag("http.enabled", \.isEnabled, "whether notifications are received over HTTP"),
    TOMLRow(
      "http.listen", type: "list of addresses", default: TOMLText.list(["\(ListenAddress.usual)"]),
      "addresses to listen on: HOST:PORT or unix:PATH; other machines need a token"
    ) { reader, path, settings in
      if let addresses = reader.listenAddresses(at: path) { settings.addresses = addresses }
    },
    .text(
      "http.token_file", \.tokenFile,
      "file of tokens, one per line, readable only by you; requests must send one"),
    TOMLRow(
      "http.token_command", type: "command", default: "[]",
      "program that prints the tokens, instead of a file"
    ) { reader, path, settings in
      if let words = reader.optionalCommand(at: path) { settings.tokenCommand = words }
    },
    .text(
      "http.certificate", \.certificate,
      "file with the certificate chain, for TLS on addresses with a port"),
    .text(
      "http.key", \.key, "file with the certificate's private key, readable only by you"),
    TOMLRow(
      "http.hosts", type: "list of host names", default: "[]",
      "host names that requests may use, for example with a reverse proxy"
    ) { reader, path, settings in
      if let hosts = reader.strings(at: path) { settings.hosts = hosts.map { $0.lowercased() } }
    },
    TOMLRow(
      "http.web_origins", type: "list of origins", default: "[]",
      "origins of web pages that may send and read: https://HOST or https://HOST:PORT"
    ) { reader, path, settings in
      if let origins = reader.webOrigins(at: path) { settings.webOrigins = origins }
    },
    .integer(
      "http.rate", \.rate, in: 0...1_000_000,
      "requests per second from one client, averaged over ten seconds; 0 is unlimited"),
    .integer(
      "http.connections", \.mostConnections, in: 1...100_000,
      "maximum open connections"),
  ]
}

extension TOMLRow {
  /// Any text.
  static func text(
    _ path: TOMLPath, _ value: any WritableKeyPath<Root, String> & Sendable, _ summary: String
  ) -> Self {
    Self(path, type: "text", default: TOMLText.string(Root()[keyPath: value]), summary) {
      reader, path, root in
      if let text = reader.string(at: path) { root[keyPath: value] = text }
    }
  }
}

extension TOMLReader {
  /// A program and its arguments, for which an empty list stands for none.
  mutating func optionalCommand(at path: TOMLPath) -> [String]? {
    if case .array(let words) = document.value(at: path), words.isEmpty { return nil }
    return command(at: path)
  }

  /// The origins in the form of browsers; wildcards are refused.
  fileprivate mutating func webOrigins(at path: TOMLPath) -> [String]? {
    guard let texts = strings(at: path) else { return nil }
    for (index, text) in texts.enumerated() {
      let host = ["https://", "http://"].first(where: text.lowercased().hasPrefix).map {
        text.dropFirst($0.count)
      }
      guard let host, !host.isEmpty, !host.contains(where: { "/*?#@ ".contains($0) }) else {
        return badValue(
          text, "an origin such as https://app.example", at: path.appending(index: index))
      }
    }
    return texts.map { $0.lowercased() }
  }

  /// Addresses to listen on; nil, with a report, if one is invalid.
  mutating func listenAddresses(at path: TOMLPath) -> [ListenAddress]? {
    guard let texts = strings(at: path) else { return nil }
    var addresses: [ListenAddress] = []
    for (index, text) in texts.enumerated() {
      guard let address = ListenAddress(text) else {
        return badValue(text, ListenAddress.form, at: path.appending(index: index))
      }
      addresses.append(address)
    }
    return addresses
  }
}
