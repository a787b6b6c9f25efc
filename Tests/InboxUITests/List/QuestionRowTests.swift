import InboxText
import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite("questions in rows")
struct QuestionRowTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func row(_ question: Question?) -> MessageRow {
    MessageRow(
      number: 1, source: "ci", title: "Deploy?", excerpt: "to production",
      actionCount: 2, question: question, sortDate: now)
  }

  private func lines(
    _ row: MessageRow, columns: Int = 60, density: RowOptions.Density = .comfortable
  ) -> [Line] {
    var options = RowOptions()
    options.density = density
    let context = RowContext(theme: .default, columns: columns, now: now, options: options)
    let lines = RowLayout.lines(of: row, in: context)
    let height = RowLayout.height(of: row, theme: .default, columns: columns, options: options)
    #expect(height == lines.count)
    return lines
  }

  @Test func `an open question shows its choices below its text`() {
    let lines = lines(row(.open(choices: ["Yes", "No"])))
    #expect(
      lines.map(\.text.trimmed) == [
        "●    ci               Deploy?                         now", "to production", "? Yes · No",
      ])
    #expect(lines.texts(of: .prompt) == ["? Yes · No"])
  }

  @Test func `an answered question shows what was chosen, and asks no more`() {
    let lines = lines(row(.answered("Yes")))
    #expect(lines.last?.text.trimmed == "✓ Yes")
    #expect(lines.texts(of: .prompt) == [])
  }

  @Test func `a question that nobody can answer any more says so`() {
    var expired = row(.open(choices: ["Yes"]))
    expired.isExpired = true
    var deleted = row(.open(choices: ["Yes"]))
    deleted.status = .deleted
    for lines in [lines(expired), lines(deleted)] {
      #expect(lines.last?.text.trimmed == "⊘ not answered")
      #expect(lines.texts(of: .prompt) == [])
    }
  }

  @Test func `a question without a text stands beside the time`() {
    var bare = row(.open(choices: ["Yes", "No"]))
    (bare.title, bare.excerpt) = (nil, nil)
    let lines = lines(bare)
    #expect(lines.count == 1)
    #expect(lines[0].text.contains("? Yes · No") && lines[0].text.contains("now"))
  }

  @Test func `a compact row shows the choices before the source`() {
    let open = lines(row(.open(choices: ["Yes", "No"])), density: .compact)
    #expect(open.count == 1)
    #expect(open[0].text.contains("? Yes · No   now"))
    let answered = lines(row(.answered("Yes")), density: .compact)
    #expect(answered[0].text.contains("✓ Yes   now"))
    var expired = row(.open(choices: ["Yes", "No"]))
    expired.isExpired = true
    let over = lines(expired, columns: 60, density: .compact)[0].text
    #expect(over.contains("⊘ not answered   now") && !over.contains("expired"))
    // What does not fit whole beside the title is its sign alone.
    #expect(lines(expired, columns: 50, density: .compact)[0].text.contains("  ⊘ Deploy?   "))
  }

  @Test(arguments: [
    (Question.open(choices: ["Yes"]), false, "? Deploy?"),
    (.open(choices: ["Yes"]), true, "⊘ Deploy?"), (.answered("Yes"), false, "✓ Deploy?"),
  ])
  func `a narrow compact row has room for the mark`(
    question: Question, isExpired: Bool, shown: String
  ) {
    var row = row(question)
    row.isExpired = isExpired
    let line = lines(row, columns: 40, density: .compact)[0].text
    #expect(line.contains("   " + shown + " "))
    (row.title, row.excerpt) = (nil, "Deploy?")
    #expect(lines(row, columns: 40, density: .compact)[0].text == line)
  }

  @Test(arguments: [
    (10, "? Yes · No"), (9, "? Yes · …"), (5, "? Ye…"), (2, "?…"), (1, "…"), (0, ""),
  ])
  func `only whole choices are shown where one fits`(columns: Int, shown: String) {
    #expect(QuestionText.choices(["Yes", "No"], columns: columns) == shown)
  }

  @Test func `very many choices end in an ellipsis`() {
    let labels = (1...1_000).map { "\($0)" }
    #expect(QuestionText.choices(labels, columns: 10_000).hasSuffix("20 · …"))
  }

  @Test func `choices of any text fit any row`() {
    var generator = SeededRandom(seed: 11)
    for round in 0..<12 {
      let labels = (0...round % 5).map { _ in String.hostile(length: round, &generator) }
      for question in [Question.open(choices: labels), .answered(labels[0])] {
        for columns in 1...60 {
          for density in RowOptions.Density.allCases {
            let lines = lines(row(question), columns: columns, density: density)
            #expect(lines.allSatisfy { $0.columns <= columns })
            for span in lines.flatMap(\.spans) {
              #expect(span.columns == span.text.columns)
              #expect(span.text.unicodeScalars.allSatisfy { !$0.isHarmful })
            }
          }
        }
      }
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
