import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxUI

/// The picture of an attached image in the preview.
struct PreviewPictureTests {
  private static let graphic = PictureGraphic(
    number: 1, encoding: .kitty(bits: 24), pixels: PixelSize(width: 1, height: 1),
    size: Size(columns: 10, rows: 5), data: [])

  private func screen(_ url: String = "/srv/circle.svg") -> ScreenDriver {
    var inbox = ScreenDriver(count: 2, size: Size(columns: 150, rows: 40)) { number, payload in
      guard number == 2 else { return }
      payload.attachments = .set([Attachment(name: "circle.svg", url: url)])
      payload.body = .set("![plot](/srv/plot.svg)")
    }
    inbox.state.environment.preferences = ScreenPreferences()
    inbox.send(.graphics(TerminalGraphics(.kitty, cell: PixelSize(width: 10, height: 20))))
    return settled(inbox)
  }

  private func settled(_ inbox: ScreenDriver) -> ScreenDriver {
    var inbox = inbox
    inbox.wait(PreviewState.delay * 2)
    return inbox
  }

  @Test func `it is requested at once, and leaves room for the text`() throws {
    let request = try #require(screen().state.pictures.running)
    #expect(request.source == .file("/srv/circle.svg"))
    #expect(request.size.rows == PreviewState.mostPictureRows && request.size.columns < 75)
  }

  @Test func `its pixels lie right of the border, and go with their message`() throws {
    var inbox = screen()
    let request = try #require(inbox.state.pictures.running)
    inbox.send(.answered(request, .characters(try RecordedPicture.picture)))
    inbox.send(.answered(request, .graphic(Self.graphic)))
    let border = try #require(inbox.state.split).list.columns
    let column = try #require(inbox.frame.graphic?.position.column)
    #expect(column > border && inbox.state.pictures.running == nil)
    inbox.press("j")
    inbox = settled(inbox)
    #expect(inbox.frame.graphic == nil)
  }

  @Test func `moving on while it is drawn cancels it`() throws {
    var inbox = screen()
    let request = try #require(inbox.state.pictures.running)
    inbox.press("j")
    inbox = settled(inbox)
    #expect(inbox.state.pictures.running == nil)
    inbox.send(.answered(request, .characters(try RecordedPicture.picture)))
    #expect(!inbox.frame.lines.contains { $0.spans.contains { $0.pictureRow != nil } })
  }

  @Test func `the reader requests its own, and the preview again`() throws {
    var inbox = screen()
    let small = try #require(inbox.state.pictures.running)
    inbox.press("Enter")
    let large = try #require(inbox.state.pictures.running)
    #expect(large.size.rows > small.size.rows && large.number == small.number)
    inbox.press("q")
    #expect(inbox.state.pictures.running == small)
  }

  @Test(arguments: [PictureChoice.ask, .never])
  func `by the setting there is none`(_ choice: PictureChoice) {
    var inbox = screen()
    inbox.state.environment.preferences.pictures = choice
    inbox.send(.tick)
    #expect(inbox.state.pictures.running == nil)
  }

  @Test func `links and images of the text are not fetched`() {
    #expect(screen("https://a.example/circle.svg").state.pictures.running == nil)
  }
}
