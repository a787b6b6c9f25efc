import Foundation
import InboxTestSupport
import Testing

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
