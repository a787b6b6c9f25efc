import ArgumentParser
import BellboardSupport
import InboxExchange
import InboxSettings

/// `bellboardd leave-exchange`, which `bellboard exchange leave` runs.
struct LeaveExchange: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave-exchange", abstract: "Leave the exchange, and tell the other machines.",
    shouldDisplay: false)

  /// Time limit for telling the other machines; this one has left by then.
  private static let limit = Duration.seconds(4)

  func run() async throws {
    let environment = try UserEnvironment(inboxName: nil)
    let settings = try environment.exchangeSettings()
    let machines = try environment.leaveExchange { print($0) }
    guard !machines.isEmpty else { return }
    var reason: String?
    if settings.isOn {
      do {
        try await settings.tell(machines, within: Self.limit)
      } catch {
        reason = ErrorText.text(forAny: error)
      }
    } else {
      reason = "the configuration names no server or folder"
    }
    guard let reason else { return }
    UserEnvironment.untold(machines, reason: reason).forEach { print($0) }
  }
}
