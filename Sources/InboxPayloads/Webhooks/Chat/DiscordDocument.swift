import Foundation
import InboxText

/// Documents for Discord webhooks.
enum DiscordDocument {
  /// The message of a document.
  static func read(_ document: JSONValue) -> ReadDocument {
    var message = ChatMessage(markdown)
    message.sender = document.text(at: "/username")
    message.addHeading(document.text(at: "/thread_name"))
    for embed in message.elements(of: document, at: "/embeds") { add(embed, to: &message) }
    for component in message.elements(of: document, at: "/components") {
      add(component: component, to: &message)
    }
    if let question = document.text(at: "/poll/question/text") {
      message.addHeading(question)
      for answer in message.elements(of: document, at: "/poll/answers") {
        message.addText(answer.text(at: "/poll_media/text").map { "- \($0)" })
        message.note(answer.text(at: "/poll_media/text"))
      }
    }
    message.addLead(message.markdown(document.text(at: "/content")))
    return message.read(document)
  }

  private static func add(_ embed: JSONValue, to message: inout ChatMessage) {
    message.addAuthor(embed.text(at: "/author/name"), url: embed.text(at: "/author/url"))
    message.addHeading(embed.text(at: "/title"), url: embed.text(at: "/url"))
    message.addText(message.markdown(embed.text(at: "/description")))
    for field in message.elements(of: embed, at: "/fields") {
      message.addField(
        message.markdown(field.text(at: "/name")), message.markdown(field.text(at: "/value")))
    }
    for key in ["/image/url", "/thumbnail/url"] {
      message.addImage(nil, embed.text(at: key).flatMap(address))
    }
    message.addLink("Video", embed.text(at: "/video/url").flatMap(address))
    message.addText(embed.text(at: "/provider/name"))
    message.addText(embed.text(at: "/footer/text"))
  }

  /// Adds a component with its children: buttons, texts, sections, galleries.
  private static func add(component: JSONValue, to message: inout ChatMessage) {
    message.addText(message.markdown(component.text(at: "/content")))
    message.addLink(component.text(at: "/label"), component.text(at: "/url"))
    message.addImage(
      component.text(at: "/description"), component.text(at: "/media/url").flatMap(address))
    for key in ["/components", "/items"] {
      for child in message.elements(of: component, at: key) {
        add(component: child, to: &message)
      }
    }
    if let accessory = component.value(at: "/accessory") { add(component: accessory, to: &message) }
  }

  /// A URL that can be opened; nil for an uploaded file.
  private static func address(_ url: String) -> String? {
    url.hasPrefix("attachment:") ? nil : url
  }

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
