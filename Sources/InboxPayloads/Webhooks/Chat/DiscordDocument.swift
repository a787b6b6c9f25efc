import Foundation
import InboxText

/// Documents for Discord webhooks.
extension ChatMessage {
  /// Reads a document.
  init(discord document: JSONValue) {
    self.init(DiscordMarkup.markdown)
    sender = document.text(at: "/username")
    addHeading(document.text(at: "/thread_name"))
    for embed in elements(of: document, at: "/embeds") { addEmbed(embed) }
    for component in elements(of: document, at: "/components") { addComponent(component) }
    if let question = document.text(at: "/poll/question/text") {
      addHeading(question)
      for answer in elements(of: document, at: "/poll/answers") {
        addText(answer.text(at: "/poll_media/text").map { "- \($0)" })
        note(answer.text(at: "/poll_media/text"))
      }
    }
    addLead(markdown(document.text(at: "/content")))
  }

  private mutating func addEmbed(_ embed: JSONValue) {
    addAuthor(embed.text(at: "/author/name"), url: embed.text(at: "/author/url"))
    addHeading(embed.text(at: "/title"), url: embed.text(at: "/url"))
    addText(markdown(embed.text(at: "/description")))
    for field in elements(of: embed, at: "/fields") {
      addField(markdown(field.text(at: "/name")), markdown(field.text(at: "/value")))
    }
    for key in ["/image/url", "/thumbnail/url"] {
      addImage(nil, embed.text(at: key).flatMap(Self.address))
    }
    addLink("Video", embed.text(at: "/video/url").flatMap(Self.address))
    addText(embed.text(at: "/provider/name"))
    addText(embed.text(at: "/footer/text"))
  }

  /// Adds a component with its children: buttons, texts, sections, galleries.
  private mutating func addComponent(_ component: JSONValue) {
    addText(markdown(component.text(at: "/content")))
    addLink(component.text(at: "/label"), component.text(at: "/url"))
    addImage(
      component.text(at: "/description"), component.text(at: "/media/url").flatMap(Self.address))
    for key in ["/components", "/items"] {
      for child in elements(of: component, at: key) { addComponent(child) }
    }
    if let accessory = component.value(at: "/accessory") { addComponent(accessory) }
  }

  /// A URL that can be opened; nil for an uploaded file.
  private static func address(_ url: String) -> String? {
    url.hasPrefix("attachment:") ? nil : url
  }
}

/// Discord's markup as Markdown.
enum DiscordMarkup {
  /// The text with readable mentions, channels, emoji and times.
  static func markdown(_ text: String) -> String {
    CodeFences.map(text, hasLanguages: true, code: { $0 }) { prose in
      AngleBrackets.map(prose, inside: { reference($0) ?? "<\($0)>" })
    }
  }

  private static func reference(_ text: Substring) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    switch parts[0] {
    // A custom emoji has a name and an id.
    case "" where parts.count == 3, "a" where parts.count == 3: return ":\(parts[1]):"
    case "t" where parts.count >= 2:
      guard let seconds = Double(parts[1]), RFC3339.seconds.contains(seconds) else { return nil }
      return RFC3339.string(from: .init(timeIntervalSince1970: seconds))
    default: break
    }
    let name = text.drop { "@!&#".contains($0) }
    guard name.count < text.count, !name.isEmpty, name.allSatisfy(\.isNumber) else { return nil }
    return (text.hasPrefix("#") ? "#" : "@") + name
  }
}
