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
    .flag("smtp.enabled", \.isEnabled, "whether mail is received over SMTP"),
    TOMLRow(
      "smtp.listen", type: "list of addresses", default: TOMLText.list(["127.0.0.1:2525"]),
      "addresses to listen on: HOST:PORT or unix:PATH; other machines need a token of "
        + "http.token_file as password"
    ) { reader, path, settings in
      if let addresses = reader.listenAddresses(at: path) { settings.addresses = addresses }
    },
    .integer("smtp.size", \.mostBytes, in: 1_024...(100 << 20), "maximum size of a mail in bytes"),
    .integer(
      "smtp.rate", \.rate, in: 0...1_000_000,
      "mails per second from one client, averaged over ten seconds; 0 is unlimited"),
    .integer(
      "smtp.connections", \.mostConnections, in: 1...10_000,
      "maximum open connections"),
  ]
}
