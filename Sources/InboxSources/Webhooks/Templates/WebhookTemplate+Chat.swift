import InboxSettings
import InboxText

/// What products send to a "webhook URL" of a chat: every text is kept, and every link.
extension WebhookTemplate {
  static let slack = WebhookTemplate(
    name: .slack, reader: { SlackDocument.fields(of: $0, from: .slack) }, answer: .slack)

  static let mattermost = WebhookTemplate(
    name: .mattermost, reader: { SlackDocument.fields(of: $0, from: .mattermost) }, answer: .slack)

  static let discord = WebhookTemplate(
    name: .discord, reader: DiscordDocument.fields, answer: .discord)

  static let teams = WebhookTemplate(name: .teams, reader: TeamsDocument.fields, answer: .teams)
}
