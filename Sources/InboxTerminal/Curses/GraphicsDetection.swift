import InboxUI

/// An answer of a terminal about its graphics.
package enum GraphicsAnswer: Sendable, Hashable {
  /// It shows images by kitty's protocol.
  case kitty
  /// Its device attributes, the last of its answers to a question; whether sixels are among them.
  case attributes(hasSixel: Bool)
  /// The colors that a sixel image may have at once.
  case colors(Int)

  /// Most bytes of an answer; a longer one was cut.
  private static let limit = 64

  /// The answer in an application program command: `Gi=…;OK`.
  init?(inCommand bytes: [UInt8]) {
    guard bytes.elementsEqual("Gi=\(GraphicsOverlay.image);OK".utf8) else { return nil }
    self = .kitty
  }

  /// The answer in a control sequence: `?62;4;22c` are attributes, `?1;0;256S` colors.
  init?(inSequence bytes: [UInt8]) {
    guard bytes.count <= Self.limit, bytes.first == UInt8(ascii: "?"), let end = bytes.last else {
      return nil
    }
    let fields = bytes.dropFirst().dropLast()
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let numbers = fields.map { DecimalNumber.value($0, upTo: 1 << 24) }
    // kitty's own have an empty one.
    guard zip(fields, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    switch end {
    // The first one is the class of the terminal.
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

/// The detection of a terminal's graphics: what it is asked, and what follows from its answers.
///
/// The questions are those of kitty's document "Terminal graphics protocol", section "Querying
/// support", and of xterm's "Control Sequences": DA1, and XTSMGRAPHICS, which only terminals with
/// sixels are asked. An answer counts whenever it comes, but only to a question.
struct GraphicsDetection {
  /// How far the questions are.
  private enum Stage {
    case begin, asked, askedColors, done
  }

  /// Asks by an image of one pixel, and for the attributes, which every terminal answers.
  static let question =
    "\u{1B}_Gi=\(GraphicsOverlay.image),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
  /// Asks for the number of colors, and for the attributes again, behind which no answer comes.
  static let colorQuestion = "\u{1B}[?1;1;0S\u{1B}[c"
  /// Fewest colors that a picture is drawn in.
  private static let fewestColors = 16
  /// Colors of a terminal that does not tell how many it has.
  private static let commonColors = 256

  /// Whether the terminal may be asked.
  private let isAskable: Bool
  private var stage = Stage.begin
  private var choice = GraphicsChoice.characters
  private var found: TerminalGraphics.Form?
  private var colors: Int?

  /// Goes by the environment.
  ///
  /// - Parameters:
  ///   - type: The type of the terminal.
  ///   - variables: The environment.
  ///   - takesQuestions: Whether the type is one that answers.
  init(type: String, variables: [String: String], takesQuestions: Bool) {
    isAskable = takesQuestions && !Multiplexer.isAround(type, variables)
  }

  /// The form in which pictures are drawn; nil for characters.
  var form: TerminalGraphics.Form? {
    switch choice {
    case .auto: found
    case .kitty: .kitty
    case .sixel: .sixel(colors: colors ?? Self.commonColors)
    case .characters: nil
    }
  }

  /// Takes a choice; returns what the terminal is asked, empty for nothing.
  mutating func choose(_ choice: GraphicsChoice) -> String {
    self.choice = choice
    guard choice == .auto, isAskable, stage == .begin else { return "" }
    stage = .asked
    return Self.question
  }

  /// Takes an answer; returns what is asked next, empty for nothing.
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

/// A multiplexer around the program, whose cells are not those of the terminal.
enum Multiplexer {
  /// Whether there is one, by the type of the terminal and the environment.
  static func isAround(_ type: String, _ variables: [String: String]) -> Bool {
    ["TMUX", "STY"].contains { !variables[$0, default: ""].isEmpty }
      || type.hasPrefix("tmux") || type.hasPrefix("screen")
  }
}
