import Foundation
public import InboxUI

extension Clipboard {
  /// Copies a text from a command line, without a screen.
  ///
  /// - Throws: ``ClipboardError``.
  public func copy(_ text: String, by choice: ClipboardChoice) throws(ClipboardError) {
    switch try way(for: choice) {
    case .tool(let words): try Self.copy(text, by: words)
    case .terminal: try askTerminal(text)
    }
  }

  /// Copies a text by the terminal for a host program with a loop of its own.
  ///
  /// - Parameter text: What a pane has asked for by ``HostRequest/copy(_:)``.
  /// - Returns: What the pane is to be told by ``PaneInput/answered(_:_:)``.
  public func run(copying text: String) -> HostResult {
    do throws(ClipboardError) {
      try askTerminal(text)
      return .done
    } catch {
      return .failed(error.message)
    }
  }

  private func askTerminal(_ text: String) throws(ClipboardError) {
    try OSC52.check(text)
    // The output may be a file; the terminal is what the person looks at.
    guard let device = FileHandle(forWritingAtPath: "/dev/tty") else { throw .noTerminal }
    let sequence = terminal.sequence(copying: text)
    do { try device.write(contentsOf: Data(sequence.utf8)) } catch { throw .noTerminal }
  }
}
