import BellboardSupport
import Foundation
import InboxCore
import InboxUI

/// Renders screen lines as text with escape sequences for the attributes and colors of a theme.
struct ANSIText {
  var theme = Theme.default
  /// The terminal's color depth; without colors, attributes are still used.
  var depth: ColorDepth

  func text(_ line: Line) -> String {
    line.spans.map { span in
      let codes = codes(of: theme.style(for: span.roles, at: depth))
      return codes.isEmpty ? span.text : "\u{1B}[\(codes)m\(span.text)\u{1B}[0m"
    }.joined()
  }

  private func codes(of style: Style) -> String {
    let attributes: [(isSet: Bool?, code: String)] = [
      (style.bold, "1"), (style.dim, "2"), (style.italic, "3"), (style.underline, "4"),
      (style.reverse, "7"),
    ]
    var codes = attributes.filter { $0.isSet == true }.map(\.code)
    codes += [
      style.foreground.flatMap { code(of: $0, first: 30) },
      style.background.flatMap { code(of: $0, first: 40) },
    ].compactMap(\.self)
    return codes.joined(separator: ";")
  }

  /// The SGR parameters of a color (ECMA-48, and xterm's for 256 and more).
  private func code(of color: Color, first: Int) -> String? {
    switch color {
    case .default: nil
    case .indexed(let index) where index < 8: "\(first + Int(index))"
    case .indexed(let index) where index < 16: "\(first + 52 + Int(index))"
    case .indexed(let index): "\(first + 8);5;\(index)"
    case .rgb(let red, let green, let blue): "\(first + 8);2;\(red);\(green);\(blue)"
    }
  }
}

extension ColorDepth {
  /// Guesses the color depth from `TERM` and `COLORTERM`, for output without a screen.
  init(variables: [String: String], wantsColors: Bool) {
    let name = variables["TERM"] ?? ""
    let isDirect = ["truecolor", "24bit"].contains(variables["COLORTERM"] ?? "")
    self =
      if !wantsColors || name.hasSuffix("-m") || name.hasPrefix("vt") {
        .none
      } else if isDirect || name.contains("direct") {
        .direct
      } else if name.contains("256color") {
        .indexed256
      } else {
        .ansi16
      }
  }
}

extension UserEnvironment {
  /// The color depth for output without a screen; none by `NO_COLOR` or the configuration.
  var outputColors: ColorDepth {
    let isForbidden = variables["NO_COLOR"].map { !$0.isEmpty } ?? false
    return ColorDepth(
      variables: variables, wantsColors: !isForbidden && settings.color != .never)
  }
}

/// Renders messages as in the reader, for output on a terminal without the screen.
struct StyledMessage {
  /// The width of the terminal in columns.
  var columns: Int
  var textColumns: Int
  var ansi: ANSIText
  /// The time that ages are relative to.
  var now: Date

  /// Creates a renderer for the terminal that output goes to; nil when piped.
  init?(for output: StandardOutput, in environment: UserEnvironment, at now: Date) {
    guard let columns = output.columns else { return nil }
    self.columns = columns
    self.now = now
    textColumns = environment.settings.preferences.readerWidth
    ansi = ANSIText(depth: environment.outputColors)
  }

  /// Renders a whole message; its last line has no line end.
  func text(of message: Message) -> String {
    let content = ReaderContent(of: message, columns: columns, textColumns: textColumns)
    let hint = "Answer: \(StandardError.programName) answer \(message.number) LABEL"
    let lines = content.lines(at: now, in: .current, answeringBy: hint).map(ansi.text)
    return lines.joined(separator: "\n")
  }
}
