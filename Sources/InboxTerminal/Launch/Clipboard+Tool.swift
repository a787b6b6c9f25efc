import Foundation
import InboxUI

extension Clipboard {
  /// How long a tool may take, in seconds; those that serve the text put themselves aside.
  private static let patience = 3.0

  /// Gives a text to a tool and waits until it has ended; never in a loop that draws.
  ///
  /// - Throws: ``ClipboardProblem``.
  static func copy(_ text: String, by words: [String]) throws(ClipboardProblem) {
    let tool = words.first ?? ""
    do {
      let file = try TextFile(text)
      let complaints = try Pipe()
      let child = try ChildProcess(
        words, in: .apart, input: file.descriptor, errors: complaints.writing)
      let status = child.wait(upTo: patience)
      if status == nil {
        child.send(SIGKILL)
        _ = child.wait()
      }
      try check(status, of: tool, complaints)
    } catch let problem as SystemProblem {
      throw .notStarted(tool: tool, reason: String(cString: strerror(problem.code)))
    } catch let problem as ClipboardProblem {
      throw problem
    } catch {
      throw .notStarted(tool: tool, reason: "\(error)")
    }
  }

  private static func check(
    _ status: ExitStatus?, of tool: String, _ complaints: Pipe
  ) throws(ClipboardProblem) {
    guard let status else { throw .hanging(tool: tool, seconds: patience) }
    guard !status.isSuccess else { return }
    // Not until its end: what the tool leaves behind may hold it open for ever.
    let words = String(decoding: complaints.takeBytes(), as: UTF8.self)
    let first = words.split(separator: "\n").first.map { String($0).printable() } ?? ""
    throw .failed(tool: tool, ending: status.words, words: first)
  }
}
