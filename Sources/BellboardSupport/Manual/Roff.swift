import Foundation

/// A manual page in roff.
package struct Roff {
  /// The text so far.
  package private(set) var text: String
  /// A paragraph after a heading needs no request.
  private var isBelowHeading = false

  /// Starts a page.
  package init(title: String, section: Int, name: String, summary: String) {
    text = ".TH \"\(title.uppercased())\" \"\(section)\" \"\" \"bellboard\"\n"
    heading("Name")
    paragraph("\(name) - \(summary)")
  }

  /// Starts a section.
  package mutating func heading(_ title: String) {
    text += ".SH \(Self.escaped(title.uppercased()))\n"
    isBelowHeading = true
  }

  /// Starts a subsection.
  package mutating func subheading(_ title: String) {
    text += ".SS \(Self.escaped(title))\n"
    isBelowHeading = true
  }

  /// Writes a text, in which blank lines separate paragraphs.
  package mutating func paragraph(_ words: String) {
    for part in words.components(separatedBy: "\n\n") where !part.isEmpty {
      text += (isBelowHeading ? "" : ".PP\n") + "\(Self.escaped(part))\n"
      isBelowHeading = false
    }
  }

  /// Writes a term in bold with its description indented below it.
  package mutating func term(_ term: String, _ meaning: String) {
    isBelowHeading = false
    text +=
      ".TP\n.B \(Self.escaped(term))\n\(Self.escaped(meaning.isEmpty ? "\u{2014}" : meaning))\n"
  }

  /// Writes what `BELLBOARD_INBOX` means to both programs.
  package mutating func describeInboxVariable() {
    term(
      "BELLBOARD_INBOX",
      "The inbox that is used when --inbox names none: a name, or a path with a '/' in it.")
  }

  /// Writes preformatted lines.
  package mutating func verbatim(_ lines: String) {
    isBelowHeading = false
    text += ".PP\n.nf\n\(Self.escaped(lines))\n.fi\n"
  }

  /// Writes a command with its arguments and subcommands.
  package mutating func describe(_ command: CommandTree.Command, below path: String) {
    let name = "\(path) \(command.commandName)"
    subheading(name)
    paragraph(command.abstract ?? "")
    paragraph(command.discussion ?? "")
    describe(command.shownArguments)
    for below in command.shownSubcommands { describe(below, below: name) }
  }

  /// Writes the description of each argument.
  package mutating func describe(_ arguments: [CommandTree.Argument]) {
    for argument in arguments {
      let names = argument.dashedNames.joined(separator: ", ")
      let words = [names.isEmpty ? nil : names, argument.placeholder].compactMap(\.self)
      let standard = argument.defaultValue.map { " Default: \($0)." } ?? ""
      let values = argument.allValues.map { " Values: \($0.joined(separator: ", "))." } ?? ""
      term(words.joined(separator: " "), (argument.abstract ?? "") + values + standard)
    }
  }

  /// The text in ASCII, with requests and escapes quoted.
  static func escaped(_ words: String) -> String {
    words.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      (line.hasPrefix(".") ? "\\&" : "") + line.unicodeScalars.map(escaped).joined()
    }.joined(separator: "\n")
  }

  /// Quotes would end a macro's argument, or become typographic ones that shells do not accept.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": return "\\e"
    case "-": return "\\-"
    case "'": return "\\(aq"
    case "\"": return "\\(dq"
    case "`": return "\\(ga"
    case "^": return "\\(ha"
    case "~": return "\\(ti"
    default:
      if scalar.isASCII { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
    }
  }
}
