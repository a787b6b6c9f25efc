package import Foundation
import InboxText
import Synchronization

/// Since when a server accepts connections and acknowledges nothing.
///
/// Each connection to such a server looks well until the first publication is not answered, so this is
/// kept over connections.
///
/// State: the time. Guard: the mutex. Reason: an exchange reports from several tasks.
package final class SilentServer: Sendable {
  private let since = Mutex<Date?>(nil)

  /// Creates a value for a server that was not tried yet.
  package init() {}

  /// Notes the state of an exchange.
  ///
  /// - Returns: Whether the server is known to be silent still.
  package func isSilent(_ status: ExchangeStatus) -> Bool {
    since.withLock { since in
      if status.isAnswered { since = nil }
      return since != nil
    }
  }

  /// The error that is to be told instead of one that ended an exchange.
  package func error(
    for error: any Error, at now: Date = Date(), in zone: TimeZone = .autoupdatingCurrent
  ) -> any Error {
    since.withLock { since in
      guard case ExchangeError.timedOut(let server, .answer) = error else {
        since = nil
        return error
      }
      let begin = since ?? now
      since = begin
      let time =
        AbsoluteTime.nearText(begin, from: now, in: zone) ?? AbsoluteTime.text(begin, in: zone)
      return ExchangeError.silent(server: server, since: time)
    }
  }
}
