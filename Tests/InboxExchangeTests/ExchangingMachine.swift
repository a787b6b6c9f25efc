import Crypto
import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxExchange

/// A machine of an exchange: an inbox in a folder of its own, and a task that exchanges it.
///
/// Used from one test at a time.
final class ExchangingMachine {
  let inbox: Inbox
  let name: String
  /// The time of its clock; nil for the present.
  var now: Date?
  private let folder = TemporaryFolder.empty()
  private var settings: ExchangeSettings
  /// So that it runs for as long as the machine is there.
  private var server: NATSServer?
  private var task: Task<Void, any Error>?
  private let statuses = Status()

  /// The last status, and the errors.
  ///
  /// State: both. Guard: the mutexes.
  private final class Status: Sendable {
    let last = Mutex<ExchangeStatus?>(nil)
    let errors = Mutex<[ExchangeError]>([])
  }

  /// Creates a machine that has joined by a server.
  convenience init(
    _ name: String, _ server: NATSServer, key: String = "", share: [String: Bool] = [:],
    maximum: Int = 0, lifetimes: PurgeLifetimes = .default
  ) throws {
    var settings = ExchangeSettings()
    settings.servers = ["nats://127.0.0.1:\(server.port)"]
    settings.key = key
    settings.share = ExchangeShare(share)
    try self.init(name, settings, maximum: maximum, lifetimes: lifetimes)
    self.server = server
  }

  /// Creates a machine that has joined by a folder.
  convenience init(_ name: String, _ shared: TemporaryFolder, key: String = "") throws {
    var settings = ExchangeSettings()
    (settings.folder, settings.key) = (shared.path, key)
    try self.init(name, settings)
  }

  /// Creates a machine that has joined by one of several ports of the loopback.
  convenience init(_ name: String, ports: [Int]) throws {
    var settings = ExchangeSettings()
    settings.servers = ports.map { "nats://127.0.0.1:\($0)" }
    try self.init(name, settings)
  }

  /// Creates a machine that has joined by settings.
  init(
    _ name: String, _ settings: ExchangeSettings, maximum: Int = 0,
    lifetimes: PurgeLifetimes = .default
  ) throws {
    self.name = name
    self.settings = settings
    var configuration = InboxConfiguration(maximumCount: maximum)
    configuration.purgeLifetimes = lifetimes
    inbox = try .open(folder: folder.path + "/inbox", configuration: configuration)
    self.settings.machine = name
    try ExchangeInbox(inbox).join(ExchangeMembership(self.settings))
  }

  /// The last status; nil before the first.
  var status: ExchangeStatus? { statuses.last.withLock { $0 } }

  /// The inbox at the time of its clock.
  private var here: Inbox { now.map(inbox.at) ?? inbox }

  /// Begins to exchange; again each time when the connection ends if asked for, as the daemon does.
  func start(again isRepeated: Bool = false) throws {
    statuses.last.withLock { $0 = nil }
    task = Task(executorPreference: .waiting) { [statuses, settings, here] in
      while true {
        do {
          try await settings.connected { connection in
            try await connection.exchange(
              here, named: settings.inboxes[0], onlyReads: false
            ) { status in
              statuses.last.withLock { $0 = status }
            }
          }
        } catch let error as ExchangeError {
          // A cancelled exchange may end by the end of its connection.
          try Task.checkCancellation()
          statuses.errors.withLock { $0.append(error) }
          guard isRepeated else { throw error }
          statuses.last.withLock { $0 = nil }
          try await Task.sleep(for: .milliseconds(100))
        }
      }
    }
  }

  /// Reads all values that are there, and sends nothing.
  func read() async throws {
    try await settings.connected { connection in
      try await connection.exchange(inbox, named: settings.inboxes[0], onlyReads: true) { _ in }
    }
  }

  /// The errors that have ended it, or after which it began again.
  var errors: [ExchangeError] { statuses.errors.withLock { $0 } }

  /// Goes on at another server.
  func move(to port: Int) { settings.servers = ["nats://127.0.0.1:\(port)"] }

  /// Goes on in another folder.
  func move(to shared: TemporaryFolder) { settings.folder = shared.path }

  /// Goes on with another key file.
  func use(key: String) { settings.key = key }

