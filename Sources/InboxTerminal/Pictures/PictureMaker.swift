import Foundation
import InboxCore
import InboxSystem
import InboxText
import InboxUI
import Synchronization

/// Makes pictures by running `curl` and `chafa` in the background, one at a time.
///
/// No image is decoded in this process. Of a program's output no byte reaches the terminal but the
/// pixels of a graphic, which are checked one by one.
///
/// State: the pipe that cancels the current work, and the count of graphics. Guard: the mutex, and
/// an atomic. Reason: the loop cancels work of the thread.
final class PictureMaker: Sendable {
  /// Maximum bytes of a download, and of a file that chafa writes, such as a cache of fonts.
  private static let mostFetched = 10 << 20
  /// Maximum bytes of a picture: two colors and a character for each of its cells.
  private static let mostPrinted = 1 << 20
  /// Maximum bytes of a graphic.
  private static let mostOfGraphic = 4 << 20
  /// Maximum bytes of a program's error message.
  private static let mostWords = 4_096

  private let search: ProgramSearch
  private let variables: [String: String]
  /// Timeouts of the programs, in seconds.
  private let (fetchTimeout, drawTimeout): (Double, Double)
  private let worker = Worker()
  private let stop = Mutex<WakePipe?>(nil)
  private let graphicCount = Atomic(0)

  /// Finds the programs in `PATH`; they inherit all variables.
  init(environment: [String: String], fetchTimeout: Double = 20, drawTimeout: Double = 10) {
    variables = environment
    search = ProgramSearch(path: environment["PATH"])
    (self.fetchTimeout, self.drawTimeout) = (fetchTimeout, drawTimeout)
  }

  /// Begins a picture and cancels the one before, which is not reported.
  ///
  /// - Parameters:
  ///   - request: The picture to draw.
  ///   - depth: The colors that the terminal has.
  ///   - files: The folder of stored files.
  ///   - report: Receives the picture and then its graphic where the terminal has any, or the
  ///     error message, on another thread.
  func start(
    _ request: PictureRequest, at depth: ColorDepth, files: AttachmentFolder? = nil,
    reporting report: @escaping @Sendable (Event) -> Void
  ) {
    let pipe: WakePipe
    do throws(SystemError) {
      pipe = try WakePipe()
    } catch {
      let problem = PictureError.notStarted(program: "chafa", reason: error.reason)
      return report(.failed(request, problem.message))
    }
    replaceStop(by: pipe)
    worker.add { [self] in
      do throws(PictureError) {
        let file = try image(of: request, files: files, until: pipe)
        let picture = try draw(file, request, at: depth, until: pipe)
        report(.answered(request, .characters(picture)))
        guard let graphics = request.graphics else { return }
        let graphic = try graphic(of: file, over: picture, for: graphics, until: pipe)
        report(.answered(request, .graphic(graphic)))
      } catch {
        if error != .stopped { report(.failed(request, error.message)) }
      }
    }
  }

  /// Cancels the current work: its program is killed.
  func cancel() {
    replaceStop(by: nil)
  }

  /// Cancels the current work and ignores later requests.
  func finish() {
    cancel()
    worker.finish(within: 0.5, isDropping: true)
  }

  private func replaceStop(by pipe: WakePipe?) {
    stop.withLock { stop in
      stop?.wake()
      stop = pipe
    }
  }

  /// The image file, downloaded if it is remote.
  func image(
    of request: PictureRequest, files: AttachmentFolder? = nil, until stop: WakePipe
  ) throws(PictureError) -> ImageFile {
    try require("chafa")
    switch request.source {
    case .file(let path): return try ImageFile(path: path)
    case .stored(let reference): return try ImageFile(path: files?.path(of: reference) ?? "")
    case .link(let link): return try fetch(link, until: stop)
    }
  }

  private func require(_ program: String) throws(PictureError) {
    guard search.finds(program) else { throw .notInstalled(program: program) }
  }

  /// Downloads an image; a server that lies about the size meets the limit on the file.
  private func fetch(_ link: Link, until stop: WakePipe) throws(PictureError) -> ImageFile {
    try require("curl")
    let file = try ImageFile(fetching: link)
    let words = [
      "curl", "--disable", "--fail", "--silent", "--show-error", "--globoff", "--location",
      "--max-redirs", "5", "--proto", "=http,https", "--proto-redir", "=http,https",
      "--max-filesize", "\(Self.mostFetched)", "--max-time", "\(Int(fetchTimeout))",
      "--url", link.text,
    ]
    let run = LimitedRun(
      words: words, variables: variables, seconds: fetchTimeout + 1,
      mostOutput: Self.mostWords, fileSize: Self.mostFetched)
    let (bytes, status) = try run.output(
      of: STDERR_FILENO, replacing: [STDOUT_FILENO: file.descriptor], until: stop)
    guard !status.isSuccess else { return file }
    if [.exited(63), .exited(23), .killed(SIGXFSZ)].contains(status) {
      throw .tooLarge(name: file.name, limit: Self.mostFetched)
    }
    let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? ""
    let said = TextLayout.truncate(TextLayout.oneLine(String(text), columns: 400), columns: 120)
    throw .notFetched(words: said.isEmpty ? "curl \(status.words)" : said.printable())
  }

