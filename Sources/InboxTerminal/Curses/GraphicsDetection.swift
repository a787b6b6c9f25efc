import InboxUI

/// A terminal's response to a query for its graphics.
package enum GraphicsAnswer: Sendable, Hashable {
  /// It supports kitty's graphics protocol.
  case kitty
  /// Its device attributes, the last response to a query; whether they include sixels.
  case attributes(hasSixel: Bool)
  /// The maximum number of colors in a sixel image.
  case colors(Int)

  /// Maximum bytes of a response; a longer one was truncated.
  private static let limit = 64

  /// Parses an application program command: `Gi=…;OK`.
  init?(inCommand bytes: [UInt8]) {
    guard bytes.elementsEqual("Gi=\(GraphicsOverlay.image);OK".utf8) else { return nil }
    self = .kitty
  }

  /// Parses a control sequence: `?62;4;22c` are attributes, `?1;0;256S` colors.
  init?(inSequence bytes: [UInt8]) {
    guard bytes.count <= Self.limit, bytes.first == UInt8(ascii: "?"), let end = bytes.last else {
      return nil
    }
    let fields = bytes.dropFirst().dropLast()
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let numbers = fields.map { DecimalNumber.value($0, upTo: 1 << 24) }
    // kitty's attributes have an empty field.
    guard zip(fields, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    switch end {
    // The first field is the class of the terminal.
    case UInt8(ascii: "c"): self = .attributes(hasSixel: numbers.dropFirst().contains(4))
    case UInt8(ascii: "S"):
      guard numbers.count == 3, numbers[0] == 1, numbers[1] == 0, let count = numbers[2] else {
        return nil
      }
      self = .colors(count)
    default: return nil
    }
  }
}

/// The detection of a terminal's graphics: a state machine of queries and responses.
///
/// The queries are those of kitty's document "Terminal graphics protocol", section "Querying
/// support", and of xterm's "Control Sequences": DA1, and XTSMGRAPHICS, which is sent only to
/// terminals with sixels. A late response still counts, one without a query does not.
struct GraphicsDetection {
  /// The progress of the detection.
  private enum Stage {
    case begin, asked, askedColors, done
  }

  /// Queries kitty graphics by an image of one pixel, and attributes, which every terminal
  /// reports.
  static let question =
    "\u{1B}_Gi=\(GraphicsOverlay.image),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
  /// Queries the number of colors, and the attributes again, as the last response.
  static let colorQuestion = "\u{1B}[?1;1;0S\u{1B}[c"
  /// Minimum number of colors for a sixel picture.
  private static let fewestColors = 16
  /// Assumed number of colors when the terminal does not report it.
  private static let commonColors = 256

  /// Whether the terminal may be queried.
  private let isAskable: Bool
  private var stage = Stage.begin
  private var choice = GraphicsChoice.characters
  private var found: TerminalGraphics.Form?
  private var colors: Int?

  /// Reads from the environment whether the terminal may be queried.
  ///
  /// - Parameters:
  ///   - type: The type of the terminal.
  ///   - variables: The environment.
  ///   - takesQuestions: Whether the type responds to queries.
  init(type: String, variables: [String: String], takesQuestions: Bool) {
    isAskable = takesQuestions && !Multiplexer.isAround(type, variables)
  }

  /// The graphics protocol for pictures; nil for characters.
  var form: TerminalGraphics.Form? {
    switch choice {
    case .auto: found
    case .kitty: .kitty
    case .sixel: .sixel(colors: colors ?? Self.commonColors)
    case .characters: nil
    }
  }

  /// Handles the user's choice; returns the query to send, empty for none.
  mutating func choose(_ choice: GraphicsChoice) -> String {
    self.choice = choice
    guard choice == .auto, isAskable, stage == .begin else { return "" }
    stage = .asked
    return Self.question
  }

  /// Handles a response; returns the next query, empty for none.
  mutating func take(_ answer: GraphicsAnswer) -> String {
    switch (stage, answer) {
    case (.asked, .kitty): (found, stage) = (.kitty, .done)
    case (.asked, .attributes(let hasSixel)):
      stage = hasSixel ? .askedColors : .done
      return hasSixel ? Self.colorQuestion : ""
    case (.askedColors, .colors(let count)): colors = count
    case (.askedColors, .attributes):
      stage = .done
      let count = colors ?? Self.commonColors
      if count >= Self.fewestColors { found = .sixel(colors: count) }
    default: break
    }
    return ""
  }
}

/// A terminal multiplexer around the program, whose cells are not those of the terminal.
enum Multiplexer {
  /// Whether there is one, from the terminal's type and the environment.
  static func isAround(_ type: String, _ variables: [String: String]) -> Bool {
    ["TMUX", "STY"].contains { !variables[$0, default: ""].isEmpty }
      || type.hasPrefix("tmux") || type.hasPrefix("screen")
  }
}
