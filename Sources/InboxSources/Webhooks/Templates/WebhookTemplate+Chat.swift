import InboxSettings
import InboxText

/// Documents for the "webhook URL" of a chat; every text and every link is kept.
extension WebhookTemplate {
  static let slack = WebhookTemplate(
    name: .slack, reader: { document, _ in SlackDocument.read(document, from: .slack) },
    answer: .slack)

  static let mattermost = WebhookTemplate(
    name: .mattermost, reader: { document, _ in SlackDocument.read(document, from: .mattermost) },
    answer: .slack)

  static let discord = WebhookTemplate(
    name: .discord, reader: { document, _ in DiscordDocument.read(document) }, answer: .discord)

  static let teams = WebhookTemplate(
    name: .teams, reader: { document, _ in TeamsDocument.read(document) }, answer: .teams)
}
