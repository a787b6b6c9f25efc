import Foundation
import InboxCore
import InboxSystem
import InboxTestSupport
import Testing

@testable import InboxTerminal
@testable import InboxUI

/// Pictures by programs: real ones, and scripts that stand for bad ones.
@Suite("making pictures", .serialized, .waiting) struct PictureMakerTests {
  private let folder: ProgramFolder
  private let files: TemporaryFolder

  init() throws { (folder, files) = (try ProgramFolder(), try TemporaryFolder()) }

  private static let size = Size(columns: 20, rows: 5)

  /// An image of 8 × 8 cells in red and blue.
  private static let png = """
    iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAGElEQVR4nGNgYPj/n4EBC4ldFCw8CHUAAOkwP8EUI8\
    zeAAAAAElFTkSuQmCC
    """

  private func file(_ name: String, _ bytes: Data = Data([1])) throws -> String {
    let path = "\(files.path)/\(name)"
    try bytes.write(to: URL(filePath: path))
    return path
  }

  private func image() throws -> String {
    try file("image.png", #require(Data(base64Encoded: Self.png)))
  }

  private func picture(
    _ source: PictureSource, at depth: ColorDepth = .indexed256, glyphs: GlyphSet = .unicode,
    within seconds: Double = 60, path: String? = nil, until stop: WakePipe? = nil
  ) throws -> CharacterPicture {
    let maker = PictureMaker(
      environment: ["PATH": path ?? folder.searchPath],
      fetchTimeout: seconds, drawTimeout: seconds)
    let request = PictureRequest(
      number: MessageNumber(1), source: source, size: Self.size, glyphs: glyphs)
    let stop = try stop ?? WakePipe()
    return try maker.draw(maker.image(of: request, until: stop), request, at: depth, until: stop)
  }

  private static let hasChafa = ProgramSearch(path: "/usr/local/bin:/usr/bin:/bin").finds("chafa")

  @Test(.enabled(if: hasChafa), arguments: ColorDepth.allCases)
  func `chafa draws an image in the terminal's colors`(_ depth: ColorDepth) throws {
    let picture = try picture(.file(image()), at: depth)
    #expect(picture.rows.count <= 5 && picture.rows.count > 1)
    let colors = picture.rows.joined().compactMap(\.colors)
    #expect(colors.isEmpty == (depth == .none))
    for color in colors.flatMap({ [$0.foreground, $0.background] }) {
      guard let color else { continue }
      #expect(color.reduced(to: depth) == color)
    }
    let plain = try self.picture(.file(image()), at: depth, glyphs: .ascii)
    #expect(plain.rows.joined().allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test func `the program gets the file as its input, and no name like an option`() throws {
    try folder.addNoting("chafa", "printf '\\033[31m##\\n'")
    let path = try file("--watch", Data("bytes".utf8))
    let shown = try picture(.file(path), at: .ansi16)
    #expect(shown.rows == [[.init("##", colors: .init(foreground: .indexed(1)))]])
    let notes = folder.notes(of: "chafa")
    #expect(notes.hasSuffix("|20x5|--colors|16|--symbols|block|/dev/stdin|bytes"))
    #expect(!notes.contains("watch"))
  }

  private func graphic(
    _ form: TerminalGraphics.Form, of path: String, within seconds: Double = 60
  ) throws -> PictureGraphic? {
    let maker = PictureMaker(
      environment: ["PATH": folder.searchPath], fetchTimeout: 60, drawTimeout: seconds)
    let row = [CharacterPicture.Run(String(repeating: "x", count: Self.size.columns))]
    let picture = CharacterPicture(rows: Array(repeating: row, count: Self.size.rows))
    return try maker.graphic(
      of: ImageFile(path: path), over: picture,
      for: TerminalGraphics(form, cell: PixelSize(width: 9, height: 21)), until: WakePipe())
  }

  @Test(
    .enabled(if: hasChafa),
    arguments: [.kitty, .sixel(colors: 256), .sixel(colors: 16)] as [TerminalGraphics.Form])
  func `chafa draws an image in pixels that fill the cells`(_ form: TerminalGraphics.Form) throws {
    let graphic = try #require(try self.graphic(form, of: image()))
    #expect(graphic.size == Self.size)
    #expect(graphic.pixels.width == 20 * 9 && (96...105).contains(graphic.pixels.height))
    #expect(!graphic.data.isEmpty)
    #expect((graphic.encoding == .sixel) == (form != .kitty))
  }

  @Test(arguments: ["exec yes", "printf '\\033[2J'", "exit 1", "exit 0", "exec sleep 600"])
  func `a graphic that cannot be made is none`(_ line: String) throws {
    try folder.add("chafa", line)
    let path = try file("a.png")
    #expect(try graphic(.kitty, of: path, within: 1) == nil)
    #expect(try graphic(.sixel(colors: 256), of: path, within: 1) == nil)
  }

  @Test func `a link to a file is followed`() throws {
    try folder.add("chafa", "cat")
    let link = "\(files.path)/link.png"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: file("a.png", Data("shown".utf8)))
    #expect(try picture(.file(link)).rows == [[.init("shown")]])
  }

