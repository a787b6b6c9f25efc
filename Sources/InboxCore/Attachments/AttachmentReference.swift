import Foundation

/// The name of a stored file: the hash of its content and a file extension.
///
/// As an attachment's link it has a scheme of its own, `attachment:HASH.ENDING`, and no folder, so
/// that it stays valid when the inbox is moved.
package struct AttachmentReference: Sendable, Hashable {
  /// The scheme of links to stored files.
  package static let scheme = "attachment"
  /// The extension of a file of unknown type.
  static let plainEnding = "bin"

  /// The name of the file within the folder.
  package let fileName: String

  /// Creates a reference.
  ///
  /// - Parameters:
  ///   - hash: The SHA-256 of the content, as 64 hexadecimal digits in lower case.
  ///   - ending: The file extension without the dot; see ``ending(of:)``.
  init(hash: String, ending: String) {
    fileName = "\(hash).\(ending)"
  }

  /// Parses a file name; nil for anything else, such as a path.
  package init?(fileName: String) {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 64, Self.isEnding(parts[1]),
      parts[0].utf8.allSatisfy({ Self.isDigit($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.fileName = fileName
  }

  /// Parses the link of an attachment; nil for other links.
  package init?(link: String) {
    let prefix = Self.scheme + ":"
    guard link.hasPrefix(prefix) else { return nil }
    self.init(fileName: String(link.dropFirst(prefix.count)))
  }

  /// The link in a message.
  package var link: String { "\(Self.scheme):\(fileName)" }

  /// The file extension, without the dot.
  package var ending: String { fileName.split(separator: ".").last.map(String.init) ?? "" }

  /// The extension of a name in lower case; nil for none, or an invalid one.
  static func ending(of name: String) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last?.lowercased(), isEnding(last[...]) else {
      return nil
    }
    return last
  }

  private static func isEnding(_ text: Substring) -> Bool {
    (1...10).contains(text.utf8.count)
      && text.utf8.allSatisfy { isDigit($0) || (0x61...0x7A).contains($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension Attachment {
  /// The stored file; nil for a link to something else.
  package var reference: AttachmentReference? { AttachmentReference(link: url) }

  /// The default name for saving the file, without a folder.
  package var fileName: String {
    if let name = name.flatMap(Self.safeName) { return name }
    if let reference { return "attachment.\(reference.ending)" }
    let path = url.prefix { $0 != "?" && $0 != "#" }
    guard let start = path.firstRange(of: "://")?.upperBound,
      let slash = path[start...].firstIndex(of: "/")
    else { return "attachment" }
    let last = path[slash...].split(separator: "/").last.map(String.init)
    return last.flatMap { Self.safeName($0.removingPercentEncoding ?? $0) } ?? "attachment"
  }

  /// Maximum length of a file name in bytes, on all usual file systems.
  private static let longestName = 255

  /// The last path component as a file name; nil where nothing is left.
  ///
  /// - Parameter text: A name or a path from outside, with slashes of either kind.
  /// - Returns: The name without folders and control characters.
  package static func safeName(_ text: String) -> String? {
    let last = text.split { $0 == "/" || $0 == "\\" }.last ?? ""
    let clean = last.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
      default: true
      }
    }
    var name = String(String.UnicodeScalarView(clean))
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    while name.utf8.count > longestName { name.removeFirst() }
    return name.allSatisfy { $0 == "." } ? nil : name
  }
}
