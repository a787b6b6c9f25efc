import Foundation
import InboxTestSupport
import InboxUI
import Testing

@Suite struct GoldenTests {
  private let folder: TemporaryFolder
  private let url: URL
  private let frame = Frame(
    size: Size(columns: 6, rows: 2),
    lines: [Line([Span("会a", roles: RoleSet(.bar))]), Line([], fill: RoleSet(.selected))],
    cursor: Position(column: 3, row: 0))

  init() throws {
    folder = try TemporaryFolder()
    url = URL(filePath: folder.path)
  }

  @Test func `a frame reads as text, roles and legend`() {
    #expect(
      frame.golden == """
        6×2
        |会a   |
        |      |
        cursor at column 3, row 0

        |bbb...|
        |>>>>>>|

        . row
        > selected
        b bar

        """)
  }

  @Test func `a missing golden fails, and so does recording one`() throws {
    #expect(throws: GoldenError.missing(url.appending(path: "a.txt").path)) {
      try Golden("a", in: url, isRecording: false).check(frame)
    }
    #expect(throws: GoldenError.recorded(url.appending(path: "a.txt").path)) {
      try Golden("a", in: url, isRecording: true).check(frame)
    }
    try Golden("a", in: url, isRecording: false).check(frame)
  }

  @Test func `a different screen fails with the lines that differ`() throws {
    try? Golden("a", in: url, isRecording: true).check(frame)
    var other = frame
    other.lines[1].fill = []
    #expect(
      throws: GoldenError.different(
        url.appending(path: "a.txt").path,
        lines: ["- |>>>>>>|", "+ |......|", "- > selected", "+ b bar", "- b bar"])
    ) {
      try Golden("a", in: url, isRecording: false).check(other)
    }
  }

  @Test(arguments: [
    [], [Line([])], [Line([Span("too wide", roles: [])]), Line([])],
    [Line([]), Line([]), Line([])],
  ])
  func `a frame of another size than it names is never recorded nor compared`(_ lines: [Line]) {
    let path = url.appending(path: "a.txt").path
    let misshapen = Frame(size: frame.size, lines: lines)
    for isRecording in [true, false] {
      #expect(throws: GoldenError.misshapen(path)) {
        try Golden("a", in: url, isRecording: isRecording).check(misshapen)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `every role has a letter of its own`() {
    #expect(Set(Role.allCases.map(\.letter)).count == Role.allCases.count)
  }

  @Test func `no screen in the folder has outlived the test that reads it`() throws {
    let target = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let tests = FileManager.default.enumerator(at: target, includingPropertiesForKeys: nil)
    let source = try (tests?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let goldens = try FileManager.default.contentsOfDirectory(
      atPath: target.appending(path: "Goldens").path)
    #expect(!goldens.isEmpty)
    for golden in goldens {
      let name = golden.replacing(#/(?:-\d+x\d+)?\.txt$/#, with: "")
      #expect(
        name != golden && (source.contains("\"\(name)\"") || source.contains("\"\(name)-\\(")),
        "\(golden)")
    }
  }
}