  @Test func `pipes, devices and folders are refused without a wait`() throws {
    try folder.add("chafa", "echo opened")
    let pipe = "\(files.path)/pipe.png"
    #expect(mkfifo(pipe, 0o600) == 0)
    let link = "\(files.path)/link.png"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/zero")
    for path in [pipe, link, "/dev/zero", "/dev/tty", "/usr"] {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      #expect(throws: PictureError.noFile(name: name)) { try picture(.file(path)) }
    }
  }

  @Test func `a file that is missing or too large is refused`() throws {
    try folder.add("chafa", "echo opened")
    #expect(throws: PictureError.unreadable(name: "no.png", reason: "No such file or directory")) {
      try picture(.file("\(files.path)/no.png"))
    }
    let path = try file("large.png")
    #expect(truncate(path, off_t(ImageFile.limit) + 1) == 0)
    #expect(throws: PictureError.tooLarge(name: "large.png", limit: ImageFile.limit)) {
      try picture(.file(path))
    }
  }

  @Test func `a program that is not there is named`() throws {
    #expect(throws: PictureError.notInstalled(program: "chafa")) {
      try picture(.file("/x.png"), path: folder.path)
    }
    try folder.add("chafa", "echo opened")
    #expect(throws: PictureError.notInstalled(program: "curl")) {
      try picture(.link(Link("http://127.0.0.1:1/x.png")), path: folder.path)
    }
  }

  @Test(.enabled(if: hasChafa)) func `what is no image is said to be none`() throws {
    #expect(throws: PictureError.noImage(name: "text.png")) {
      try picture(.file(file("text.png", Data("no image".utf8))))
    }
  }

  /// An image whose header claims so many columns and rows, without the pixels.
  private func image(_ columns: UInt16, _ rows: UInt16) throws -> String {
    var bytes = [UInt8](Data(base64Encoded: Self.png) ?? Data())
    let size = [columns, rows].flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    bytes.replaceSubrange(16..<24, with: size)
    return try file("bomb.png", Data(bytes))
  }

  @Test(arguments: [
    // No program is asked about the one, and fails for the other.
    ("echo drawn", UInt16(20_000), UInt16(20_000)), ("exit 2", 15_000, 12_000),
  ])
  func `an image of very many pixels is said to have too many`(
    _ line: String, _ columns: UInt16, _ rows: UInt16
  ) throws {
    try folder.add("chafa", line)
    let path = try image(columns, rows)
    let error = PictureError.tooManyPixels(name: "bomb.png", columns: Int(columns), rows: Int(rows))
    #expect(throws: error) { try picture(.file(path)) }
    try folder.add("chafa", "exit 2")
    let small = try image(8, 8)
    #expect(throws: PictureError.noImage(name: "bomb.png")) { try picture(.file(small)) }
  }

  @Test(arguments: ["exec yes", "printf '\\033]0;title\\007'", "printf '\\033[2J'", "exit 0"])
  func `output that is no picture is dropped`(_ line: String) throws {
    try folder.add("chafa", line)
    #expect(throws: PictureError.noPicture(program: "chafa")) { try picture(.file(file("a.png"))) }
  }

  @Test func `one that floods in the shape of colors is ended as well`() throws {
    try folder.add("chafa", "while :; do printf '\\033[31m\\033[32m'; done")
    #expect(throws: PictureError.noPicture(program: "chafa")) { try picture(.file(file("a.png"))) }
  }

  @Test(arguments: ["exec sleep 600", "exec sleep 600 >&-", "sleep 600 & wait"])
  func `one that never ends is killed with what it started`(_ line: String) throws {
    let note = "\(files.path)/pid"
    try folder.add("chafa", "echo $$ > '\(note)'", line)
    #expect(throws: PictureError.slow(program: "chafa", seconds: 0.5)) {
      try picture(.file(file("a.png")), within: 0.5)
    }
    // A slow machine may have killed it before its first line.
    guard let text = try? String(contentsOfFile: note, encoding: .utf8) else { return }
    let process = try #require(Int32(text.dropLast()))
    #expect(eventually { kill(-process, 0) != 0 })
  }

  @Test func `one that takes too much memory is refused it`() throws {
    try folder.add("chafa", "echo opened; ulimit -v > '\(files.path)/limit'")
    _ = try picture(.file(file("a.png")))
    #expect(try String(contentsOfFile: "\(files.path)/limit", encoding: .utf8) == "1048576\n")
  }

  @Test func `work that nobody wants any more is killed at once`() throws {
    let note = "\(files.path)/pid"
    try folder.add("chafa", "echo $$ > '\(note)~'", "mv '\(note)~' '\(note)'", "exec sleep 600")
    let maker = PictureMaker(environment: ["PATH": folder.searchPath])
    let request = PictureRequest(
      number: MessageNumber(1), source: .file(try file("a.png")), size: Self.size, glyphs: .unicode)
    maker.start(request, at: .none) { Issue.record("\($0) was reported") }
    #expect(eventually { FileManager.default.fileExists(atPath: note) })
    maker.cancel()
    let text = try String(contentsOfFile: note, encoding: .utf8)
    let process = try #require(Int32(text.dropLast()))
    #expect(eventually { hasEnded(process) })
    maker.finish()
  }
}

