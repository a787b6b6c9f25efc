import Foundation
import InboxTestSupport
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

/// Holds the walks of the page on the architecture to the sources.
@Suite("walks of the architecture")
struct ArchitectureTests {
  /// One step of a walk: a function, and the file that declares it.
  struct Stop: Hashable {
    var file: String
    var function: String
  }

  /// A section of the page that lists stops.
  struct Walk: CustomTestStringConvertible {
    var title: String
    var stops: [Stop]

    var testDescription: String { title }
  }

  private static let page = "Documentation/Architecture.md"
  /// Most files that a walk may pass through.
  private static let mostFiles = 40
  private static let root = URL(filePath: BuiltProgram.packageFolder)

  /// The sections that have stops, each written as `Sources/…/File.swift: function`.
  static let walks: [Walk] = {
    let text = (try? String(contentsOf: root.appending(path: page), encoding: .utf8)) ?? ""
    return text.split(separator: "\n## ").compactMap { section in
      let stops = section.matches(of: /`(Sources\/[^`:]+\.swift): ([^`(]+)[^`]*`/).map {
        Stop(file: String($0.1), function: String($0.2))
      }
      let title = section.prefix { !$0.isNewline }
      return stops.isEmpty ? nil : Walk(title: String(title), stops: stops)
    }
  }()

  @Test func `the page has the six walks`() {
    #expect(Self.walks.count == 6)
  }

  @Test(arguments: walks) func `each stop of a walk is declared in its file`(_ walk: Walk) throws {
    for stop in Set(walk.stops) {
      let url = Self.root.appending(path: stop.file)
      let code = try #require(try? String(contentsOf: url, encoding: .utf8), "no \(stop.file)")
      #expect(Self.declares(stop.function, in: code), "\(stop.file) declares no \(stop.function)")
    }
  }

  @Test(arguments: walks) func `a walk passes through few files`(_ walk: Walk) {
    #expect(Set(walk.stops.map(\.file)).count <= Self.mostFiles)
  }

  /// Whether a text of code has a declaration of this name.
  private static func declares(_ name: String, in code: String) -> Bool {
    let keywords = name == "init" ? "" : "(func|var|let|case|struct|class|enum|protocol|actor) +"
    guard let pattern = try? Regex("(^|[^A-Za-z0-9_.])\(keywords)`?\(name)\\b") else {
      return false
    }
    return code.firstMatch(of: pattern) != nil
  }
}

/// The defects that were found in other inboxes, each of which has a test here.
struct RegressionListTests {
  @Test func `every known defect of other inboxes has one test that names it`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(FileManager.default.enumerator(atPath: tests.path))
    let named = try files.compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") || $0.contains("/Transcripts/") }
      .flatMap { file in
        try String(contentsOf: tests.appending(path: file), encoding: .utf8)
          .matches(of: /(?:\.bug\(id: "|^# )D([0-9]+)[":]/.anchorsMatchLineEndings()).compactMap {
            Int($0.1)
          }
      }
    #expect(named.sorted() == Array(1...21))
  }
}