  /// The step of `exchange rekey` that removes all values; the machine has the new key from now on.
  func rekeying(_ key: String) -> @Sendable () async throws -> Void {
    use(key: key)
    return { [inbox, settings] in
      try await settings.connected { connection in
        try await connection.startOver(inbox, named: settings.inboxes[0])
      }
    }
  }

  /// Goes on as another person, as the daemon does after a change of the configuration.
  func rename(to person: String) throws {
    settings.person = person
    try join()
  }

  /// Ends the exchange; returns its error, nil if it was still running.
  @discardableResult func stop() async -> (any Error)? {
    task?.cancel()
    return await end()
  }

  /// Waits for the end of the exchange; returns its error, nil for a cancellation.
  func end() async -> (any Error)? {
    defer { task = nil }
    do {
      try await task?.value
      return nil
    } catch {
      return error is CancellationError ? nil : error
    }
  }

  /// Pushes a message.
  func push(_ title: String, id: String? = nil, source: String = "ci") throws {
    try here.push(.make(title, id: id ?? title), from: source)
  }

  /// Leaves the exchange.
  func leave() throws { try ExchangeInbox(inbox).leave() }

  /// Leaves the exchange, and tells the other machines.
  func leaveAndTell() async throws {
    let machine = try #require(try ExchangeInbox(inbox).departure())
    try leave()
    try await settings.tell([settings.inboxes[0]: machine], within: .seconds(60))
  }

  /// Joins again.
  func join() throws { try ExchangeInbox(inbox).join(ExchangeMembership(settings)) }

  /// Pushes a message with a text.
  func push(_ payload: Payload) throws { try here.push(payload, from: "ci") }

  /// Applies a verb to the message with a title.
  func perform(_ verb: Verb, _ title: String) throws { try here.perform(verb, on: [number(title)]) }

  /// Removes the message with a title forever.
  func purge(_ title: String) throws { try inbox.purge([number(title)]) }

  /// The message with a title.
  func message(_ title: String) throws -> Message {
    try #require(try inbox.stored().first { $0.title == title })
  }

  /// The messages that may raise alerts.
  var alerting: [MessageNumber] {
    get throws {
      guard case .entries(let entries) = try inbox.log(after: 0, limit: 100) else { return [] }
      return entries.filter(\.mayAlert).flatMap(\.numbers)
    }
  }

  /// The number of a message.
  func number(_ title: String) throws -> MessageNumber {
    try #require(try inbox.stored().first { $0.title == title }).number
  }

  /// What a person sees of all messages, in the order of source and id.
  var views: [String] {
    get throws {
      try inbox.stored().map { message in
        "\(message.source) \(message.id) \(message.title ?? "") \(message.status) "
          + "\(message.isPinned) \(message.occurrences) \(message.answer ?? "")"
      }.sorted()
    }
  }
}

extension String {
  /// A text that no compression makes shorter than three quarters.
  static func incompressible(_ count: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-")
    return String((0..<count).map { _ in letters[Int.random(in: letters.indices)] })
  }
}

/// Waits until a condition holds, without blocking a thread; for longer than elsewhere, because a step of
/// an exchange takes several turns beside all other tests.
func comesTrue(_ condition: () throws -> Bool) async throws -> Bool {
  let deadline = Date().addingTimeInterval(3 * PseudoTerminal.limit)
  while try !condition() {
    guard Date() < deadline else { return false }
    try await Task.sleep(for: .milliseconds(10))
  }
  return true
}

/// A laptop and a desktop that have joined by a new server, of the newest program if none is given.
func twoMachines(
  _ program: NATSProgram? = nil, _ configuration: String = ""
) throws -> (server: NATSServer, laptop: ExchangingMachine, desktop: ExchangingMachine) {
  let server = try NATSServer(try program ?? .newest(), configuration)
  return try (server, ExchangingMachine("laptop", server), ExchangingMachine("desktop", server))
}

/// Has machines exchange.
func start(_ machines: ExchangingMachine..., again isRepeated: Bool = false) throws {
  for machine in machines { try machine.start(again: isRepeated) }
}

/// Ends the exchange of machines.
func stop(_ machines: ExchangingMachine...) async {
  for machine in machines { await machine.stop() }
}

