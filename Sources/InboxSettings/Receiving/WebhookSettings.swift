import Foundation
package import InboxPayloads
import InboxSystem
package import InboxText
import InboxTOML

/// The settings of a webhook.
package struct WebhookSettings: Sendable, Hashable {
  /// Its name, the source of its messages.
  package var name: String
  /// Its template: the name of a built-in one, or the path of a file.
  package var template: String
  /// The path of its requests; nil for the default.
  package var path: String?
  /// The file with the secret; nil for none.
  package var secretFile: String?
  /// Pointer to a list whose elements are messages; nil for the template's.
  package var each: String?
  /// Fields that override the template's; an empty text leaves a field out.
  package var ownFields: [String: Template]

  /// Makes a webhook.
  package init(
    name: String, template: String = "json", path: String? = nil, secretFile: String? = nil,
    each: String? = nil, ownFields: [String: Template] = [:]
  ) {
    (self.name, self.template, self.path) = (name, template, path)
    (self.secretFile, self.each, self.ownFields) = (secretFile, each, ownFields)
  }

  /// The path components of its requests.
  package var route: [String] {
    (path ?? WebhookVendor.fixedPath(of: template) ?? "/hooks/\(name)").split(
      separator: "/"
    )
    .map(String.init)
  }

  /// Reads its template.
  ///
  /// - Throws: ``WebhookVendorError``, also for a file that cannot be read.
  package func vendor() throws(WebhookVendorError) -> WebhookVendor {
    var vendor = try WebhookVendor(named: template)
    vendor.override(ownFields, each: each)
    return vendor
  }

  /// The current secrets in its file: the first line, or for Gotify all lines; none without a file.
  ///
  /// - Throws: ``SecretError``.
  package func secrets(for vendor: WebhookVendor) throws(SecretError) -> [AccessToken] {
    guard let secretFile else { return [] }
    if vendor.answer == .gotify { return try SecretFile.tokens(secretFile) }
    return [AccessToken(try SecretFile.secret(secretFile))]
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
    let template = reader.template(at: path.appending(key: "template"))
    // An invalid template is already reported.
    let hasTemplate = reader.document.value(at: path.appending(key: "template")) != nil
    guard template != nil || !hasTemplate,
      let name = reader.sourceName(at: path, usual: template.map(WebhookVendor.name(of:)))
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
    ownFields = WebhookVendor.fields(&reader, at: path.appending(key: "fields"))
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

  /// The name of a built-in template, or the path of a file, relative to that of the configuration.
  fileprivate mutating func template(at path: TOMLPath) -> String? {
    guard let text = string(at: path), text.contains("/") || text.hasSuffix(".toml") else {
      return choice(at: path, from: WebhookVendor.builtInNames)
    }
    let whole = HomePath.expanded(text)
    guard !HomePath.isAbsolute(whole) else { return whole }
    let folder = (document.file as NSString).deletingLastPathComponent
    return (folder as NSString).appendingPathComponent(whole)
  }

  /// The JSON pointer at a path; an empty one is the complete document.
  fileprivate mutating func pointer(at path: TOMLPath) -> String? {
    value(at: path, "a pointer to a list, such as /jobs") { text in
      text.isEmpty || text.hasPrefix("/") ? text : nil
    }
  }
}
