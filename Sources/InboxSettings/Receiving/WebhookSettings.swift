package import InboxText
import InboxTOML

/// The name of a built-in template.
package enum WebhookTemplateName: String, Sendable, Hashable, CaseIterable {
  case alertmanager, bitbucket, discord, forgejo, gitea, github, gitlab, gotify, grafana
  case healthchecks, jenkins, json, mattermost, pagerduty, sentry, slack, teams
  case uptimeKuma = "uptime-kuma"

  /// The fixed path that the service's clients use; nil for the default path with the webhook's
  /// name.
  package var path: String? {
    switch self {
    case .gotify: "/message"
    case .pagerduty: "/v2/enqueue"
    default: nil
    }
  }
}

/// The settings of a webhook.
package struct WebhookSettings: Sendable, Hashable {
  /// The names of the built-in templates.
  package static let templates = WebhookTemplateName.allCases.map(\.rawValue)
  /// The message fields that a template may fill.
  package static let fields = [
    "body", "categories", "fold", "format", "glyph", "id", "image", "priority", "progress",
    "resolves", "sent_at", "source", "subtitle", "tags", "thread", "title", "url",
  ]

  /// Its name, the source of its messages.
  package var name: String
  /// Its built-in template.
  package var template: String
  /// The path of its requests; nil for the default.
  package var path: String?
  /// The file with the secret; nil for none.
  package var secretFile: String?
  /// Pointer to a list whose elements are messages; nil for the template's.
  package var each: String?
  /// Fields that override the template's; an empty text leaves a field out.
  package var ownFields: [String: JSONTemplate]

  /// Makes a webhook.
  package init(
    name: String, template: String = "json", path: String? = nil, secretFile: String? = nil,
    each: String? = nil, ownFields: [String: JSONTemplate] = [:]
  ) {
    (self.name, self.template, self.path) = (name, template, path)
    (self.secretFile, self.each, self.ownFields) = (secretFile, each, ownFields)
  }

  /// The path components of its requests.
  package var route: [String] {
    (path ?? WebhookTemplateName(rawValue: template)?.path ?? "/hooks/\(name)").split(
      separator: "/"
    )
    .map(String.init)
  }

  /// The current secrets in the webhook's file: the first line, or for Gotify all lines.
  ///
  /// - Throws: ``SecretError``.
  package func secrets(in path: String) throws(SecretError) -> [AccessToken] {
    if template == WebhookTemplateName.gotify.rawValue { return try SecretFile.tokens(path) }
    return [AccessToken(try SecretFile.secret(path))]
  }

  private static let keys = ["name", "template", "path", "secret_file", "each", "fields"]

  /// The row of all webhooks.
  static let row = TOMLRow<ReceivingSettings>(
    "webhook", type: "[[webhook]] tables with \(keys.joined(separator: ", "))", default: "[]",
    "services that send JSON over HTTP; a template maps their fields"
  ) { reader, path, settings in
    let before = reader.errorCount
    settings.webhooks = reader.tables(at: path, named: \.name) { reader, path in
      WebhookSettings(&reader, at: path)
    }
    // With other mistakes the indices in file and list differ.
    if reader.errorCount == before { reader.leaveOutEqualRoutes(of: &settings.webhooks, at: path) }
  }

  private init?(_ reader: inout TOMLReader, at path: TOMLPath) {
    reader.reportUnknownKeys(at: path, known: Self.keys)
    let template = reader.choice(at: path.appending(key: "template"), from: Self.templates)
    // An invalid template is already reported.
    let hasTemplate = reader.document.value(at: path.appending(key: "template")) != nil
    guard template != nil || !hasTemplate, let name = reader.sourceName(at: path, usual: template)
    else { return nil }
    self.init(name: name, template: template ?? "json")
    self.path = reader.string(at: path.appending(key: "path"))
    secretFile = reader.string(at: path.appending(key: "secret_file"))
    each = reader.pointer(at: path.appending(key: "each"))
    if let own = self.path, !own.hasPrefix("/") || own.contains("?") || own == "/" {
      reader.report(
        .badValue(own, expected: "a path such as /hooks/\(name)", nearest: nil),
        at: path.appending(key: "path"))
      return nil
    }
    readFields(&reader, at: path.appending(key: "fields"))
  }

  private mutating func readFields(_ reader: inout TOMLReader, at path: TOMLPath) {
    reader.reportUnknownKeys(at: path, known: Self.fields)
    for key in reader.document.keys(of: path) where Self.fields.contains(key) {
      let place = path.appending(key: key)
      guard let text = reader.string(at: place) else { continue }
      do throws(JSONTemplateError) {
        ownFields[key] = try JSONTemplate(text)
      } catch {
        reader.report(.badValue(text, expected: error.message, nearest: nil), at: place)
      }
    }
  }
}

extension TOMLReader {
  /// Reports and leaves out webhooks with the path of an earlier one.
  fileprivate mutating func leaveOutEqualRoutes(
    of webhooks: inout [WebhookSettings], at path: TOMLPath
  ) {
    var routes: Set<[String]> = []
    var kept: [WebhookSettings] = []
    for (index, webhook) in webhooks.enumerated() {
      guard !routes.insert(webhook.route).inserted else {
        kept.append(webhook)
        continue
      }
      report(
        .badValue(
          "/" + webhook.route.joined(separator: "/"),
          expected: "a path that no other [[\(path)]] has", nearest: nil),
        at: path.appending(index: index).appending(key: "path"))
    }
    webhooks = kept
  }

  /// The JSON pointer at a path; an empty one is the complete document.
  fileprivate mutating func pointer(at path: TOMLPath) -> String? {
    guard let text = string(at: path) else { return nil }
    guard text.isEmpty || text.hasPrefix("/") else {
      report(
        .badValue(text, expected: "a pointer to a list, such as /jobs", nearest: nil), at: path)
      return nil
    }
    return text
  }
}
