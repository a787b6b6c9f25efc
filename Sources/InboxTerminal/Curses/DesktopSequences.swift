import InboxCore
import InboxUI

/// The escape sequences of desktop notifications: OSC 9, 777 and 99.
struct DesktopSequences {
  private static let escape = "\u{1B}"
  private static let bell = "\u{07}"
  private static let end = "\u{1B}\\"
  /// Terminals by name (`TERM_PROGRAM`, `TERM`) and by the environment variable that identifies them
  /// even inside tmux, with the sequence that each understands.
  private static let terminals: [(name: String, mark: String?, method: Alerts.Desktop)] = [
    ("kitty", "KITTY_WINDOW_ID", .osc99), ("foot", nil, .osc777), ("rxvt", nil, .osc777),
    ("wezterm", "WEZTERM_PANE", .osc777), ("ghostty", "GHOSTTY_RESOURCES_DIR", .osc777),
    ("vte", "VTE_VERSION", .osc777), ("contour", nil, .osc777),
    ("iterm", "ITERM_SESSION_ID", .osc9),
  ]

  private let type: String
  private let variables: [String: String]
  private let isInTmux: Bool
  private let isUnderstood: Bool

  /// Detects which sequence the terminal understands.
  ///
  /// - Parameters:
  ///   - type: The type of the terminal.
  ///   - variables: The environment.
  init(type: String, variables: [String: String]) {
    (self.type, self.variables) = (type, variables)
    isInTmux = !variables["TMUX", default: ""].isEmpty
    // The Linux console, a vt100 or a vt220 would print the text. GNU screen passes none on, and
    // prints what of a sequence is beyond 768 bytes.
    let isOld = type.hasPrefix("vt") && type.dropFirst(2).first?.isNumber == true
    let isLost = !isInTmux && Multiplexer.isAround(type, variables)
    isUnderstood = !type.hasPrefix("linux") && !isOld && !isLost
  }

  /// What `auto` resolves to; resolved at the first notification, as few screens send any.
  private var automatic: Alerts.Desktop {
    let names = [type, variables["TERM_PROGRAM", default: ""]].map { $0.lowercased() }
    let byName = Self.terminals.first { known in names.contains { $0.contains(known.name) } }
    let byMark = Self.terminals.first { $0.mark.map { variables[$0] != nil } ?? false }
    return (byName ?? byMark)?.method ?? .osc9
  }

  /// The bytes for a notification; empty where they would be printed, or lost on the way.
  func sequence(_ notification: DesktopNotification) -> String {
    guard isUnderstood else { return "" }
    let method = notification.method == .auto ? automatic : notification.method
    return sequences(notification, method).map { isInTmux ? Self.passedThrough($0) : $0 }.joined()
  }

  private func sequences(
    _ notification: DesktopNotification, _ method: Alerts.Desktop
  ) -> [String] {
    let title = Self.withoutControls(notification.title)
    let body = Self.withoutControls(notification.body)
    switch method {
    case .off, .auto, .dbus: return []
    case .osc9:
      // foot ends the text at a semicolon, also within tmux, where it is not known by name.
      let text = (body.isEmpty ? title : "\(title): \(body)").replacing(";", with: ",")
      // In some terminals a number after OSC 9 is another command: progress.
      let lead = text.first?.isNumber == true ? " " : ""
      return ["\(Self.escape)]9;\(lead)\(text)\(Self.bell)"]
    case .osc777:
      let parts = [title, body].map { $0.replacing(";", with: ",") }
      return ["\(Self.escape)]777;notify;\(parts.joined(separator: ";"))\(Self.bell)"]
    case .osc99:
      let id = "i=inbox-\(notification.number.rawValue)"
      return ["\(id):d=0:p=title;\(title)", "\(id):d=1:p=body;\(body)"]
        .map { "\(Self.escape)]99;\($0)\(Self.end)" }
    }
  }

  /// Wraps a sequence so that tmux passes it to the outer terminal.
  ///
  /// It does with `allow-passthrough on` for a pane that is seen, and with `all`, which tmux 3.3
  /// does not know, for any.
  private static func passedThrough(_ sequence: String) -> String {
    let doubled = sequence.replacing(escape, with: escape + escape)
    return "\(escape)Ptmux;\(doubled)\(end)"
  }

  /// The text without control characters, which could end the sequence early.
  private static func withoutControls(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) }
    return String(String.UnicodeScalarView(scalars))
  }
}
