import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxPayloads
import InboxSettings
import InboxTOML
import InboxText

/// `bellboard webhook …`.
struct WebhookCommands: NamedCommand {
  static let name = "webhook"
  static let abstract = "List, print and try the templates of webhooks."
  static let discussion = """
    A template is a file that says where title, text, link and urgency are in what a service \
    sends. 'template' of a [[webhook]] is the name of a built-in one, or the path of your own.
    """
  static var commands: [any NamedCommand.Type] {
    [WebhookList.self, WebhookShow.self, WebhookTry.self]
  }
  static var defaultCommand: (any NamedCommand.Type)? { WebhookList.self }
}

/// `bellboard webhook list`.
struct WebhookList: ReportingCommand {
  static let name = "list"
  static let abstract = "Print the names of the built-in templates."
  static let discussion =
    "One per line: name, and what is set up at the service, separated by a tab."

  func run(to output: StandardOutput) throws {
    for name in WebhookVendor.builtInNames {
      try output.line("\(name)\t\(WebhookVendor.builtIn(name)?.about ?? "")")
    }
  }
}

/// `bellboard webhook show`.
struct WebhookShow: ReportingCommand {
  static let name = "show"
  static let abstract = "Print the file of a built-in template, to change a copy of it."

  @Argument(help: "Name of the template.", completion: .list(WebhookVendor.builtInNames))
  var template: String

  func run(to output: StandardOutput) throws {
    try output.write(WebhookVendor.source(named: template).text)
  }
}

/// `bellboard webhook try`.
struct WebhookTry: ReportingCommand {
  static let name = "try"
  static let abstract =
    "Print the messages that a template makes of a document, without storing them."
  static let discussion = """
    The document is JSON on standard input:

      bellboard webhook try github --header 'X-GitHub-Event: push' < push.json

    Piped or with --json, all fields are printed, also what the template does not show.
    """

  @Argument(
    help: "Name of a built-in template, or path of a file.", completion: .file(extensions: ["toml"])
  )
  var template: String

  @Option(help: "Header of the request, 'NAME: VALUE'; repeatable.")
  var header: [String] = []

  @Flag(help: "Print JSON lines.")
  var json = false

  func run(to output: StandardOutput) throws {
    let vendor = try WebhookVendor(named: template)
    let bytes = try StandardInput.bytes(atMost: 1_024 * 1_024)
    let document: JSONValue
    do {
      document = try JSONValue(json: String(decoding: bytes, as: UTF8.self), maximumDepth: 64)
    } catch {
      throw Failure("standard input is not valid JSON")
    }
    let messages = WebhookMessages(of: vendor, name: WebhookVendor.name(of: template))
    let result = messages.read(document, headers: headers(), size: bytes.count)
    try print(result.payloads, to: output)
    for (error, element) in result.errors {
      let place = element.map { "element \($0): " } ?? ""
      StandardError.printError("\(place)no message, as \(error)")
    }
    if !result.errors.isEmpty { throw ExitCode.failed }
    if result.payloads.isEmpty { StandardError.printError("this event makes no message") }
  }

  private func headers() -> [String: String] {
    let pairs = header.map { line in
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = halves.count > 1 ? halves[1].trimmingCharacters(in: .whitespaces) : ""
      return (halves[0].trimmingCharacters(in: .whitespaces).lowercased(), value)
    }
    return Dictionary(pairs) { $1 }
  }

  /// Prints the messages as an inbox of its own would keep them.
  private func print(_ payloads: [Payload], to output: StandardOutput) throws {
    let now = Date()
    let inbox = try Inbox.inMemory()
    defer { inbox.closeQuietly() }
    var isFirst = true
    for payload in payloads {
      let number: MessageNumber
      switch try inbox.push(payload) {
      case .inserted(let new, _), .merged(let new, _): number = new
      case .refused(let problem):
        throw Failure("it would be refused: \(ErrorText.text(for: problem))")
      case .ignored: throw Failure("it would not be stored")
      }
      guard let message = try inbox.message(number) else { continue }
      if json {
        try output.line(MessageJSON(message).text)
      } else {
        if !isFirst { try output.line("") }
        try output.write(MessageSheet(message: message, now: now, zone: nil).text + "\n")
      }
      isFirst = false
    }
  }
}
