/// A file that a message points to.
public struct Attachment: Sendable, Hashable {
  /// The kind of content of an attachment.
  public enum Format: String, CaseIterable, Sendable, Hashable {
    /// A picture.
    case image
    /// A sound.
    case audio
    /// A film.
    case video
    /// Anything else.
    case file
  }

  /// What people call the file.
  public var name: String?
  /// Where it lies.
  public var url: String
  /// What it holds; `file` when the sender names a kind we do not know.
  public var format: Format
  /// Size in bytes, as the sender says.
  public var size: Int64?

  /// Makes an attachment from its parts.
  public init(name: String? = nil, url: String, format: Format = .file, size: Int64? = nil) {
    self.name = name
    self.url = url
    self.format = format
    self.size = size
  }
}

extension Attachment.Format {
  /// The kind that the ending of a file's name or link stands for; `file` for others.
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
