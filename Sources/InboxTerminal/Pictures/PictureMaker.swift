import Foundation
import InboxSystem
import InboxText
import InboxUI
import Synchronization

/// The maker of pictures: it has the programs `curl` and `chafa` work beside the loop, one at a time.
///
/// No image is decoded in this process, and no byte of a program's output reaches the terminal.
///
/// State: the pipe that ends the present work. Guard: the mutex. Reason: the loop ends work that the
/// thread is doing.
final class PictureMaker: Sendable {
  /// Seconds that each program may take.
  struct Timeouts: Sendable {
    /// For a fetch.
    var fetching = 20.0
    /// For a drawing.
    var drawing = 10.0
  }

  /// Largest image that is fetched, in bytes; nor does chafa write more, such as a cache of fonts.
  private static let mostFetched = 10 << 20
  /// Most bytes of a picture: two colors and a sign for each of its cells.
  private static let mostPrinted = 1 << 20
  /// Most bytes that a program may say about a failure.
  private static let mostWords = 4_096

  private let search: ProgramSearch
  private let variables: [String: String]
  private let timeouts: Timeouts
  private let worker = Worker()
  private let stop = Mutex<WakePipe?>(nil)

  /// Looks for the programs in the folders of `PATH`; they get all of the variables.
  init(environment: [String: String], timeouts: Timeouts = Timeouts()) {
    variables = environment
    search = ProgramSearch(path: environment["PATH"])
    self.timeouts = timeouts
  }

  /// Begins a picture, and ends the work on the one before, which is not reported.
  ///
  /// - Parameters:
  ///   - request: What is drawn.
  ///   - depth: The colors that the terminal has.
  ///   - report: Gets the picture, or the error in words, on another thread.
  func start(
    _ request: PictureRequest, at depth: ColorDepth,
    _ report: @escaping @Sendable (EffectResult) -> Void
  ) {
    let pipe: WakePipe
    do throws(SystemError) {
      pipe = try WakePipe()
    } catch {
      let problem = PictureError.notStarted(program: "chafa", reason: error.reason)
      return report(.failed(problem.message))
    }
    replaceStop(by: pipe)
    worker.add { [self] in
      do throws(PictureError) {
        report(.picture(try picture(for: request, at: depth, until: pipe)))
      } catch {
        if error != .stopped { report(.failed(error.message)) }
      }
    }
  }

  /// Ends the present work: its program is killed.
  func cancel() {
    replaceStop(by: nil)
  }

  /// Ends the present work and takes no more.
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

  /// The picture of an image; waits for the programs.
  ///
  /// - Throws: ``PictureError``.
  func picture(
    for request: PictureRequest, at depth: ColorDepth, until stop: WakePipe
  ) throws(PictureError) -> CharacterPicture {
    try require("chafa")
    switch request.source {
    case .file(let path):
      return try draw(ImageFile(path: path), request, at: depth, until: stop)
    case .link(let link):
      return try draw(fetch(link, until: stop), request, at: depth, until: stop)
    }
  }

  private func require(_ program: String) throws(PictureError) {
    guard search.finds(program) else { throw .notInstalled(program: program) }
  }
}

extension PictureMaker {
  /// Fetches an image; a server that lies about the size meets the limit on the file.
  private func fetch(_ link: Link, until stop: WakePipe) throws(PictureError) -> ImageFile {
    try require("curl")
    let file = try ImageFile(fetching: link)
    let words = [
      "curl", "--disable", "--fail", "--silent", "--show-error", "--globoff", "--location",
      "--max-redirs", "5", "--proto", "=http,https", "--proto-redir", "=http,https",
      "--max-filesize", "\(Self.mostFetched)", "--max-time", "\(Int(timeouts.fetching))",
      "--url", link.text,
    ]
    let run = LimitedRun(
      words: words, variables: variables,
      limits: .init(
        seconds: timeouts.fetching + 1, output: Self.mostWords, fileSize: Self.mostFetched))
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
  private func draw(
    _ file: ImageFile, _ request: PictureRequest, at depth: ColorDepth, until stop: WakePipe
  ) throws(PictureError) -> CharacterPicture {
    // Nothing is tried for many seconds that cannot end well.
    if let error = Self.excess(of: file, above: LimitedRun.memory) { throw error }
    lseek(file.descriptor, 0, SEEK_SET)
    let words = [
      "chafa", "--format", "symbols", "--animate", "off", "--polite", "on", "--threads", "1",
      "--size", "\(request.size.columns)x\(request.size.rows)", "--colors", Self.colors(at: depth),
      "--symbols", request.glyphs == .ascii ? "ascii" : "block",
      // The descriptor by a name that is no option.
      "/dev/stdin",
    ]
    let run = LimitedRun(
      words: words, variables: variables,
      limits: .init(
        seconds: timeouts.drawing, output: Self.mostPrinted, fileSize: Self.mostFetched))
    let (bytes, status) = try run.output(
      of: STDOUT_FILENO, replacing: [STDIN_FILENO: file.descriptor], until: stop)
    guard status.isSuccess else {
      // It says the same of an image for which it lacks memory, beside that of its own.
      throw Self.excess(of: file, above: LimitedRun.memory / 2) ?? .noImage(name: file.name)
    }
    guard let picture = CharacterPicture(parsing: bytes, within: request.size) else {
      throw .noPicture(program: "chafa")
    }
    return picture
  }

  /// The error of an image whose pixels take more memory than this; nil for others.
  private static func excess(of file: ImageFile, above memory: Int) -> PictureError? {
    guard let size = ImageDimensions(of: file.descriptor), size.memory > Double(memory) else {
      return nil
    }
    return .tooManyPixels(name: file.name, columns: size.columns, rows: size.rows)
  }

  /// The colors that chafa is to use: never the 16 of a person's own where there are others.
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
