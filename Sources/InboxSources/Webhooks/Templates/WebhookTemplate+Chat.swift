import InboxSettings
import InboxText

/// Documents for the "webhook URL" of a chat; every text and every link is kept.
extension WebhookTemplate {
  static let slack = WebhookTemplate(
    name: .slack, reader: { SlackDocument.fields(of: $0, from: .slack) }, answer: .slack)

  static let mattermost = WebhookTemplate(
    name: .mattermost, reader: { SlackDocument.fields(of: $0, from: .mattermost) }, answer: .slack)

  static let discord = WebhookTemplate(
    name: .discord, reader: DiscordDocument.fields, answer: .discord)

  static let teams = WebhookTemplate(name: .teams, reader: TeamsDocument.fields, answer: .teams)
}
