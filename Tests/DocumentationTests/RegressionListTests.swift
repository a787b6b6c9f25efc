import Foundation
import Testing

/// The defects that were found in other inboxes, each of which has a test here.
struct RegressionListTests {
  @Test func `every known defect of other inboxes has one test that names it`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(FileManager.default.enumerator(atPath: tests.path))
    let named = try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
      .flatMap { file in
        try String(contentsOf: tests.appending(path: file), encoding: .utf8)
          .matches(of: /\.bug\(id: "D([0-9]+)"/).compactMap { Int($0.1) }
      }
    #expect(named.sorted() == Array(1...21))
  }
}
