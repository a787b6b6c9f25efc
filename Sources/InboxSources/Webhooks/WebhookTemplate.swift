import InboxSettings
import InboxText

/// What a service sends, and how the fields of a message are filled from it.
struct WebhookTemplate: Sendable {
  /// A kind of event: how it is known, and the fields of its message.
  struct Event: Sendable, Hashable {
    /// Templates and the texts one of which each must give.
    var conditions: [Condition] = []
    /// Templates by field; an event without any makes no message.
    var fields: [String: JSONTemplate]
  }

  /// A condition of an event.
  struct Condition: Sendable, Hashable {
    var template: JSONTemplate
    var texts: Set<String>
  }

  /// What the answer to an accepted request looks like.
  enum Answer: Sendable, Hashable {
    /// Status 200 and how many messages were stored.
    case counted
    /// As PagerDuty's: status 202 and the key of the event.
    case accepted
    /// As Gotify's: the message with its number.
    case gotify
    /// As Discord's: nothing with status 204, or the message where the sender waits for it.
    case discord
    /// As Slack's: `ok`.
    case slack
    /// As that of Teams: `1`, of its workflows nothing with status 202.
    case teams
  }

  /// The name by which the configuration calls it.
  var name: WebhookTemplateName
  /// How a sender proves that it knows the secret.
  var proof = WebhookProof.token
  /// Pointer to a list each element of which is a message of its own.
  var each: String?
  /// Makes fields of a message where no templates can, as of texts in blocks within blocks.
  var reader: (@Sendable (JSONValue) -> [String: JSONValue])?
  /// The kinds of events; the first that fits is taken.
  var events: [Event] = []
  /// What is answered.
  var answer = Answer.counted

  /// The fields of the message that an element of a document makes; nil where no event fits.
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

extension WebhookTemplate.Event {
  /// Makes an event from texts of this program's own, which are templates.
  ///
  /// - Parameters:
  ///   - conditions: Templates, and the texts one of which each must give, with `|` between them.
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
  /// The shipped template of a name; the plain one when there is none.
  static func named(_ name: String) -> WebhookTemplate {
    named(WebhookTemplateName(rawValue: name) ?? .json)
  }

  /// The shipped template of a name.
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