/// Waits until machines show the same messages, as many as given, and have nothing to send.
func agree(_ machines: ExchangingMachine..., count: Int) async throws -> Bool {
  try await agree(machines, count: count)
}

/// Waits until machines show the same messages, as many as given, and have nothing to send.
func agree(_ machines: [ExchangingMachine], count: Int) async throws -> Bool {
  let isSame = try await comesTrue {
    let views = try machines.map { try $0.views }
    return views.allSatisfy { $0.count == count && $0 == views[0] }
      && machines.allSatisfy { $0.status?.phase == .live && $0.status?.waitingCount == 0 }
  }
  if !isSame {
    for machine in machines { print(try machine.views, machine.status as Any, machine.errors) }
  }
  return isSame
}

/// Runs a closure with the stream of a server, as an administrator.
func withStream<Result: Sendable>(
  _ server: NATSServer, _ work: (JetStream) async throws -> Result
) async throws -> Result {
  try await NATSConnection.connected(server.options()) { connection in
    try await work(ServerConnection.stream(.default, on: connection))
  }
}

/// A key of a user, an account or an operator, with what the tools of NATS do with it.
struct TestKey {
  enum Kind: UInt8 {
    case account = 0
    case `operator` = 112
    case user = 160
  }

  /// What an account may do: everything.
  static let accountClaims = """
    "type":"account","version":2,"limits":{"subs":-1,"data":-1,"payload":-1,"imports":-1,\
    "exports":-1,"wildcards":true,"conn":-1,"leaf":-1},"default_permissions":{"pub":{},"sub":{}}
    """

  let (seed, publicText): (String, String)
  private let key: Curve25519.Signing.PrivateKey

  /// The key of 32 equal bytes.
  init(_ kind: Kind, filledWith byte: UInt8) {
    let secret = Data(repeating: byte, count: 32)
    // Any 32 bytes are a key.
    key = (try? Curve25519.Signing.PrivateKey(rawRepresentation: secret)) ?? .init()
    let prefix = [18 << 3 | kind.rawValue >> 5, kind.rawValue << 3]
    seed = Self.text(prefix + secret)
    publicText = Self.text([kind.rawValue] + key.publicKey.rawRepresentation)
  }

  /// A signed token for a key, with claims as JSON.
  func token(for other: TestKey, _ claims: String) -> String {
    func encoded(_ data: Data) -> String {
      data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    }
    let head = #"{"typ":"JWT","alg":"ed25519-nkey"}"#
    let body = """
      {"jti":"1","iat":1700000000,"iss":"\(publicText)","name":"test",\
      "sub":"\(other.publicText)","nats":{\(claims)}}
      """
    let text = encoded(Data(head.utf8)) + "." + encoded(Data(body.utf8))
    let signature = (try? key.signature(for: Data(text.utf8))) ?? Data()
    return text + "." + encoded(signature)
  }

  private static func text(_ bytes: [UInt8]) -> String {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
    let whole = bytes + [UInt8(truncatingIfNeeded: sum), UInt8(sum >> 8)]
    return Base32.text(whole, upTo: 99, in: Base32.upper)
  }
}

/// A certificate for the loopback, its authority, and another authority.
struct TestCertificates {
  let folder = TemporaryFolder.empty()
  /// Paths of the authorities.
  let (authority, other): (String, String)

  /// Makes them by openssl, the certificate for some names.
  init(names: String = "IP:127.0.0.1,DNS:localhost") throws {
    (authority, other) = (folder.path + "/ca.pem", folder.path + "/other.pem")
    let script = """
      set -e; cd "$1"
      for name in ca other; do
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
          -subj /CN=$name -keyout $name.key -out $name.pem
      done
      openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=server \
        -keyout server.key -out server.csr
      printf 'subjectAltName=%s' "$2" >names
      openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
        -extfile names -out server.pem
      """
    let log = folder.path + "/openssl.log"
    let child = try ChildProcess(
      "/bin/sh", ["-c", script, "sh", folder.path, names],
      environment: ["PATH": "/usr/bin:/bin:/opt/homebrew/bin"], errors: .file(log))
    guard try child.end() == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
