import Foundation
import InboxTestSupport
import NIOCore
import Testing

@testable import InboxExchange

/// Connections to real servers.
@Suite(.waiting) struct ConnectionTests {
  private static let tls =
    "tls { cert_file: \"FOLDER/server.pem\", key_file: \"FOLDER/server.key\" }"

  @Test func `a server to test with is installed`() {
    #expect(!NATSProgram.all.isEmpty, "no nats-server was found; run Scripts/setup test")
  }

  /// The version of the server after a login; the error if it fails.
  private func login(_ options: NATSOptions) async -> Result<String, ExchangeError> {
    do {
      return .success(try await NATSConnection.connected(options) { $0.server.version })
    } catch let error as ExchangeError {
      return .failure(error)
    } catch {
      return .failure(.badFile("\(error)"))
    }
  }

  private func isDenied(_ result: Result<String, ExchangeError>) -> Bool {
    guard case .failure(.denied(_, let reason)) = result else { return false }
    return reason == "Authorization Violation"
  }

  @Test(arguments: NATSProgram.all) func `without a login`(program: NATSProgram) async throws {
    let server = try NATSServer(program)
    let version = try await login(server.options()).get()
    #expect(program.version == "nats-server: v\(version)")
    #expect(
      await login(try server.options("tls")) == .failure(.noTLS(server: server.address, .address)))
    // With a file of authorities, too, nothing is sent in plain text.
    var options = try server.options()
    options.authority = "ca.pem"
    #expect(await login(options) == .failure(.noTLS(server: server.address, .authority)))
    options.servers = try server.options("tls").servers
    #expect(await login(options) == .failure(.noTLS(server: server.address, .addressAndAuthority)))
    options.servers = try server.options().servers
    options.authority = nil
    options.key = .seed(try server.secret("key", NATSCredentialsTests.seed))
    #expect(await login(options) == .failure(.noNonce(server: server.address)))
  }

  @Test(arguments: NATSProgram.all)
  func `user and password, token`(program: NATSProgram) async throws {
    let server = try NATSServer(program, "authorization { user: ann, password: \"p@ss\" }")
    #expect(try await !login(server.options(login: "ann:p%40ss@")).get().isEmpty)
    #expect(isDenied(await login(try server.options(login: "ann:wrong@"))))
    #expect(isDenied(await login(try server.options())))
    let other = try NATSServer(program, "authorization { token: s3cret }")
    #expect(try await !login(other.options(login: "s3cret@")).get().isEmpty)
    #expect(isDenied(await login(try other.options(login: "wrong@"))))
  }

  @Test(arguments: NATSProgram.all) func `a key`(program: NATSProgram) async throws {
    let keys = [UInt8(1), 2].map { TestKey(.user, filledWith: $0) }
    let server = try NATSServer(
      program, "authorization { users: [ { nkey: \(keys[0].publicText) } ] }")
    var options = try server.options()
    options.key = .seed(try server.secret("key", keys[0].seed))
    #expect(try await !login(options).get().isEmpty)
    options.key = .seed(try server.secret("other", keys[1].seed))
    #expect(isDenied(await login(options)))
  }

  @Test(arguments: NATSProgram.all)
  func `credentials with a token of an account`(program: NATSProgram) async throws {
    let operators = TestKey(.operator, filledWith: 1)
    let account = TestKey(.account, filledWith: 2)
    let (user, other) = (TestKey(.user, filledWith: 3), TestKey(.user, filledWith: 4))
    let server = try NATSServer(
      program,
      """
      operator: "\(operators.token(for: operators, #""type":"operator","version":2"#))"
      resolver: MEMORY
      resolver_preload: {
        \(account.publicText): "\(operators.token(for: account, TestKey.accountClaims))"
      }
      """, hasJetStream: false)
    let token = account.token(
      for: user, #""type":"user","version":2,"subs":-1,"data":-1,"payload":-1"#)
    func file(_ key: TestKey) throws -> NATSOptions.KeyFile {
      .credentials(
        try server.secret(
          "\(key.publicText).creds",
          """
          -----BEGIN NATS USER JWT-----
          \(token)
          ------END NATS USER JWT------

          -----BEGIN USER NKEY SEED-----
          \(key.seed)
          ------END USER NKEY SEED------
          """))
    }
    var options = try server.options()
    options.key = try file(user)
    #expect(try await !login(options).get().isEmpty)
    options.key = try file(other)
    #expect(isDenied(await login(options)))
  }

  @Test(arguments: NATSProgram.all)
  func `TLS with an authority of one's own`(program: NATSProgram) async throws {
    let certificates = try TestCertificates()
    let server = try NATSServer(
      program, "tls { cert_file: \"FOLDER/server.pem\", key_file: \"FOLDER/server.key\" }",
      in: certificates.folder)
    var options = try server.options("tls")
    options.authority = certificates.authority
    #expect(try await !login(options).get().isEmpty)
    // By its name, and where only the server wants TLS.
    options.servers = try server.options(host: "localhost").servers
    #expect(try await !login(options).get().isEmpty)
    #expect(
      await login(try server.options())
        == .failure(.untrusted(server: server.address, authority: nil)))
    options.servers = try server.options().servers
    options.authority = certificates.other
    #expect(
      await login(options)
        == .failure(.untrusted(server: server.address, authority: certificates.other)))
    options.authority = certificates.folder.path + "/server.key"
    #expect(
      await login(options)
        == .failure(
          .badFile(
            "\(certificates.folder.path)/server.key holds no certificates in PEM form, or cannot "
              + "be read")))
  }

  @Test(arguments: NATSProgram.all)
  func `the end of an encrypted connection`(program: NATSProgram) async throws {
    let certificates = try TestCertificates()
    let server = try NATSServer(
      program, "tls { cert_file: \"FOLDER/server.pem\", key_file: \"FOLDER/server.key\" }",
      in: certificates.folder)
    var options = try server.options("tls")
    options.authority = certificates.authority
    let error = try await NATSConnection.connected(options) { connection in
      let stream = JetStream(connection, .testing)
      _ = try await stream.create()
      server.send(SIGKILL)
      return await exchangeError { for try await _ in stream.pages(after: nil) {} }
    }
    guard case .ended = error else { throw Unexpected(error) }
  }

  @Test(arguments: NATSProgram.all)
  func `a certificate of another host`(program: NATSProgram) async throws {
    let certificates = try TestCertificates(names: "DNS:elsewhere.example")
    let server = try NATSServer(
      program, "tls { cert_file: \"FOLDER/server.pem\", key_file: \"FOLDER/server.key\" }",
      in: certificates.folder)
    for host in ["127.0.0.1", "localhost"] {
      var options = try server.options("tls", host: host)
      options.authority = certificates.authority
      #expect(await login(options) == .failure(.wrongHost(server: "\(host):\(server.port)")))
    }
  }

  @Test(arguments: NATSProgram.withTLSFirst)
  func `a server that expects TLS before its greeting does not greet`(program: NATSProgram)
    async throws
  {
    let certificates = try TestCertificates()
    let server = try NATSServer(
      program,
      """
      tls {
        cert_file: "FOLDER/server.pem", key_file: "FOLDER/server.key", handshake_first: true
      }
      """, in: certificates.folder)
    var options = try server.options("tls")
    options.authority = certificates.authority
    options.connectTimeout = .seconds(1)
    #expect(await login(options) == .failure(.timedOut(server: server.address, .greeting)))
  }

  @Test(arguments: NATSProgram.all)
  func `several servers are tried in turn`(program: NATSProgram) async throws {
    let server = try NATSServer(program)
    let closed = try NATSAddress("nats://127.0.0.1:\(try await closedPort())")
    var options = try server.options()
    options.servers = [closed] + options.servers
    #expect(try await !login(options).get().isEmpty)
    let refused = ExchangeError.unreachable(server: "\(closed)", reason: "Connection refused")
    options.servers = [closed]
    #expect(await login(options) == .failure(refused))
    options.servers = [closed, closed]
    #expect(await login(options) == .failure(.none([refused, refused])))
  }

  /// A port on which nobody listens any more.
  private func closedPort() async throws -> Int { try await FakeServer { _ in nil }.end() }

  @Test(arguments: NATSProgram.all)
  func `a server that is killed under load`(program: NATSProgram) async throws {
    let server = try NATSServer(program)
    let (first, second) = try await NATSConnection.connected(server.options()) { connection in
      let stream = JetStream(connection, .testing)
      _ = try await stream.create()
      let (stored, store) = AsyncStream.makeStream(of: Void.self)
      let load = Task(executorPreference: .waiting) {
        await exchangeError {
          while true {
            _ = try await stream.publish((0..<500).map { OutgoingValue("t.a.\($0)", "x") })
            store.yield(())
          }
        }
      }
      _ = await stored.first { true }
      server.send(SIGKILL)
      return (await load.value, await exchangeError { try await stream.info() })
    }
    guard case .ended(let named, _) = try #require(first) else { throw Unexpected(first) }
    #expect(named == server.address && second == first)
  }

  @Test(arguments: NATSProgram.all)
  func `a server that is going to stop`(program: NATSProgram) async throws {
    let server = try NATSServer(program)
    let error = try await NATSConnection.connected(server.options()) { connection in
      let stream = JetStream(connection, .testing)
      _ = try await stream.create()
      // Lame duck mode.
      server.send(SIGUSR2)
      return await exchangeError { for try await _ in stream.pages(after: nil) {} }
    }
    #expect(error == .ended(server: server.address, reason: "it is shutting down"))
  }

  @Test(arguments: NATSProgram.all)
  func `answers that are lost`(program: NATSProgram) async throws {
    let server = try NATSServer(program)
    let proxy = try await LossyProxy(before: server.port)
    var options = try proxy.options()
    options.answerTimeout = .milliseconds(100)
    let values = (0..<600).map { OutgoingValue("t.a.\($0)", "x") }
    try await NATSConnection.connected(options) { connection in
      let stream = JetStream(connection, .testing)
      _ = try? await stream.create()
      proxy.lose()
      let error = await exchangeError { try await stream.publish(values) }
      guard case .timedOut(_, .answer) = error else { throw Unexpected(error) }
    }
  }
}
