/// A file type that is safe to view or play: no program and no page with scripts.
package struct FileType: Sendable, Hashable {
  /// File extensions without the dot; the first is used for new names.
  let endings: [String]
  /// The media type, as HTTP names it.
  package let mediaType: String
  /// The magic number and its offset; empty where the type has none.
  private var beginning: [UInt8] = []
  private var offset = 0

  /// The media type of unknown files, which no browser shows or runs.
  package static let unknownMediaType = "application/octet-stream"
  /// The number of bytes needed to detect a type.
  static let headSize = 64

  /// The type of an extension; nil for executable and for unknown types.
  package init?(ending: String) {
    guard let type = Self.table.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = type
  }

  private init(
    _ endings: [String], _ mediaType: String, _ beginning: [UInt8] = [], at offset: Int = 0
  ) {
    (self.endings, self.mediaType) = (endings, mediaType)
    (self.beginning, self.offset) = (beginning, offset)
  }

  /// Whether a browser may display it inline.
  package var isShown: Bool {
    ["image/", "audio/", "video/", "text/plain"].contains(where: mediaType.hasPrefix)
  }

  /// The extension for a file's first bytes: `txt` for text, `bin` for unknown types.
  static func ending(forHead head: [UInt8]) -> String {
    let type = table.first { type in
      !type.beginning.isEmpty && head.dropFirst(type.offset).starts(with: type.beginning)
    }
    if let ending = type?.endings.first { return ending }
    let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x07...0x0D).contains($0) }
    // The end may split a character.
    let isUTF8 = (0...3).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
    return isText && isUTF8 ? "txt" : AttachmentReference.plainEnding
  }

  /// Without HTML, SVG and XML, whose scripts a browser would run.
  private static let table: [FileType] = [
    FileType(["png"], "image/png", [0x89, 0x50, 0x4E, 0x47]),
    FileType(["jpg", "jpeg"], "image/jpeg", [0xFF, 0xD8, 0xFF]),
    FileType(["gif"], "image/gif", Array("GIF8".utf8)),
    FileType(["webp"], "image/webp", Array("WEBP".utf8), at: 8),
    FileType(["avif"], "image/avif", Array("ftypavif".utf8), at: 4),
    FileType(["heic"], "image/heic", Array("ftypheic".utf8), at: 4),
    FileType(["bmp"], "image/bmp"),
    FileType(["ico"], "image/x-icon"),
    FileType(["tif", "tiff"], "image/tiff"),
    FileType(["mp3"], "audio/mpeg", Array("ID3".utf8)),
    FileType(["ogg", "oga", "opus"], "audio/ogg", Array("OggS".utf8)),
    FileType(["wav"], "audio/wav", Array("WAVE".utf8), at: 8),
    FileType(["flac"], "audio/flac", Array("fLaC".utf8)),
    FileType(["m4a"], "audio/mp4", Array("ftypM4A".utf8), at: 4),
    FileType(["aac"], "audio/aac"),
    FileType(["mov"], "video/quicktime", Array("ftypqt".utf8), at: 4),
    FileType(["mp4", "m4v"], "video/mp4", Array("ftyp".utf8), at: 4),
    FileType(["webm"], "video/webm", [0x1A, 0x45, 0xDF, 0xA3]),
    FileType(["mkv"], "video/x-matroska"),
    FileType(["avi"], "video/x-msvideo", Array("AVI ".utf8), at: 8),
    FileType(["mpg", "mpeg"], "video/mpeg"),
    FileType(["txt", "log", "md"], "text/plain; charset=utf-8"),
    FileType(["csv"], "text/csv; charset=utf-8"),
    FileType(["json"], "application/json"),
    FileType(["pdf"], "application/pdf", Array("%PDF-".utf8)),
    FileType(["zip"], "application/zip", [0x50, 0x4B, 0x03, 0x04]),
    FileType(["gz"], "application/gzip", [0x1F, 0x8B]),
  ]
}

extension AttachmentReference {
  /// The media type by which the file is served.
  package var mediaType: String {
    FileType(ending: ending)?.mediaType ?? FileType.unknownMediaType
  }
}