/// Images that are fetched from a server, good or bad.
@Suite("fetching pictures", .serialized, .waiting) struct PictureFetchTests {
  private let folder: ProgramFolder

  init() throws {
    folder = try ProgramFolder()
    try folder.add("chafa", "cat")
  }

  private func picture(
    from server: ScriptedServer, path: String = "/x.png", within seconds: Double = 60
  ) throws -> CharacterPicture {
    let maker = PictureMaker(
      environment: ["PATH": folder.searchPath, "no_proxy": "*"],
      fetchTimeout: seconds, drawTimeout: 60)
    let request = PictureRequest(
      number: MessageNumber(1), source: .link(try Link(server.url + path)),
      size: Size(columns: 20, rows: 5), glyphs: .unicode)
    let stop = try WakePipe()
    return try maker.draw(maker.image(of: request, until: stop), request, at: .none, until: stop)
  }

  @Test func `an image is fetched, also where it has moved to`() throws {
    let server = try ScriptedServer { connection in
      if connection.request.hasPrefix("GET /old[1].png") {
        connection.send("HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n")
      } else {
        connection.answer(200, "fetched")
      }
    }
    #expect(try picture(from: server, path: "/old[1].png").rows == [[.init("fetched")]])
  }

  @Test func `it leads to no file of this machine`() throws {
    let server = try ScriptedServer { connection in
      connection.send(
        "HTTP/1.1 302 Found\r\nLocation: file:///etc/hostname\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(throws: PictureError.self) { try picture(from: server) }
  }

  @Test func `an answer without an image is told`() throws {
    let server = try ScriptedServer { $0.answer(404, "no") }
    do {
      _ = try picture(from: server)
      Issue.record("fetched")
    } catch let error as PictureError { #expect(error.message.contains("404"), "\(error)") }
  }

  @Test func `one that lies about its size is cut off`() throws {
    let server = try ScriptedServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      let piece = String(repeating: "x", count: 1 << 16)
      while connection.send(piece) {}
    }
    #expect(throws: PictureError.tooLarge(name: "x.png", limit: 10 << 20)) {
      try picture(from: server)
    }
  }

  @Test func `one that is too large by its own word is not fetched`() throws {
    let server = try ScriptedServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n")
      connection.awaitClose()
    }
    #expect(throws: PictureError.tooLarge(name: "x.png", limit: 10 << 20)) {
      try picture(from: server)
    }
  }

  @Test func `a server that says nothing is left`() throws {
    let server = try ScriptedServer { $0.awaitClose() }
    #expect(throws: PictureError.self) { try picture(from: server, within: 1) }
  }
}
