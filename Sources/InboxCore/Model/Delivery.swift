/// Whether a message is listed, alerts, or both.
public enum Delivery: Int, CaseIterable, Sendable, Hashable {
  /// Listed without an alert.
  case inbox = 0
  /// Listed, with a banner, a sound or a desktop alert.
  case inboxAndAlert = 1
  /// Alerts only: kept and counted in the metrics, never listed.
  case alert = 2

  /// The word that JSON uses: `inbox`, `inbox+alert` or `alert`.
  public var name: String {
    switch self {
    case .inbox: "inbox"
    case .inboxAndAlert: "inbox+alert"
    case .alert: "alert"
    }
  }

  /// Reads a name as JSON has it; nil for anything else.
  public init?(name: String) {
    guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }
}
