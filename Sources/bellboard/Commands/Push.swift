import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore

/// `bellboard push`.
struct Push: NamedCommand {
  static let name = "push"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Store a notification and print its id.",
    usage: """
      bellboard push [OPTIONS] TITLE [BODY]
      bellboard push --json < payloads
      """,
    discussion: """
      A BODY of '-' is read from standard input. Pushing an id that is known replaces what is \
      given and keeps the rest. With --json, standard input holds one payload, an array or JSON \
      lines: bellboard's own, APNs or ntfy messages; records that are no payload are reported and \
      the others stored.
      """)
  @OptionGroup var inbox: InboxOptions
  @OptionGroup(title: "Fields") var fields: PayloadOptions

  @Argument(help: "One line that says what happened.")
  var title: String?

  @Argument(help: "The whole text; '-' reads it from standard input.")
  var body: String?

  @Option(name: .customLong("body"), help: "BODY, as an option.")
  var bodyOption: String?

  @Flag(name: .long, help: "Read payloads as JSON from standard input.")
  var json = false

  func validate() throws {
    if body != nil, bodyOption != nil { throw ValidationError(Self.twoBodies) }
    if json {
      guard title == nil, body == nil, bodyOption == nil else {
        throw ValidationError("--json takes the payloads from standard input, not TITLE and BODY.")
      }
    } else if title == nil, body == nil, bodyOption == nil {
      throw ValidationError("Specify at least a TITLE, or --json with payloads on standard input.")
    }
  }

  /// What is wrong with a text that is said twice.
  static let twoBodies = "Specify BODY or --body, not both."

  func run() throws {
    try reporting { output in
      let now = Date()
      let batch = json ? try PayloadBatch.standardInput() : PayloadBatch([try payload(at: now)])
      let inbox = try inbox.open()
      defer { inbox.closeQuietly() }
      let outcome = try inbox.push(
        batch.payloads, defaultSource: fields.source ?? "cli")
      try batch.report(outcome, trashed: outcome.trashed(in: inbox), to: output, at: now)
    }
  }

  private func payload(at now: Date) throws -> Payload {
    var payload = try fields.payload(at: now)
    if let title { payload.title = title.isEmpty ? .cleared : .set(title) }
    if let body = body ?? bodyOption {
      payload.body = .set(body == "-" ? try StandardInput.text() : body)
    }
    return payload
  }
}
