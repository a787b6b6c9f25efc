/// An attachment of a message: a file by its link.
public struct Attachment: Sendable, Hashable {
  /// The kind of content of an attachment.
  public enum Format: String, CaseIterable, Sendable, Hashable {
    /// A picture.
    case image
    /// A sound.
    case audio
    /// A video.
    case video
    /// Anything else.
    case file
  }

  /// The displayed name.
  public var name: String?
  /// The link to the file.
  public var url: String
  /// The kind of content; `file` when the sender's kind is unknown.
  public var format: Format
  /// Size in bytes, as claimed by the sender.
  public var size: Int64?

  /// Creates an attachment.
  public init(name: String? = nil, url: String, format: Format = .file, size: Int64? = nil) {
    self.name = name
    self.url = url
    self.format = format
    self.size = size
  }
}

extension Attachment.Format {
  /// The kind for the extension of a file name or link; `file` for others.
  package init(nameOf text: String) {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    self = Self.endings.first { $0.value.contains(ending?.lowercased() ?? "") }?.key ?? .file
  }

  private static let endings: [Self: Set<String>] = [
    .image: [
      "avif", "bmp", "gif", "heic", "ico", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp",
    ],
    .audio: ["aac", "flac", "m4a", "mid", "mp3", "oga", "ogg", "opus", "wav", "wma"],
    .video: ["avi", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "ogv", "webm", "wmv"],
  ]
}
