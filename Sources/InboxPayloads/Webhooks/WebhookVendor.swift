package import InboxTOML
package import InboxText

/// How a sender authenticates with the secret of a webhook.
package enum WebhookProof: Sendable, Hashable {
  /// An HMAC of the body in a header, hexadecimal and after a prefix in the headers of the hub
  /// protocol; of several headers each has to be right.
  case signature(headers: [String], prefix: String)
  /// The secret itself in a header.
  case header(String)
  /// The secret itself in the document.
  case field(String)
  /// A token, in any of the ways to send tokens.
  case token
}

/// A service whose documents become messages, as its file says.
package struct WebhookVendor: Sendable {
  /// The format of the response to an accepted request.
  package enum Answer: String, Sendable, Hashable, CaseIterable {
    /// Status 200 and the number of stored messages.
    case counted
    /// PagerDuty's: status 202 and the key of the event.
    case accepted
    /// Gotify's: the message with its number.
    case gotify
    /// Discord's: status 204, or the message if the sender waits for it.
    case discord
    /// Slack's: `ok`.
    case slack
    /// Teams': `1`, or for workflows status 202.
    case teams
  }

  /// What makes messages where templates cannot, as of nested blocks.
  package enum Reader: String, Sendable, Hashable, CaseIterable {
    case any, discord, mattermost, slack, teams
  }

  /// A kind of event: its conditions and the fields of its message.
  struct Event: Sendable, Hashable {
    /// The conditions, all of which must be met.
    var conditions: [Condition] = []
    /// Templates by field; an event without fields makes no message.
    var fields: [String: Template] = [:]
  }

  /// A condition of an event: a template must result in one of some texts.
  struct Condition: Sendable, Hashable {
    var template: Template
    var texts: Set<String>
  }

  /// The name: that of a built-in one, or the path of a file.
  package private(set) var name: String
  /// What is set up at the service, one line.
  package private(set) var about = ""
  /// How a sender authenticates.
  package var proof = WebhookProof.token
  /// Pointer to a list whose elements are separate messages.
  package private(set) var each: String?
  /// The kind of response.
  package private(set) var answer = Answer.counted
  /// What makes its messages; nil if its events do.
  package private(set) var reader: Reader?
  /// The kinds of events; the first match is used.
  private(set) var events: [Event] = []
  /// The fields of a document whose list is empty; none if that says nothing.
  private(set) var empty: [String: Template] = [:]
  /// Fields in place of those that events or the reader fill; an empty text leaves a field out.
  private(set) var overrides: [String: Template] = [:]

  /// The fields of the message of an element; nil if no event matches.
  func fields(
    of element: JSONValue, in document: JSONValue, _ headers: [String: String]
  ) -> [String: Template]? {
    events.first { event in
      event.conditions.allSatisfy { condition in
        let text = condition.template.text(from: element, in: document, headers: headers) ?? ""
        return condition.texts.contains(text)
      }
    }?.fields
  }

  /// Fills fields of its messages differently.
  ///
  /// - Parameters:
  ///   - fields: Templates by field; an empty one leaves the field out.
  ///   - each: Pointer to a list whose elements are messages; nil for no change.
  package mutating func override(_ fields: [String: Template], each: String? = nil) {
    overrides.merge(fields) { $1 }
    guard let each else { return }
    (self.each, empty) = (each, [:])
  }
}

/// The errors of a vendor's file.
package struct WebhookVendorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The errors, in the order of the text.
  package let errors: [TOMLError]

  package init(_ errors: [TOMLError]) { self.errors = errors }

  /// The errors, one a line.
  package var description: String { errors.map(\.description).joined(separator: "\n") }
}

/// Reading a vendor's file.
extension WebhookVendor {
  /// The fields that templates may fill: those of a message that are one text, and a picture.
  package static let fieldNames = [
    "body", "categories", "fold", "format", "glyph", "id", "image", "priority", "progress",
    "resolves", "sent_at", "source", "subtitle", "tags", "thread", "title", "url",
  ]

  /// Reads a file.
  ///
  /// - Throws: ``WebhookVendorError``.
  package init(_ source: TOMLSource) throws(WebhookVendorError) {
    self.init(name: source.name)
    var reader = TOMLReader(TOMLDocument(source.text, file: source.path))
    read(&reader)
    guard reader.errors.isEmpty else { throw WebhookVendorError(reader.errors) }
  }

