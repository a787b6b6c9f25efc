import Foundation
import Testing

/// Holds the Swift samples of the pages to what is compiled and run here.
@Suite("samples in the pages")
struct SampleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The texts between `// sample` and `// end`, without their indentation.
  private static func compiled() throws -> Set<String> {
    let folders = ["Tests/DocumentationTests", "Examples/Samples"].map { root.appending(path: $0) }
    let files = try folders.flatMap {
      try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
    }.filter { $0.lastPathComponent.hasSuffix("Samples.swift") }
    return Set(
      try files.flatMap { file in
        blocks(of: try lines(file), from: "// sample", to: "// end")
      })
  }

  private static func lines(_ file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  private static func blocks(of lines: [String], from start: String, to end: String) -> [String] {
    var blocks: [String] = []
    var block: [String]?
    for line in lines {
      switch line.trimmingCharacters(in: .whitespaces) {
      case end where block != nil:
        blocks.append(dedented(block ?? []))
        block = nil
      case start: block = []
      default: block?.append(line)
      }
    }
    return blocks
  }

  private static func dedented(_ lines: [String]) -> String {
    let filled = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    let indent = filled.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
  }

  /// A whole file begins with them, and what is compiled here cannot.
  private static func withoutImports(_ sample: String) -> String {
    let lines = sample.components(separatedBy: "\n")
    return lines.drop { $0.hasPrefix("import ") || $0.isEmpty }.joined(separator: "\n")
  }

  @Test(
    arguments: [
      "Sources/InboxCore/InboxCore.docc/GettingStarted.md",
      "Sources/InboxCore/InboxCore.docc/Filters.md", "Sources/InboxUI/InboxUI.docc/Themes.md",
      "Sources/InboxUI/InboxUI.docc/EmbedTheInbox.md", "README.md",
    ])
  func `a sample in a page is one that compiles`(_ page: String) throws {
    let compiled = try Self.compiled()
    let shown = Self.blocks(
      of: try Self.lines(Self.root.appending(path: page)), from: "```swift", to: "```")
    #expect(!shown.isEmpty)
    for sample in shown.map(Self.withoutImports) {
      #expect(compiled.contains(sample), "\(page):\n\(sample)")
    }
  }

  @Test func `the page of mobile terms has every row once`() throws {
    let page = "Sources/InboxCore/InboxCore.docc/MobileInboxTerms.md"
    let numbers = try Self.lines(Self.root.appending(path: page)).compactMap { line -> Int? in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return cells.count >= 4 && !cells[3].isEmpty ? Int(cells[0]) : nil
    }
    #expect(numbers == Array(1...126))
  }

  /// DocC follows the links to symbols; commands, settings, fields and keys are held here.
  @Test func `what the page of mobile terms names is in the code`() throws {
    let page = "Sources/InboxCore/InboxCore.docc/MobileInboxTerms.md"
    let sources = Self.root.appending(path: "Sources").path
    let files = try #require(FileManager.default.enumerator(atPath: sources))
    let paths = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    let code = try paths.map { try String(contentsOfFile: "\(sources)/\($0)", encoding: .utf8) }
    let known = Set(code.flatMap { $0.matches(of: /[A-Za-z_]{2,}/).map(\.output) })
    for line in try Self.lines(Self.root.appending(path: page)) where line.hasPrefix("| ") {
      let ours = line.split(separator: "|").last.map(String.init) ?? ""
      for span in ours.replacing(/``[^`]*``/, with: "").matches(of: /`([^`]+)`/).map(\.1)
      where !span.hasPrefix("Examples/") {
        let unknown = span.matches(of: /[A-Za-z_]{2,}/).map(\.output).filter { !known.contains($0) }
        #expect(unknown == [], "\(line)")
      }
    }
  }
}