  /// Draws an image.
  func draw(
    _ file: ImageFile, _ request: PictureRequest, at depth: ColorDepth, until stop: WakePipe
  ) throws(PictureError) -> CharacterPicture {
    // Do not spend seconds on an image that must fail.
    if let error = Self.excess(of: file, above: LimitedRun.memory) { throw error }
    // chafa rounds down, which changes the shape of a picture of a few cells.
    let small = request.size.rows > 2 ? nil : ImageDimensions(of: file.descriptor)
    let size = small?.cells(within: request.size, of: request.graphics?.cell) ?? request.size
    let (bytes, status) = try chafa(
      "symbols", file, in: size, cell: request.graphics?.cell, output: Self.mostPrinted,
      [
        "--colors", Self.colors(at: depth),
        "--symbols", request.glyphs == .ascii ? "ascii" : "block",
      ] + (small == nil ? [] : ["--stretch"]), until: stop)
    guard status.isSuccess else {
      // chafa fails in the same way when memory for the pixels, beside its own, runs out.
      throw Self.excess(of: file, above: LimitedRun.memory / 2) ?? .noImage(name: file.name)
    }
    guard let picture = CharacterPicture(parsing: bytes, within: request.size) else {
      throw .noPicture(program: "chafa")
    }
    return picture
  }

  /// The graphic over a picture of characters; nil where it cannot be made.
  ///
  /// - Throws: Only ``PictureError/stopped``.
  func graphic(
    of file: ImageFile, over picture: CharacterPicture, for graphics: TerminalGraphics,
    until stop: WakePipe
  ) throws(PictureError) -> PictureGraphic? {
    guard let size = picture.size else { return nil }
    let form = graphics.chafaForm(in: size)
    do throws(PictureError) {
      let (bytes, status) = try chafa(
        form.name, file, in: size, cell: form.cell, output: Self.mostOfGraphic, form.options,
        until: stop)
      let number = graphicCount.add(1, ordering: .relaxed).newValue
      return status.isSuccess ? graphics.graphic(in: bytes, number: number) : nil
    } catch {
      if error == .stopped { throw error }
      return nil
    }
  }

  /// Runs chafa on an image.
  private func chafa(
    _ format: String, _ file: ImageFile, in size: Size, cell: PixelSize?, output: Int,
    _ options: [String], until stop: WakePipe
  ) throws(PictureError) -> (bytes: [UInt8], status: ExitStatus) {
    lseek(file.descriptor, 0, SEEK_SET)
    let words =
      [
        "chafa", "--format", format, "--animate", "off", "--polite", "on", "--threads", "1",
        "--size", "\(size.columns)x\(size.rows)",
      ] + options
      // The descriptor under a name that cannot be an option.
      + ["/dev/stdin"]
    let run = LimitedRun(
      words: words, variables: variables, seconds: drawTimeout, mostOutput: output,
      fileSize: Self.mostFetched)
    var streams = [STDIN_FILENO: file.descriptor]
    let ruler = cell.flatMap(RulerTerminal.init)
    if let ruler { streams[STDERR_FILENO] = ruler.descriptor }
    return try withExtendedLifetime(ruler) { () throws(PictureError) in
      try run.output(of: STDOUT_FILENO, replacing: streams, until: stop)
    }
  }

  /// The error of an image whose pixels exceed this memory; nil for others.
  private static func excess(of file: ImageFile, above memory: Int) -> PictureError? {
    guard let size = ImageDimensions(of: file.descriptor), size.memory > Double(memory) else {
      return nil
    }
    return .tooManyPixels(name: file.name, columns: size.columns, rows: size.rows)
  }

  /// chafa's color option: never the user's own 16 colors where there are others.
  private static func colors(at depth: ColorDepth) -> String {
    switch depth {
    case .none: "none"
    case .ansi8: "8"
    case .ansi16: "16"
    case .indexed256: "240"
    case .direct: "full"
    }
  }
}
