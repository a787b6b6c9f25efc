package import InboxTOML

/// The settings of receiving mail by SMTP.
package struct SMTPSettings: TOMLRoot, Hashable {
  /// Whether SMTP is enabled.
  package var isEnabled = false
  /// The addresses to listen on.
  package var addresses = [ListenAddress.tcp(host: "127.0.0.1", port: 2525)]
  /// Maximum bytes of a mail.
  package var mostBytes = 25 << 20
  /// Mails per second of one client, over ten seconds; 0 is unlimited.
  package var rate = 20
  /// Maximum open connections.
  package var mostConnections = 64

  /// Makes the default settings.
  package init() {}

  /// One row for each setting.
  package static let rows: [TOMLRow<SMTPSettings>] = [
    .flag("smtp.enabled", \.isEnabled, "whether mails are received by SMTP and LMTP"),
    TOMLRow(
      "smtp.listen", type: "list of addresses", default: TOMLText.list(["127.0.0.1:2525"]),
      "where: HOST:PORT or unix:PATH; beyond this machine only with a token of http.token_file as "
        + "password"
    ) { reader, path, settings in
      if let addresses = reader.listenAddresses(at: path) { settings.addresses = addresses }
    },
    .integer("smtp.size", \.mostBytes, in: 1_024...(100 << 20), "most bytes of a mail"),
    .integer(
      "smtp.rate", \.rate, in: 0...1_000_000,
      "mails a second from one client, over ten seconds; 0 is unlimited"),
    .integer(
      "smtp.connections", \.mostConnections, in: 1...10_000,
      "connections that may be open at once"),
  ]
}
