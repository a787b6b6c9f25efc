import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxText
import InboxUI

/// The options for the fields of a payload.
struct PayloadOptions: ParsableArguments {
  @Option(name: .long, help: "Id of the message; an existing one is updated.")
  var id: String?

  @Option(name: .long, help: "A second line below the title.")
  var subtitle: String?

  @Option(name: .long, help: "Source, as a path. (default: cli)", completion: .sources)
  var source: String?

  @Option(name: .long, help: "Category; repeatable.")
  var category: [String] = []

  @Option(name: .long, help: "Thread of the message.")
  var thread: String?

  @Option(name: .long, help: "Tag, or several separated by commas; repeatable.")
  var tag: [String] = []

  @Option(name: .shortAndLong, help: "Priority: min to max (urgent), or 1 to 5.")
  var priority: PriorityWord?

  @Option(name: .long, help: "Icon: one character or emoji.")
  var glyph: String?

  @Option(name: .long, help: "Link that opening the message opens.")
  var url: String?

  @Option(name: .long, help: "Web page that opening the message shows in the terminal.")
  var website: String?

  @Option(name: .long, help: "Thread that opening the message shows.")
  var tapThread: String?

  @Option(name: .long, help: "Action button, as LABEL or LABEL=URL; repeatable.")
  var action: [String] = []

  @Option(
    name: .long, help: "File to store with the message, or URL; repeatable.",
    completion: .file())
  var attach: [String] = []

  @Option(name: .long, help: "Name of a sound, or 'default'.")
  var sound: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "When it was sent: RFC 3339, Unix seconds, -10m, or 'yesterday 17:30'.")
  var sentAt: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Hidden before then: 2h, 'tomorrow 9am', monday, RFC 3339 or Unix seconds.")
  var startsAt: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Hidden from then on: 2h, 'tomorrow 9am', monday, RFC 3339 or Unix seconds.")
  var expiresAt: String?

  @Option(name: .long, help: "Any JSON value to store with it.")
  var custom: String?

  @Option(name: .long, help: "Name to count when the message is opened; repeatable.")
  var conversionTag: [String] = []

  @Option(
    name: .long, help: "Key of repeats: another push with it counts as one more occurrence.")
  var fold: String?

  @Option(name: .long, help: "Fold key of the message to resolve.")
  var resolves: String?

  @Option(name: .long, help: "Progress in percent.")
  var progress: Int?

  @Flag(name: .long, help: "The body is written in Markdown.")
  var markdown = false

  @Flag(name: .long, help: "List it without an alert.")
  var silent = false

  @Flag(name: .long, help: "Alert only: stored, but never listed.")
  var alertOnly = false

  @Flag(name: .long, help: "Make an existing message unread again and move it to the top.")
  var resurface = false

  func validate() throws {
    if silent && alertOnly { throw ValidationError("Specify --silent or --alert-only, not both.") }
    let labels = action.map { MessageAction(flag: $0).label }
    let needed: [(flag: String, values: [String?])] = [
      ("--id", [id]), ("--url", [url]), ("--website", [website]), ("--tap-thread", [tapThread]),
      ("--attach", attach), ("--action", labels), ("--fold", [fold]), ("--resolves", [resolves]),
    ]
    for (flag, values) in needed where values.contains("") {
      throw ValidationError(
        flag == "--action" ? "An --action has no label." : "\(flag) must not be empty.")
    }
    if [url, website, tapThread].compactMap(\.self).count > 1 {
      throw ValidationError("Opening does one thing: specify --url, --website or --tap-thread.")
    }
    if let progress, !(0...100).contains(progress) {
      throw ValidationError("--progress takes 0 to 100.")
    }
    if let source, source.allSatisfy({ $0 == "/" }) {
      throw ValidationError("--source must name somebody, as in 'ci' or 'ci/nightly'.")
    }
  }

  /// Builds the payload, validated by the same rules as JSON.
  ///
  /// - Throws: ``FlagError``, ``CustomValueError``, ``PayloadError``.
  func payload(at now: Date) throws -> Payload {
    var payload = Payload()
    payload.id = id
    payload.source = source
    payload.subtitle = .init(subtitle)
    payload.categories = Self.list(category)
    payload.thread = .init(thread)
    payload.tags = Self.list(tag.flatMap(Self.names))
    (payload.priority, payload.rest) = (.init(priority?.priority), priority?.rest)
    payload.glyph = .init(glyph)
    payload.tap = .init(
      url.map(TapBehavior.url) ?? website.map(TapBehavior.website)
        ?? tapThread.map(TapBehavior.thread))
    payload.actions = Self.list(action.map(MessageAction.init(flag:)))
    payload.attachments = Self.list(attach.map(Attachment.init(flag:)))
    payload.sound = .init(sound)
    payload.sentAt = .init(try TimeExpressionReader.localDate(sentAt, flag: "--sent-at", at: now))
    payload.startsAt = .init(
      try TimeExpressionReader.localDate(startsAt, flag: "--starts-at", at: now))
    payload.expiresAt = .init(
      try TimeExpressionReader.localDate(expiresAt, flag: "--expires-at", at: now))
    if let problem = ActiveWindowError(payload) { throw problem }
    payload.custom = .init(try customValue())
    payload.conversionTags = Self.list(conversionTag)
    payload.fold = .init(fold)
    payload.resolves = resolves
    payload.progress = .init(progress)
    payload.format = .init(markdown ? .markdown : nil)
    payload.delivery = .init(silent ? .inbox : alertOnly ? .alert : nil)
    payload.resurfaces = resurface
    return try payload.checked()
  }

  /// The field of a repeatable option; absent if the option is not given.
  private static func list<Value>(_ values: [Value]) -> Payload.Field<[Value]> {
    .init(values.isEmpty ? nil : values)
  }

  /// The names between commas; an empty text is left to the checks.
  private static func names(_ text: String) -> [String] {
    let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return names.count > 1 ? names.filter { !$0.isEmpty } : [text]
  }

  /// Prints a warning for each missing file, and a note for each invalid link.
  func noteDoubtfulLinks() {
    for file in attach.map(AttachmentPath.init) where file.isMissing {
      StandardError.printError(
        "warning: there is no file \(file.path.printable()) yet; it is attached all the same")
    }
    for url in [url, website].compactMap(\.self) {
      do throws(LinkError) {
        _ = try Link(url)
      } catch {
        let problem = CommandWording.text(error.message(about: url))
        StandardError.printError("note: \(problem); it is kept all the same")
      }
    }
  }

  private func customValue() throws -> JSONValue? {
    do {
      return try custom.map { try JSONValue(json: $0) }
    } catch {
      throw CustomValueError()
    }
  }
}

