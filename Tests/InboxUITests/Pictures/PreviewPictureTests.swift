import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The picture of an attached image in the preview.
struct PreviewPictureTests {
  private func screen(_ url: String = "/srv/circle.svg") -> ScreenDriver {
    var inbox = ScreenDriver(count: 2, size: Size(columns: 150, rows: 40)) { number, payload in
      guard number == 2 else { return }
      payload.attachments = .set([Attachment(name: "circle.svg", url: url)])
      payload.body = .set("![plot](/srv/plot.svg)")
    }.with { $0.environment.preferences = ScreenPreferences() }
    inbox.send(.graphics(.testing))
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
    try inbox.draw(request)
    try inbox.draw(request, .graphic(.make()))
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
    try inbox.draw(request)
    #expect(!inbox.frame.lines.contains { $0.spans.contains { $0.pictureRow != nil } })
  }

  @Test func `the reader requests its own, and the preview again`() throws {
    var inbox = screen()
    let small = try #require(inbox.state.pictures.running)
    inbox.press("Enter")
    let large = try #require(inbox.state.pictures.running)
    #expect(large.size.rows > small.size.rows && large.number == small.number)
    #expect(inbox.after("q").state.pictures.running == small)
  }

  @Test(arguments: [PictureChoice.ask, .never])
  func `by the setting there is none`(_ choice: PictureChoice) {
    var inbox = screen().with { $0.environment.preferences.pictures = choice }
    #expect(inbox.after(.tick).state.pictures.running == nil)
  }

  @Test func `links and images of the text are not fetched`() {
    #expect(screen("https://a.example/circle.svg").state.pictures.running == nil)
  }
}
