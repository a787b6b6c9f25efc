import Foundation
import InboxText
import Logging

/// Writes log lines to standard error, for the journal with a priority prefix: `<6>listening`.
///
/// The journal adds the time; on a terminal the prefix is the level's name.
struct JournalLog: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  private static let isTerminal = isatty(STDERR_FILENO) == 1

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var text = ""
    if let source = metadata["source"] { text += "\(source): " }
    text += "\(event.message)"
    for (key, value) in (event.metadata ?? [:]).sorted(by: { $0.key < $1.key }) {
      text += " \(key)=\(value)"
    }
    LogOutput.standard.write(Self.line(event.level, text))
  }

  /// The formatted line.
  static func line(_ level: Logger.Level, _ text: String) -> String {
    prefix(level, isTerminal: isTerminal) + text.printable() + "\n"
  }

  /// The prefix of a line: a syslog priority, or the level's name.
  static func prefix(_ level: Logger.Level, isTerminal: Bool) -> String {
    if isTerminal { return "\(level): " }
    let priority =
      switch level {
      case .trace, .debug: 7
      case .info: 6
      case .notice: 5
      case .warning: 4
      case .error: 3
      case .critical: 2
      }
    return "<\(priority)>"
  }
}