extension MessageAction {
  /// Parses `LABEL` or `LABEL=URL`.
  init(flag: String) {
    let parts = flag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    let label = parts.first ?? flag
    self.init(id: label, label: label, url: parts.count > 1 ? parts[1] : nil)
  }
}

/// Error: `--expires-at` is not after `--starts-at`.
struct ActiveWindowError: Reportable {
  private let start: Date
  private let end: Date

  /// Checks a payload; nil if its times are consistent.
  init?(_ payload: Payload) {
    guard payload.neverActive, let start = payload.startsAt.value, let end = payload.expiresAt.value
    else { return nil }
    (self.start, self.end) = (start, end)
  }

  var report: String {
    let (start, end) = (
      AbsoluteTime.text(start, in: .current), AbsoluteTime.text(end, in: .current)
    )
    return "--expires-at (\(end)) has to come after --starts-at (\(start)); "
      + "the message would never be shown"
  }
  var exitCode: ExitCode { .wrongUsage }
}

extension Payload {
  /// Whether its expiry is not after its start.
  fileprivate var neverActive: Bool {
    guard let start = startsAt.value, let end = expiresAt.value else { return false }
    return end <= start
  }

  /// A note for the sender that the message will never be shown; nil if it may be.
  func windowNote(at now: Date) -> String? {
    let name = (title.value ?? id).map { "'\($0)'" } ?? "a message"
    if neverActive { return "\(name) is never shown: it expires before it starts" }
    guard let end = expiresAt.value, end <= now else { return nil }
    return "\(name) has expired already; 'bellboard list --filter is:expired' shows it"
  }
}
