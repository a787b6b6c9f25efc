import InboxSettings
import InboxText

/// The events of a service, and how they fill the fields of a message.
struct WebhookTemplate: Sendable {
  /// A kind of event: its conditions and the fields of its message.
  struct Event: Sendable, Hashable {
    /// The conditions, all of which must be met.
    var conditions: [Condition] = []
    /// Templates by field; an event without fields makes no message.
    var fields: [String: JSONTemplate]
  }

  /// A condition of an event: a template must result in one of some texts.
  struct Condition: Sendable, Hashable {
    var template: JSONTemplate
    var texts: Set<String>
  }

  /// The format of the response to an accepted request.
  enum Answer: Sendable, Hashable {
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

  /// The name in the configuration.
  var name: WebhookTemplateName
  /// How a sender authenticates.
  var proof = WebhookProof.token
  /// Pointer to a list whose elements are separate messages.
  var each: String?
  /// Makes the fields of a message where templates cannot, as for nested blocks.
  var reader: (@Sendable (JSONValue, _ webhook: String) -> ReadDocument)?
  /// The kinds of events; the first match is used.
  var events: [Event] = []
  /// The kind of response.
  var answer = Answer.counted

  /// The message fields of an element; nil if no event matches.
  func fields(
    of element: JSONValue, in document: JSONValue, _ headers: [String: String]
  ) -> [String: JSONTemplate]? {
    events.first { event in
      event.conditions.allSatisfy { condition in
        let text = condition.template.text(from: element, in: document, headers: headers) ?? ""
        return condition.texts.contains(text)
      }
    }?.fields
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

extension WebhookTemplate.Event {
  /// Makes an event from built-in templates.
  ///
  /// - Parameters:
  ///   - conditions: Templates with the texts that they may result in, separated by `|`.
  ///   - fields: Templates by field.
  init(_ conditions: KeyValuePairs<String, String>, _ fields: [String: String]) {
    self.conditions = conditions.compactMap { template, texts in
      (try? JSONTemplate(template)).map { template in
        WebhookTemplate.Condition(
          template: template,
          texts: Set(texts.split(separator: "|", omittingEmptySubsequences: false).map(String.init))
        )
      }
    }
    self.fields = fields.compactMapValues { try? JSONTemplate($0) }
  }
}

extension WebhookTemplate {
  /// The built-in template with a name, by default the plain one.
  static func named(_ name: String) -> WebhookTemplate {
    named(WebhookTemplateName(rawValue: name) ?? .json)
  }

  /// The built-in template with a name.
  static func named(_ name: WebhookTemplateName) -> WebhookTemplate {
    switch name {
    case .alertmanager: .alertmanager
    case .bitbucket: .bitbucket
    case .discord: .discord
    case .forgejo: .forgejo
    case .gitea: .gitea
    case .github: .github
    case .gitlab: .gitlab
    case .gotify: .gotify
    case .grafana: .grafana
    case .healthchecks: .healthchecks
    case .jenkins: .jenkins
    case .json: .json
    case .mattermost: .mattermost
    case .pagerduty: .pagerDuty
    case .sentry: .sentry
    case .slack: .slack
    case .teams: .teams
    case .uptimeKuma: .uptimeKuma
    }
  }
}
