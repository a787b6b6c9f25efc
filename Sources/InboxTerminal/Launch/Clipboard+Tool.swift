import InboxText
import Foundation
import InboxCore
import InboxUI

extension Clipboard {
  /// Gives a text to a tool and waits until it has ended; never in a loop that draws.
  ///
  /// - Parameters:
  ///   - text: What the tool reads.
  ///   - words: The tool and its arguments.
  ///   - patience: How long it may take, in seconds; those that serve the text put themselves
  ///     aside.
  /// - Throws: ``ClipboardError``.
  static func copy(
    _ text: String, by words: [String], within patience: Double = 3
  ) throws(ClipboardError) {
    let tool = words.first ?? ""
    let run: (status: ExitStatus?, complaints: WakePipe)
    do throws(SystemError) {
      run = try Self.run(words, with: text, within: patience)
    } catch {
      throw .notStarted(tool: tool, reason: String(cString: strerror(error.code)))
    }
    guard let status = run.status else { throw .hanging(tool: tool, seconds: patience) }
    try check(status, of: tool, run.complaints)
  }

  /// Runs a tool; one that does not end in time is killed, and has no status.
  private static func run(
    _ words: [String], with text: String, within patience: Double
  ) throws(SystemError) -> (status: ExitStatus?, complaints: WakePipe) {
    let file = try TextFile(text)
    let complaints = try WakePipe(PipeEnds.open(isBlocking: false))
    let child = try ChildProcess(
      words, in: .apart, input: file.descriptor, errors: complaints.writing)
    let status = child.wait(upTo: patience)
    if status == nil {
      child.send(SIGKILL)
      _ = child.wait()
    }
    return (status, complaints)
  }

  private static func check(
    _ status: ExitStatus, of tool: String, _ complaints: WakePipe
  ) throws(ClipboardError) {
    guard !status.isSuccess else { return }
    // Not until its end: what the tool leaves behind may hold it open for ever.
    let words = String(decoding: complaints.takeBytes(), as: UTF8.self)
    let first = words.split(separator: "\n").first.map { String($0).printable() } ?? ""
    throw .failed(tool: tool, ending: status.words, words: first)
  }
}
