import BellboardSupport
import InboxCore
import InboxText

/// Prints messages in one format.
struct MessagePrinter {
  enum Form {
    case lines(MessageLine)
    case json
    case jsonLines
    case template(Template)
  }

  private let form: Form
  private let output: StandardOutput
  /// The folder of stored files, whose paths JSON includes.
  private let files: AttachmentFolder?
  private(set) var count = 0

  init(_ form: Form, to output: StandardOutput, files: AttachmentFolder? = nil) {
    self.form = form
    self.output = output
    self.files = files
  }

  /// Prints the start of the list.
  func begin() throws { if case .json = form { try output.write("[") } }

  mutating func print(_ message: Message) throws {
    switch form {
    case .lines(let line):
      if count == 0, let header = line.header { try output.line(header) }
      try output.line(line.text(for: message))
    case .template(let template): try output.line(template.text(of: message))
    case .jsonLines:
      try output.write(MessageJSON(message, files: files).bytes)
      try output.write("\n")
    case .json:
      try output.write(count == 0 ? "\n" : ",\n")
      try output.write(MessageJSON(message, files: files).bytes)
    }
    count += 1
  }

  /// Prints the end of the list.
  func end() throws {
    switch form {
    case .json: try output.write(count == 0 ? "]\n" : "\n]\n")
    case .lines(let line): if count == 0, let text = line.emptyText { try output.line(text) }
    case .jsonLines, .template: break
    }
  }
}
