import Testing

@testable import InboxExchange

@Suite struct ExchangeErrorTests {
  private static let errors: [(ExchangeError, String)] = [
    (
      .badAddress("x y"),
      "'x y' is no address of a NATS server; write nats://HOST:PORT or tls://HOST:PORT"
    ),
    (
      .unreachable(server: "h:1", reason: "Connection refused"),
      "cannot connect to h:1: Connection refused"
    ),
    (.timedOut(server: "h:1", .login), "h:1 does not answer the login in time"),
    (.timedOut(server: "h:1", .answer), "h:1 does not answer in time"),
    (.timedOut(server: "h:1", .values), "h:1 stopped sending messages"),
    (
      .silent(server: "h:1", since: "12:03"),
      "h:1 accepts the connection, but has acknowledged nothing since 12:03; the server may have to be "
        + "started again"
    ),
    (.timedOut(server: "h:1", .sign), "h:1 does not answer any more; the connection is closed"),
    (
      .untrusted(server: "h:1", authority: "ca.pem"),
      "the certificate of h:1 is not signed by an authority in ca.pem"
    ),
    (
      .untrusted(server: "h:1", authority: nil),
      "the certificate of h:1 is not signed by an authority that this system trusts; "
        + "set exchange.ca to the file with the certificate of its authority"
    ),
    (
      .noTLS(server: "h:1", .address),
      "h:1 offers no TLS, which tls:// requires; set up TLS in the server, or write nats:// if the "
        + "network is safe"
    ),
    (
      .noTLS(server: "h:1", .authority),
      "h:1 offers no TLS, which exchange.ca requires; set up TLS in the server, or remove "
        + "exchange.ca if the network is safe"
    ),
    (
      .noTLS(server: "h:1", .addressAndAuthority),
      "h:1 offers no TLS, which tls:// and exchange.ca require; set up TLS in the server, or write "
        + "nats:// and remove exchange.ca if the network is safe"
    ),
    (
      .wrongHost(server: "h:1"),
      "the certificate of h:1 is for another host; use the name that is in it"
    ),
    (.failedTLS(server: "h:1", reason: "x"), "no TLS with h:1: x"),
    (
      .noNonce(server: "h:1"),
      "h:1 does not ask for keys: give it users with nkeys or JWT, or use no key"
    ),
    (
      .none([.timedOut(server: "h:1", .answer), .unreachable(server: "i:1", reason: "x")]),
      "no server can be used: h:1 does not answer in time; cannot connect to i:1: x"
    ),
    (
      .notPermitted(server: "h:1", .publish, subject: "t.a"),
      "the user may not publish to t.a on h:1; ask its administrator for the permission"
    ),
    (
      .noJetStream(server: "h:1", version: "2.9.10"),
      "h:1 (2.9.10) has no JetStream for this user; turn it on with 'jetstream {}' in the "
        + "configuration of the server"
    ),
    (.noStream(server: "h:1", name: "S"), "h:1 has no stream S; run 'exchange join' to create it"),
    (
      .wrongKey(here: "1a", stream: ""),
      "the other machines use no key, and this one uses the key 1a; remove exchange.key, or run "
        + "'exchange rekey' to seal their messages too"
    ),
    (
      .wrongKey(here: "", stream: "2b"),
      "the messages are sealed with the key 2b; copy the key file of another machine, and set "
        + "exchange.key to its path"
    ),
    (
      .wrongKey(here: "1a", stream: "2b"),
      "the messages are sealed with the key 2b, and this machine has the key 1a; copy the key file "
        + "of another machine, or restore the previous file and run 'exchange rekey'"
    ),
    (
      .foreignStream(server: "h:1", name: "S", difference: "its storage is memory"),
      "the stream S on h:1 is for something else: its storage is memory; use another account, or "
        + "remove the stream"
    ),
    (
      .full(server: "h:1", stream: "S", .bytes),
      "h:1 is full: the stream S has reached its max_bytes limit; raise it on the server"
    ),
    (
      .full(server: "h:1", stream: "S", .storage),
      "h:1 is full: the server has no storage left; raise max_file_store in its configuration, or "
        + "free space on its disk"
    ),
    (
      .refused(server: "h:1", code: 10_026, reason: "maximum consumers\u{1B}[31m"),
      "h:1 refuses a request: maximum consumers␛[31m (error 10026)"
    ),
  ]

  @Test(arguments: errors.indices)
  func `an error says what is wrong, where, and what to do`(index: Int) {
    let (error, text) = Self.errors[index]
    #expect("\(error)" == text)
  }
}
