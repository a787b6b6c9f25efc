import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import Logging
import ServiceLifecycle
import UnixSignals

/// `bellboardd`, the daemon that receives notifications while no screen is open.
struct BellboardDaemon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bellboardd",
    abstract: "Receive notifications from the network and from programs into the inbox.",
    discussion: """
      It reads the sections of its sources in Bellboard's configuration and follows the file as it \
      is saved; SIGHUP makes it read the file again and try failed sources at once. Without any \
      configuration it receives over HTTP on 127.0.0.1:7575, as ntfy does: \
      curl -d "Backup finished" localhost:7575/backups. \
      'bellboard sources' shows the state of its sources.
      """,
    version: ProgramVersion.text,
    subcommands: [
      Receive.self, InstallService.self, JoinExchange.self, LeaveExchange.self, RekeyExchange.self,
      Man.self, Completions.self, EndOrphans.self,
    ],
    defaultSubcommand: Receive.self)
}

/// `bellboardd receive`, the default command.
struct Receive: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive",
    abstract: "Run the sources of the configuration until a signal ends them.")

  @Option(
    name: .long,
    help: "Name of the inbox, or a path to it. (default: $BELLBOARD_INBOX, else 'default')")
  var inbox: String?

  @Flag(help: "Check the daemon's settings, print errors, and exit.")
  var checkConfig = false

  @Flag(help: "Log more than failures and changes.")
  var verbose = false

  /// Time limit for the last log lines in seconds.
  private static let logGrace = 0.3

  func run() async throws {
    let environment = try Self.reported { try UserEnvironment(inboxName: inbox) }
    if checkConfig { return try Self.check(environment) }
    let sockets = InheritedSocket.takeAll()
    await Descriptors.openThoseOfQueues()
    let (lock, opened) = try Self.reported { try Self.begin(environment) }
    defer {
      LogOutput.standard.finish(within: Self.logGrace)
      lock.release()
    }
    OrphanGuard.enable(EndOrphans.words)
    let level: Logger.Level = verbose ? .debug : .info
    var log = Logger(label: "bellboardd") { _ in JournalLog() }
    log.logLevel = level
    log.info("storing into \(environment.folder)")
    let daemon = Daemon(environment: environment, inbox: opened, sockets: sockets, log: log)
    let watchdog = EndingWatchdog([SIGTERM, SIGINT]) { [log] in
      EndingWatchdog.endProcess(logging: log)
    }
    defer { watchdog.stop() }
    var quiet = log
    quiet.logLevel = .error
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(
            service: daemon, successTerminationBehavior: .gracefullyShutdownGroup,
            failureTerminationBehavior: .gracefullyShutdownGroup)
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet))
    try await group.run()
  }

  /// Takes the lock of this home's daemon and opens the inbox.
  private static func begin(
    _ environment: UserEnvironment
  ) throws -> (InstanceLock, Inbox) {
    let path = environment.paths.daemonLock
    try PrivateFolder.make((path as NSString).deletingLastPathComponent)
    let lock = try InstanceLock(path)
    return (lock, try environment.open(durability: .full))
  }

  private static func check(_ environment: UserEnvironment) throws {
    let messages = environment.daemonMessages
    try StandardError.complain(messages)
    print("ok")
  }

  /// Prints errors and converts them to exit statuses.
  private static func reported<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let problem as any Reportable {
      StandardError.printError(problem.report)
      throw problem.exitCode
    }
  }
}

/// `bellboardd end-orphans`: the process that ends the programs of a killed daemon.
struct EndOrphans: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end-orphans", abstract: "End the programs of a daemon that was killed.",
    shouldDisplay: false)

  /// The command for it: the running executable, even if the file was replaced.
  static let words = ["/proc/self/exe", "end-orphans"]

  func run() {
    OrphanGuard.run()
  }
}

extension InstanceLock.Held: Reportable {
  /// The message with the process of the running daemon.
  package var report: String {
    let number = process.map { " (process \($0))" } ?? ""
    return "it is running already\(number); end that one first, by 'kill' or, when it is the "
      + "service, by 'systemctl --user stop bellboardd'"
  }
}
