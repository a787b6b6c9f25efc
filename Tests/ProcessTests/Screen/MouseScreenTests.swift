import Foundation
import InboxTestSupport
import Testing

/// The mouse in a terminal that tmux emulates.
@Suite("mouse on the screen", .serialized, .waiting) struct MouseScreenTests {
  let program = Program()

  private func push(_ count: Int) throws {
    for number in 1...count {
      try program.run("push", "message \(number)", "text of \(number)", "--source", "test")
    }
  }

  @Test func `a click selects, the next reads, a hint goes back, the wheel scrolls`() throws {
    try push(12)
    let session = try program.screen(showing: "message 12", "1/12")
    try session.awaitMouse(isOn: true)
    try session.click("message 10")
    try session.awaitScreen("3/12")
    try session.click("message 10")
    // Once it is read, the hints keep their places.
    try session.awaitScreen("text of 10", "mark unread", without: ["message 9"])
    try session.click("q back")
    try session.awaitScreen("message 9", "Unread 11")
    try session.report(65, at: (10, 10), count: 30)
    try session.awaitScreen("message 1 ")
    try session.report(64, at: (10, 10), count: 30)
    try session.awaitScreen("message 12")
    try session.click("? help")
    try session.awaitScreen("Most used")
  }

  @Test func `the border between list and preview is dragged`() throws {
    try push(2)
    let session = try program.screen(showing: "message 2", "text of 2", columns: 150)
    let before = try #require(session.place(of: "│"))
    try session.report(0, at: before)
    try session.report(32, at: (before.column + 20, before.row))
    try session.report(0, at: (before.column + 20, before.row), isUp: true)
    try session.awaitScreen("the border elsewhere") { _ in
      session.place(of: "│")?.column == before.column + 20
    }
  }

  @Test func `it is off for the shell, on again behind it, and off at the end`() throws {
    try push(1)
    let session = try program.screen(showing: "message 1", columns: 120)
    try session.awaitMouse(isOn: true)
    try session.press("C-z")
    try session.awaitPrompt(after: "Stopped")
    try session.awaitMouse(isOn: false)
    try session.run("fg", showing: "message 1", without: ["ready>"])
    try session.awaitMouse(isOn: true)
    try session.click("q quit")
    try session.awaitPrompt(after: "Stopped")
    try session.awaitMouse(isOn: false)
  }

  @Test func `a signal to end turns it off`() throws {
    try push(1)
    let session = try program.terminal()
    try session.run("sh -c 'echo $$ > \"$BELLBOARD_HOME/pid\"; exec \"$B\"'; echo status $?")
    try session.awaitScreen("message 1", without: ["ready>"])
    try session.awaitMouse(isOn: true)
    let text = try program.text(of: "pid")
    kill(try #require(pid_t(text.trimmingCharacters(in: .newlines))), SIGTERM)
    try session.awaitScreen("status 143", without: ["message 1"])
    try session.awaitMouse(isOn: false)
  }

  @Test func `a line leaves it to the terminal, and takes it again`() throws {
    try push(1)
    let session = try program.screen(showing: "message 1")
    try session.awaitMouse(isOn: true)
    try session.run(":set mouse=off")
    try session.awaitMouse(isOn: false)
    try session.run(":set mouse=on")
    try session.awaitMouse(isOn: true)
  }

  @Test func `the configuration leaves it to the terminal`() throws {
    try push(2)
    let file = try program.configure("mouse = false\n")
    let session = try program.screen(showing: "message 2")
    try session.press("j", showing: "2/2")
    try session.awaitMouse(isOn: false)
    try "mouse = true\n".write(toFile: file, atomically: true, encoding: .utf8)
    try session.awaitMouse(isOn: true)
  }
}

extension TmuxSession {
  /// Waits until the program takes the mouse, or leaves it alone.
  fileprivate func awaitMouse(isOn: Bool) throws {
    let wanted = isOn ? "11" : "00"
    try awaitScreen("the mouse \(isOn ? "on" : "off")") { _ in
      value(of: "#{mouse_button_flag}#{mouse_sgr_flag}").hasPrefix(wanted)
    }
  }

  /// The cell in which a text begins, counted from 1 as reports do; nil where it is not shown.
  fileprivate func place(of text: String) -> (column: Int, row: Int)? {
    for (row, line) in screen.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let range = line.ranges(of: text).last {
        return (line.distance(from: line.startIndex, to: range.lowerBound) + 1, row + 1)
      }
    }
    return nil
  }

  fileprivate func report(
    _ button: Int, at place: (column: Int, row: Int), count: Int = 1, isUp: Bool = false
  ) throws {
    let report = "\u{1B}[<\(button);\(place.column);\(place.row)\(isUp ? "m" : "M")"
    try send(String(repeating: report, count: count))
  }

  fileprivate func click(_ text: String) throws {
    let place = try #require(self.place(of: text), "\(text) is not shown")
    try report(0, at: place)
    try report(0, at: place, isUp: true)
  }
}
