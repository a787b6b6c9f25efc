import InboxCore
import InboxMarkdown
import InboxText

/// An image of a message: its link, an attachment, or an image in its Markdown text.
struct MessageImage: Sendable, Hashable {
  /// The place of an image within the message.
  enum Place: Sendable, Hashable {
    /// The link that opening the message opens.
    case link
    /// The attachment at an index.
    case attachment(Int)
    /// The link at an index of the Markdown text.
    case text(Int)
  }

  /// The place of the image in the message.
  let place: Place
  /// The path or URL of the image.
  let url: String
  /// The name that its sender gave; nil for none.
  var name: String?

  /// Whether it is an attachment.
  var isAttachment: Bool {
    if case .attachment = place { true } else { false }
  }

  /// The name for the status line, else the last component of its URL.
  var shortName: String {
    let name = self.name.flatMap { $0.isEmpty ? nil : $0 }
    let text = name ?? url.split(separator: "/").last.map(String.init) ?? url
    return TextLayout.truncate(TextLayout.oneLine(text, columns: 200), columns: 40)
  }

  /// The distinct images of a message, in the order of the reader.
  ///
  /// Of a long text only the part that is laid out at once is searched.
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