  /// The usual name of a template: its own, or that of its file.
  package static func name(of template: String) -> String {
    let file = template.split(separator: "/").last ?? ""
    return String(file.hasSuffix(".toml") ? file.dropLast(5) : file)
  }

  private mutating func read(_ reader: inout TOMLReader) {
    reader.reportUnknownKeys(
      at: "",
      known: [
        "about", "answer", "each", "empty", "event", "fields", "kind", "proof", "reader",
        "template",
      ])
    if let base = reader.choice(at: "template", from: Self.builtInNames),
      let vendor = Self.builtIn(base)
    {
      let name = name
      self = vendor
      self.name = name
    }
    about = reader.string(at: "about") ?? about
    each = reader.string(at: "each") ?? each
    answer = reader.choice(at: "answer", of: Answer.self) ?? answer
    self.reader = reader.choice(at: "reader", of: Reader.self) ?? self.reader
    proof = Self.proof(&reader) ?? proof
    empty.merge(Self.fields(&reader, at: "empty")) { $1 }
    let common = Self.fields(&reader, at: "fields")
    let kind = Self.template(&reader, at: "kind")
    let own = reader.tables(at: "event") { reader, path in
      Event(&reader, at: path, kind: kind, common: common)
    }
    if !own.isEmpty {
      events = own
    } else if events.isEmpty, self.reader == nil, !common.isEmpty {
      events = [Event(fields: common)]
    } else {
      override(common)
    }
    if events.isEmpty, self.reader == nil, reader.errorCount == 0 {
      reader.report(
        .unusable("the file needs [fields], an [[event]], a reader or a template"), at: "fields")
    }
  }

  private static func proof(_ reader: inout TOMLReader) -> WebhookProof? {
    guard reader.document.value(at: "proof") != nil else { return nil }
    reader.reportUnknownKeys(at: "proof", known: ["field", "header", "prefix", "signature"])
    let headers = reader.strings(at: "proof.signature")
    let header = reader.string(at: "proof.header")
    let field = reader.string(at: "proof.field")
    switch (headers, header, field) {
    case (let headers?, nil, nil) where !headers.isEmpty && !headers.contains(""):
      let prefix = reader.string(at: "proof.prefix") ?? ""
      return .signature(headers: headers.map { $0.lowercased() }, prefix: prefix)
    case (nil, let header?, nil) where !header.isEmpty: return .header(header.lowercased())
    case (nil, nil, let field?) where field.hasPrefix("/"): return .field(field)
    default:
      reader.report(
        .unusable(
          "it needs one of signature, a list of headers, header, and field, a pointer such as /secret"
        ),
        at: "proof")
      return nil
    }
  }

  fileprivate static func template(
    _ reader: inout TOMLReader, at path: TOMLPath
  ) -> Template? {
    reader.string(at: path).flatMap { template(of: $0, &reader, at: path) }
  }

  fileprivate static func template(
    of text: String, _ reader: inout TOMLReader, at path: TOMLPath
  ) -> Template? {
    do throws(TemplateError) {
      return try Template(text)
    } catch {
      reader.report(.unusable(error.description), at: path)
      return nil
    }
  }

  /// Reads a table of templates by field, which may have other keys.
  package static func fields(
    _ reader: inout TOMLReader, at path: TOMLPath, besides others: [String] = []
  ) -> [String: Template] {
    reader.reportUnknownKeys(at: path, known: fieldNames + others)
    var fields: [String: Template] = [:]
    for name in reader.document.keys(of: path) where fieldNames.contains(name) {
      fields[name] = template(&reader, at: path.appending(key: name))
    }
    return fields
  }
}

