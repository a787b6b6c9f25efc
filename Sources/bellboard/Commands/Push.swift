import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore

struct Push: ReportingCommand {
  static let name = "push"
  static let abstract =
    "Store a notification and print its id; on a terminal its number, such as @4."
  static let usage: String? = """
    bellboard push [OPTIONS] TITLE [BODY]
    command | bellboard push [OPTIONS] TITLE -
    command | bellboard push [OPTIONS] -
    bellboard push [OPTIONS] --title TITLE [BODY]
    bellboard push --json < payloads
    """
  static let discussion = """
    A BODY of '-' is read from standard input; colors are removed, and overwritten lines such \
    as progress bars keep their last state. With a single '-' the first line is the title and \
    the rest is the body. Pushing an existing id updates the given fields and keeps the others. \
    A repeat of a listed message, or a push with its --fold key, is one more occurrence of it: \
    its count goes up, and it is unread again. With --json, standard input holds payloads, an \
    array of them or JSON lines: bellboard's own, APNs or ntfy messages. Each is stored, and its \
    id printed, as soon as it is complete, so the stream may be endless; the options for fields \
    are defaults for the records. Invalid records are reported and skipped.
    """
  @OptionGroup var inbox: InboxOptions
  @OptionGroup(title: "Fields") var fields: PayloadOptions

  @Argument(help: "Title, in one line; '-' reads it from standard input.")
  var title: String?

  @Argument(help: "Text; '-' reads it from standard input.")
  var body: String?

  @Option(
    name: [.customShort("t"), .customLong("title")],
    help: "TITLE, as an option; an argument beside it is the BODY.")
  var titleOption: String?

  @Option(
    name: [.customShort("m"), .customLong("body"), .customLong("message")],
    help: "BODY, as an option.")
  var bodyOption: String?

  @Flag(help: "Read payloads as JSON from standard input.")
  var json = false

  func validate() throws {
    if titleOption != nil, body != nil { throw ValidationError(Self.twoTitles) }
    let arguments = texts
    if arguments.bodies > 1 { throw ValidationError(Self.twoBodies) }
    let hasText = arguments.title != nil || arguments.body != nil
    if json {
      guard !hasText else {
        throw ValidationError("--json takes the payloads from standard input, not TITLE and BODY.")
      }
      guard fields.id == nil else {
        throw ValidationError("--id names one message; with --json each payload has its own id.")
      }
    } else if !hasText, fields.fold == nil, fields.resolves == nil {
      throw ValidationError("Specify at least a TITLE, or --json with payloads on standard input.")
    }
  }

  static func plain(_ words: [String]) -> Push? {
    let names = ["--inbox", "--body"] + PayloadOptions.plainNames
    guard let words = PlainWords(words, options: names), words.values.count <= 2,
      let fields = PayloadOptions.plain(words)
    else { return nil }
    var command = Push()
    command.inbox = .plain(inbox: words["--inbox"])
    command.fields = fields
    command.title = words.values.first
    command.body = words.values.dropFirst().first
    command.titleOption = nil
    command.bodyOption = words["--body"]
    command.json = false
    return (try? command.validate()) == nil ? nil : command
  }

  /// The error for a body given twice.
  static let twoBodies = "Specify BODY or --body, not both."
  /// The error for a title given twice.
  static let twoTitles = "Specify TITLE or --title, not both."

  /// Title and body as given, and how many bodies; with `--title` the first argument is the body.
  private var texts: (title: String?, body: String?, bodies: Int) {
    let argument = titleOption == nil ? body : title
    let bodies = [argument, bodyOption].compactMap(\.self)
    return (titleOption ?? title, bodies.first, bodies.count)
  }

  func run(to output: StandardOutput) throws {
    var intake = RecordIntake(
      defaultSource: fields.source ?? "cli", output: output, files: FileIntake(fields.attach)
    ) {
      try inbox.environment()
    }
    defer { intake.close() }
    if json {
      fields.noteDoubtfulLinks()
      try intake.take(InputFile(path: "-")) { try fields.payload(at: Date()) }
    } else {
      let payload = try payload(at: Date())
      fields.noteDoubtfulLinks()
      try intake.take(payload)
    }
    try intake.finish()
  }

  private func payload(at now: Date) throws -> Payload {
    var payload = try fields.payload(at: now)
    var (title, body, _) = texts
    if title == "-" {
      (title, body) = try Self.texts(
        of: StandardInput.plainText(), besides: body == "-" ? nil : body)
    } else if body == "-" {
      body = try StandardInput.plainText()
    }
    if let title { payload.title = title.isEmpty ? .cleared : .set(title) }
    if let body { payload.body = .set(body) }
    return payload
  }

  /// Splits a text into title and body: its first non-blank line, and the rest.
  ///
  /// With a body given separately, the whole text is the title.
  ///
  /// - Throws: ``InputError/noTitle`` for a blank text.
  static func texts(
    of text: String, besides body: String?
  ) throws(InputError) -> (title: String?, body: String?) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw .noTitle
    }
    guard body == nil else { return (text, body) }
    let rest = lines[(first + 1)...].joined(separator: "\n")
    return (String(lines[first]), rest.isEmpty ? nil : rest)
  }
}
