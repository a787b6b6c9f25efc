import Foundation
import InboxTerminal
import InboxTestSupport
@testable import InboxUI
import Testing

/// Everything that the status line says, on one page: `Goldens/status-words.txt`.
struct StatusWordingTests {
  private let statuses = WordingTable(
    "Status line",
    StatusText.samples.map { .init($0, $0.words, isError: $0.isError) })
  private let questions = WordingTable(
    "Questions", ConfirmState.samples.map { .init($0.action, $0.sentence) })
  private let clipboard = WordingTable(
    "Clipboard", clipboardErrors.map { .init($0, $0.message, isError: true) })
  private let pictures = WordingTable(
    "Pictures", pictureErrors.map { .init($0, $0.message, isError: true) })

  private static let clipboardErrors: [ClipboardError] = [
    .noDesktopTool, .noMultiplexer, .tooLong(limit: 74_994), .noTerminal,
    .notStarted(tool: "xclip", reason: "permission denied"), .hanging(tool: "xclip", seconds: 3),
    .failed(tool: "xclip", ending: "exited with status 1", words: ""),
    .failed(tool: "xclip", ending: "exited with status 1", words: "cannot open display"),
  ]

  private static let pictureErrors: [PictureError] = [
    .notInstalled(program: "chafa"), .notInstalled(program: "curl"),
    .notStarted(program: "chafa", reason: "permission denied"),
    .unreadable(name: "a.png", reason: "permission denied"), .noFile(name: "a.png"),
    .tooLarge(name: "a.png", limit: 20_000_000), .slow(program: "chafa", seconds: 5),
    .noImage(name: "a.png"), .tooManyPixels(name: "a.png", columns: 60_000, rows: 60_000),
    .noPicture(program: "chafa"), .notFetched(words: "not found"), .stopped,
  ]

  private var tables: [WordingTable] { [statuses, questions, clipboard, pictures] }

  @Test func `the words of the status line are those that were looked at`() throws {
    try Golden("status-words").check(text: tables.map(\.page).joined(separator: "\n"))
  }

  @Test func `every wording keeps the rules`() {
    let named: Set = [
      "problems", "unbound", "doesNothing", "explanation", "set", "notInstalled", "justShifted",
    ]
    #expect(tables.flatMap { $0.problems(beginningWithNames: named) } == [])
  }

  @Test func `every case is on the page`() throws {
    let declared: [(WordingTable, String, String)] = [
      (statuses, "StatusText", "InboxUI/Bars/StatusText.swift"),
      (questions, "Action", "InboxUI/Prompt/ConfirmState.swift"),
      (clipboard, "ClipboardError", "InboxTerminal/Launch/Clipboard.swift"),
      (pictures, "PictureError", "InboxTerminal/Pictures/PictureError.swift"),
    ]
    for (table, type, path) in declared {
      let cases = try WordingTable.cases(of: type, in: path)
      #expect(cases.subtracting(table.names) == [], "without a sample in \(type)")
      #expect(table.names.subtracting(cases) == [], "not found in \(path)")
    }
  }

  @Test(arguments: ["InboxUI", "InboxTerminal"])
  func `no sentence is handed to the status line from elsewhere`(module: String) throws {
    let root = #filePath.components(separatedBy: "/Tests/")[0]
    let folder = "\(root)/Sources/\(module)"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      let literal = /\.(?:note|noted|failure|failed)\(\s*"/
      #expect(text.firstMatch(of: literal) == nil, "\(file)")
    }
  }

  @Test(arguments: [
    "lower case", "A period.", "A \"quote\"", "Say 'this'", "An “open quote", "Two  blanks",
    "A\u{202E}b", "A key · u", "Long" + String(repeating: " words", count: 20),
  ])
  func `a wording that breaks a rule is named`(words: String) {
    let table = WordingTable("", [.init(StatusText.redrawn, words)])
    #expect(table.problems().count == 1)
    #expect(table.problems().first?.hasPrefix("redrawn: ") == true)
  }
}
