import InboxText
import InboxTOML

extension Settings {
  /// What links, pages and copied text are handed to.
  static let openingRows: [Row] = [
    Row(
      path: "opener", type: "command", defaultValue: "\"auto\"",
      summary: "what links are handed to; auto is $BROWSER, else xdg-open"
    ) { reader, path, settings in
      settings.opener = command(&reader, path)
    },
    Row(
      path: "browser", type: "command", defaultValue: "\"auto\"",
      summary: "what shows web pages in the terminal; auto is w3m, lynx, links or elinks"
    ) { reader, path, settings in
      settings.browser = command(&reader, path)
    },
    Row(
      path: "link_schemes", type: "list of names", defaultValue: #"["http", "https", "mailto"]"#,
      summary: "links that open without a question"
    ) { reader, path, settings in
      readSchemes(&reader, path, &settings)
    },
    Row(
      path: "clipboard", type: "auto, native, tmux, osc52 or command", defaultValue: "\"auto\"",
      summary: "where copied text goes"
    ) { reader, path, settings in
      settings.clipboard = command(&reader, path)
    },
  ]

  /// A command, or `auto` for none.
  private static func command(_ reader: inout TOMLReader, _ path: TOMLPath) -> [String]? {
    let words = reader.command(at: path)
    return words == ["auto"] ? nil : words
  }

  private static func readSchemes(
    _ reader: inout TOMLReader, _ path: TOMLPath, _ settings: inout Settings
  ) {
    guard let names = reader.strings(at: path) else { return }
    let schemes = names.map { $0.lowercased() }
    if let index = schemes.firstIndex(where: { !Self.isScheme($0) }) {
      let expected = "the name of a scheme, such as https, without a colon"
      return reader.report(.badValue(names[index], expected: expected, nearest: nil), at: path)
    }
    settings.linkSchemes = schemes
  }

  /// A letter, then letters, digits, `+`, `-` and `.` (RFC 3986, 3.1).
  private static func isScheme(_ name: String) -> Bool {
    name.first?.isLetter == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}
