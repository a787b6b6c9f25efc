package import InboxCore

/// The wording of an exchange in both programs: what waits, and the names in the list of sources.
package enum ExchangeWording {
  /// How many changes are still to be sent.
  package static func waiting(_ count: Int) -> String { "\(count) waiting" }

  /// The name of the daemon's source that exchanges an inbox, such as `exchange/default`.
  package static func source(of inbox: InboxName) -> String { "exchange/\(inbox)" }

  /// The part of a source whose problem is that messages are refused.
  package static let sending = "sending"

  /// The name under which the daemon lists refused messages of an inbox.
  package static func refusals(of inbox: InboxName) -> String {
    "\(source(of: inbox)) \(sending)"
  }
}
