import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxText
import InboxUI

/// The options for the fields of a payload.
struct PayloadOptions: ParsableArguments {
  @Option(help: "Id of the message; an existing one is updated.")
  var id: String?

  @Option(help: "A second line below the title.")
  var subtitle: String?

  @Option(help: "Source, as a path. (default: cli)", completion: .sources)
  var source: String?

  @Option(help: "Category; repeatable.")
  var category: [String] = []

  @Option(help: "Thread of the message.")
  var thread: String?

  @Option(help: "Tag, or several separated by commas; repeatable.")
  var tag: [String] = []

  @Option(name: .shortAndLong, help: "Priority: min to max (urgent), or 1 to 5.")
  var priority: PriorityWord?

  @Option(help: "Icon: one character or emoji.")
  var glyph: String?

  @Option(help: "Link that opening the message opens.")
  var url: String?

  @Option(help: "Web page that opening the message shows in the terminal.")
  var website: String?

  @Option(help: "Thread that opening the message shows.")
  var tapThread: String?

  @Option(help: "Action button, as LABEL or LABEL=URL; repeatable.")
  var action: [String] = []

  @Option(help: "File to store with the message, or URL; repeatable.", completion: .file())
  var attach: [String] = []

  @Option(help: "Name of a sound, or 'default'.")
  var sound: String?

  @Option(
    parsing: .unconditional,
    help: "When it was sent: RFC 3339, Unix seconds, -10m, or 'yesterday 17:30'.")
  var sentAt: String?

  @Option(
    parsing: .unconditional,
    help: "Hidden before then: 2h, 'tomorrow 9am', monday, RFC 3339 or Unix seconds.")
  var startsAt: String?

  @Option(
    parsing: .unconditional,
    help: "Hidden from then on: 2h, 'tomorrow 9am', monday, RFC 3339 or Unix seconds.")
  var expiresAt: String?

  @Option(help: "Any JSON value to store with it.")
  var custom: String?

  @Option(help: "Name to count when the message is opened; repeatable.")
  var conversionTag: [String] = []

  @Option(help: "Key of repeats: another push with it counts as one more occurrence.")
  var fold: String?

  @Option(help: "Fold key of the message to resolve.")
  var resolves: String?

  @Option(help: "Progress in percent.")
  var progress: Int?

  @Flag(help: "The body is written in Markdown.")
  var markdown = false

  @Flag(help: "List it without an alert.")
  var silent = false

  @Flag(help: "Alert only: stored, but never listed.")
  var alertOnly = false

  @Flag(help: "Make an existing message unread again and move it to the top.")
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
  /// - Throws: ``FlagError``, `Failure`, `PayloadError`.
  func payload(at now: Date) throws -> Payload {
    var payload = Payload()
    payload.id = id
    payload.source = source
    payload.subtitle = .init(subtitle)
    payload.categories = Self.list(category)
    payload.thread = .init(thread)
    payload.tags = Self.list(tag).map(\.separated)
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
    try Self.checkWindow(of: payload)
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

  /// Rejects times with which the message would never be shown.
  private static func checkWindow(of payload: Payload) throws {
    guard payload.neverActive, let start = payload.startsAt.value, let end = payload.expiresAt.value
    else { return }
    let from = AbsoluteTime.text(start, in: .current)
    throw Failure(
      "--expires-at (\(AbsoluteTime.text(end, in: .current))) has to come after --starts-at (\(from)); "
        + "the message would never be shown", .wrongUsage)
  }

  /// The field of a repeatable option; absent if the option is not given.
  private static func list<Value>(_ values: [Value]) -> Payload.Field<[Value]> {
    .init(values.isEmpty ? nil : values)
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
      throw Failure(
        "--custom takes a JSON value, such as {\"job\": 7}; a text needs quotes", .wrongUsage)
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
