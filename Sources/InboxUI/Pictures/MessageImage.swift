import Foundation
import InboxCore
import InboxMarkdown
import InboxText

/// An image of a message: its link, an attachment, or one within its text.
struct MessageImage: Sendable, Hashable {
  /// The place of an image within the message.
  enum Place: Sendable, Hashable {
    /// The link that opening the message goes to.
    case link
    /// The attachment of this index.
    case attachment(Int)
    /// The link of this index within a text in Markdown.
    case text(Int)
  }

  /// Where the message has it.
  let place: Place
  /// The path or the link of the image itself.
  let url: String
  /// What its sender calls it; nil where it has no name.
  var name: String?

  /// Whether it is attached to the message.
  var isAttachment: Bool {
    if case .attachment = place { true } else { false }
  }

  /// What a status line calls it: its name, else the end of its link.
  var shortName: String {
    let name = self.name.flatMap { $0.isEmpty ? nil : $0 }
    let text = name ?? url.split(separator: "/").last.map(String.init) ?? url
    return TextLayout.truncate(TextLayout.oneLine(text, columns: 200), columns: 40)
  }

  /// The images of a message in the order in which the reader shows them, each of them once.
  ///
  /// Of a long text the beginning counts, as much of it as is laid out at once.
  static func images(of message: Message) -> [MessageImage] {
    var images = message.attachments.enumerated().compactMap { index, attachment in
      attachment.isImage
        ? MessageImage(place: .attachment(index), url: attachment.url, name: attachment.name) : nil
    }
    var known = Set(images.map(\.url))
    if let url = message.tap.url, Attachment.Format(nameOf: url) == .image,
      known.insert(url).inserted
    {
      images.insert(MessageImage(place: .link, url: url), at: 0)
    }
    guard message.format == .markdown, let body = message.body, body.contains("![") else {
      return images
    }
    let head = body.lines(upToBytes: ReaderRendering.mostAtOnce) ?? body
    let document = MarkdownDocument(parsing: head)
    for index in document.images where known.insert(document.links[index]).inserted {
      images.append(MessageImage(place: .text(index), url: document.links[index]))
    }
    return images
  }
}

extension Attachment {
  /// Whether it is an image, by its format or its name.
  var isImage: Bool {
    switch format {
    case .image: true
    case .file: [name ?? "", url].contains { Format(nameOf: $0) == .image }
    case .audio, .video: false
    }
  }
}