extension WebhookVendor.Event {
  /// Reads an event; its fields take precedence over the common ones.
  fileprivate init(
    _ reader: inout TOMLReader, at path: TOMLPath, kind: Template?,
    common: [String: Template]
  ) {
    if let texts = reader.string(at: path.appending(key: "kind")) {
      if let kind {
        conditions.append(.init(template: kind, texts: Self.texts(texts)))
      } else {
        reader.report(
          .unusable("the file does not say by 'kind' where the kind of an event stands"),
          at: path.appending(key: "kind"))
      }
    }
    let when = path.appending(key: "when")
    if reader.document.value(at: when) != nil, reader.document.keys(of: when).isEmpty {
      reader.report(
        .unusable("it needs values and texts, { \"{/action}\" = \"opened\" }"), at: when)
    }
    for key in reader.document.keys(of: when) {
      let place = when.appending(key: key)
      guard let texts = reader.string(at: place),
        let template = WebhookVendor.template(of: key, &reader, at: place)
      else { continue }
      if !template.hasPlaces {
        reader.report(.unusable("a value stands in braces, such as {/action}"), at: place)
      }
      conditions.append(.init(template: template, texts: Self.texts(texts)))
    }
    let own = WebhookVendor.fields(&reader, at: path, besides: ["ignore", "kind", "when"])
    let isIgnored = reader.boolean(at: path.appending(key: "ignore")) ?? false
    fields = isIgnored ? [:] : common.merging(own) { $1 }
  }

  private static func texts(_ text: String) -> Set<String> {
    Set(text.split(separator: "|", omittingEmptySubsequences: false).map(String.init))
  }
}

/// The built-in vendors, whose files are compiled into the program.
extension WebhookVendor {
  /// Their names.
  package static let builtInNames = files.map(\.name)

  /// The file of a built-in vendor; nil if there is none of that name.
  package static func builtInSource(_ name: String) -> TOMLSource? {
    files.first { $0.name == name }.map { file in
      TOMLSource(
        name: name, path: "<built-in \(name)>", text: String(decoding: file.bytes(), as: UTF8.self),
        isBuiltIn: true)
    }
  }

  /// The built-in vendor of a name; nil if there is none.
  package static func builtIn(_ name: String) -> WebhookVendor? {
    builtInSource(name).flatMap { try? WebhookVendor($0) }
  }

  /// The fixed path that the clients of a service use; nil if a webhook's name makes its path.
  package static func fixedPath(of name: String) -> String? {
    files.first { $0.name == name }?.path
  }

  /// One row for each file in the folder `Vendors`.
  private static let files: [(name: String, path: String?, bytes: @Sendable () -> [UInt8])] = [
    ("alertmanager", nil, { PackageResources.alertmanager_toml }),
    ("bitbucket", nil, { PackageResources.bitbucket_toml }),
    ("discord", nil, { PackageResources.discord_toml }),
    ("forgejo", nil, { PackageResources.forgejo_toml }),
    ("gitea", nil, { PackageResources.gitea_toml }),
    ("github", nil, { PackageResources.github_toml }),
    ("gitlab", nil, { PackageResources.gitlab_toml }),
    ("gotify", "/message", { PackageResources.gotify_toml }),
    ("grafana", nil, { PackageResources.grafana_toml }),
    ("grafana-legacy", nil, { PackageResources.grafana_legacy_toml }),
    ("healthchecks", nil, { PackageResources.healthchecks_toml }),
    ("jenkins", nil, { PackageResources.jenkins_toml }),
    ("json", nil, { PackageResources.json_toml }),
    ("mattermost", nil, { PackageResources.mattermost_toml }),
    ("pagerduty", "/v2/enqueue", { PackageResources.pagerduty_toml }),
    ("sentry", nil, { PackageResources.sentry_toml }),
    ("slack", nil, { PackageResources.slack_toml }),
    ("teams", nil, { PackageResources.teams_toml }),
    ("uptime-kuma", nil, { PackageResources.uptime_kuma_toml }),
  ]
}

extension WebhookVendor.Reader {
  /// Reads a document for the webhook of a name.
  func read(_ document: JSONValue, for webhook: String) -> ReadDocument {
    switch self {
    case .any:
      var plain = PlainDocument(document)
      return plain.read(for: webhook)
    case .discord: return ChatMessage(discord: document).read(document)
    case .mattermost: return ChatMessage(slack: document, hasMarkup: false).read(document)
    case .slack: return ChatMessage(slack: document, hasMarkup: true).read(document)
    case .teams: return ChatMessage(teams: document).read(document)
    }
  }
}

/// What a reader makes of a document.
struct ReadDocument: Sendable, Hashable {
  /// The fields of a message, in our own JSON format.
  var fields: [String: JSONValue] = [:]
  /// The pointers of the values that they show.
  var shown: Set<String> = []
  /// Whether the text is the document laid out, as there was none in it.
  var isLaidOut = false
}
