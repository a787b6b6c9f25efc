import Foundation
import Testing

/// Follows the links between the pages of the repository.
@Suite("links in the pages")
struct LinkTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ page: String) throws -> String {
    try String(contentsOf: root.appending(path: page), encoding: .utf8)
  }

  /// The names by which the headings of a page are linked to.
  private static func anchors(of text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
        heading.drop { $0 == "#" }.lowercased().trimmingCharacters(in: .whitespaces)
          .replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || "-_".contains($0) }
      })
  }

  @Test(
    arguments: [
      "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
      "Documentation/Architecture.md", "Documentation/Configuration.md",
      "Documentation/Exchange.md", "Documentation/Filters.md", "Documentation/Guide.md",
      "Documentation/JSON.md", "Documentation/Keys.md", "Documentation/Performance.md",
      "Documentation/Rules.md", "Documentation/Screen.md", "Documentation/Scripting.md",
      "Documentation/Sources.md", "Documentation/Themes.md", "Examples/README.md",
    ])
  func `a link within the repository leads somewhere`(_ page: String) throws {
    let text = try Self.text(page)
    for link in text.matches(of: /\]\(([^)\s]*)\)/).map(\.1) where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let folder = Self.root.appending(path: page).deletingLastPathComponent()
      let target = parts[0].isEmpty ? folder : folder.appending(path: String(parts[0]))
      #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(link)")
      guard parts.count == 2 else { continue }
      let linked = parts[0].isEmpty ? text : try String(contentsOf: target, encoding: .utf8)
      #expect(Self.anchors(of: linked).contains(String(parts[1])), "\(page): \(link)")
    }
  }

  @Test func `the links between the documents of a package lead somewhere`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "bellboard-documents-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = Process()
    copy.executableURL = Self.root.appending(path: "Scripts/copy-documents")
    copy.arguments = [folder.path]
    try copy.run()
    copy.waitUntilExit()
    #expect(copy.terminationStatus == 0)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/README.md"))
    #expect(FileManager.default.fileExists(atPath: folder.path + "/Documentation/Guide.md"))
  }

  @Test func `the map of the folders names every folder of sources`() throws {
    let map = try Self.text("CONTRIBUTING.md")
    let sources = Self.root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    let folders = Set(
      files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        .map { ($0 as NSString).deletingLastPathComponent })
    #expect(folders.count > 20)
    for folder in folders {
      let name = (folder as NSString).lastPathComponent
      #expect(map.contains("/\(name)`") || map.contains("`\(name)`"), "\(folder)")
    }
  }
}
