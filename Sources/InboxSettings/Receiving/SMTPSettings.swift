package import InboxTOML

/// What the configuration says of receiving mails by SMTP.
package struct SMTPSettings: TOMLRoot, Hashable {
  /// Whether mails are accepted at all.
  package var isEnabled = false
  /// Where they are accepted.
  package var addresses = [ListenAddress.tcp(host: "127.0.0.1", port: 2525)]
  /// Most bytes of a mail.
  package var mostBytes = 25 << 20
  /// Mails that one client may send in a second, over ten seconds; 0 is unlimited.
  package var rate = 20
  /// Connections that may be open at once.
  package var mostConnections = 64

  /// Makes the settings of a file that says nothing.
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
