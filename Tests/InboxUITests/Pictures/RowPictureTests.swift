import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Pictures and marks as columns of rows.
struct RowPictureTests {
  private static let picture = CharacterPicture(rows: [[.init("▀▄▀▄")], [.init("▄▀▄▀")]])

  /// Messages 1 and 3 have a picture.
  private func screen(
    _ columns: [RowColumn.Kind] = [.picture, .source, .title, .time],
    as density: RowOptions.Density = .comfortable, pictures: PictureChoice = .always
  ) -> ScreenDriver {
    var inbox = ScreenDriver(count: 3, size: Size(columns: 80, rows: 24)) { number, payload in
      payload.body = .set("")
      if number != 2 { payload.attachments = .set([Attachment(url: "/srv/\(number).png")]) }
    }
    inbox.state.environment.preferences.rows.columns = columns.map { RowColumn($0) }
    inbox.state.environment.preferences.rows.density = density
    inbox.state.environment.preferences.pictures = pictures
    inbox.send(.graphics(.testing))
    return inbox
  }

  @Test func `rows with a picture have two lines, drawn one row after the other`() throws {
    var inbox = screen()
    let first = try #require(inbox.state.pictures.running)
    #expect(first.source == .file("/srv/3.png") && first.size == Size(columns: 4, rows: 2))
    let before = inbox.texts
    try inbox.draw(first, .characters(Self.picture))
    #expect(inbox.state.pictures.running == first)
    let changed = zip(before, inbox.texts).filter { $0 != $1 }.map(\.1)
    #expect(changed.count == 2 && changed[0].contains("▀▄▀▄") && changed[1].contains("▄▀▄▀"))
    try inbox.draw(first, .graphic(.make(1, columns: 4, rows: 2)))
    let second = try #require(inbox.state.pictures.running)
    #expect(second.source == .file("/srv/1.png"))
    try inbox.draw(second, .characters(Self.picture), .graphic(.make(2, columns: 4, rows: 2)))
    #expect(inbox.state.pictures.running == nil)
    let placed = inbox.frame.graphics
    #expect(placed.map(\.graphic.number) == [1, 2] && placed.map(\.position.column) == [4, 4])
    #expect(placed[1].position.row == placed[0].position.row + 3)
  }

  @Test func `one that cannot be drawn leaves its place blank, without a word`() throws {
    var inbox = screen()
    let first = try #require(inbox.state.pictures.running)
    let status = inbox.state.status
    #expect(inbox.after(.failed(first, "no image")).state.pictures.running?.number != first.number)
    #expect(inbox.status == status?.text)
  }

  @Test func `compact rows have small ones, and by the setting there are none`() throws {
    let small = try #require(screen(as: .compact).state.pictures.running)
    #expect(small.size == Size(columns: 4, rows: 1))
    #expect(screen(pictures: .ask).state.pictures.running == nil)
    #expect(screen([.source, .title]).state.pictures.running == nil)
  }

  @Test func `a picture stands at the right, too, and its stored file is the one of the inbox`()
    throws
  {
    var inbox = screen([.title, .time, .picture])
    let first = try #require(inbox.state.pictures.running)
    try inbox.draw(first, .characters(Self.picture))
    #expect(inbox.texts.contains { $0.hasSuffix("▀▄▀▄") })
    let name = String(repeating: "a", count: 64) + ".png"
    #expect(PictureSource("attachment:\(name)")?.isFile == true)
  }

  @Test func `the mark of unread messages is a column`() throws {
    let inbox = screen([.source, .title, .mark])
    let mark = inbox.state.theme.unread.mark
    let row = try #require(inbox.texts.first { $0.contains(mark) })
    #expect(row.hasSuffix(" \(mark)") && !row.hasPrefix("  \(mark)"))
  }
}
