import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxTerminal
import InboxText
import InboxUI

/// `bellboard save`.
struct Save: ReportingCommand {
  static let name = "save"
  static let abstract = "Save an attachment of a message as a file, and print its path."
  static let discussion = """
    PATH is a file or a folder, by default the current one; '-' prints the content. An existing \
    file is kept unless --force is given. --attachment selects one of several attachments, from \
    1. Links are not downloaded: 'open --attachment' opens them.
    """
  @OptionGroup var inbox: InboxOptions

  @Argument(help: "Message: @number, id, or the start of an id.", completion: .messages)
  var id: String

  @Argument(help: "File or folder to save to.", completion: .file())
  var path = "."

  @Option(name: [.customShort("n"), .long], help: "Number of the attachment, from 1.")
  var attachment: Int?

  @Flag(name: .shortAndLong, help: "Replace an existing file.")
  var force = false

  func run(to output: StandardOutput) throws {
    let inbox = try inbox.openExisting()
    defer { inbox.closeQuietly() }
    let resolution = try inbox.resolve([id])
    guard let number = resolution.numbers.first, let message = try inbox.message(number) else {
      try inbox.problems(of: resolution).forEach(StandardError.printError)
      throw ExitCode.nothingMatched
    }
    let whole = message.withFiles(in: inbox.attachments)
    let attachment = try whole.attachment(attachment)
    guard let file = SavedFile(attachment, of: number) else {
      throw AttachmentChoiceError.link(number, attachment.url)
    }
    guard FileStatus(path: file.path) != nil else {
      throw AttachmentChoiceError.gone(number, file.name)
    }
    if path == "-" { return try print(file, to: output) }
    let saving = FileSaving(name: file.name, to: path)
    do throws(SystemError) {
      try saving.save(file.path, replacing: force)
    } catch {
      throw SavingError(path: saving.path, error: error)
    }
    try output.line(output.isTerminal ? "Saved \(saving.path.printable())" : saving.path)
  }

  private func print(_ file: SavedFile, to output: StandardOutput) throws {
    var pieces: [UInt8] = []
    do throws(SystemError) {
      try FileCopy.read(file.path) { pieces += $0 }
    } catch {
      throw SavingError(path: file.path, error: error)
    }
    try output.write(pieces)
  }
}

extension Message {
  /// The attachment at a position, from 1; without a position, the only one.
  ///
  /// - Throws: ``AttachmentChoiceError``.
  func attachment(_ place: Int?) throws(AttachmentChoiceError) -> Attachment {
    guard !attachments.isEmpty else { throw .none(number) }
    guard place != nil || attachments.count == 1 else {
      throw .several(number, attachments.map(\.fileName))
    }
    let index = (place ?? 1) - 1
    guard attachments.indices.contains(index) else { throw .noSuch(number, of: attachments.count) }
    return attachments[index]
  }
}

/// Error: the attachment cannot be chosen or saved.
enum AttachmentChoiceError: Reportable {
  case none(MessageNumber)
  case several(MessageNumber, [String])
  case noSuch(MessageNumber, of: Int)
  case link(MessageNumber, String)
  case gone(MessageNumber, String)

  var report: String {
    switch self {
    case .none(let number): "\(number) has no attachment"
    case .several(let number, let names):
      "\(number) has several attachments; select one with --attachment: "
        + names.enumerated().map { "\($0 + 1) \($1.printable())" }.joined(separator: ", ")
    case .noSuch(let number, let count):
      "\(number) has \(count) attachment\(count == 1 ? "" : "s"); --attachment takes 1 to \(count)"
    case .link(let number, let url):
      "the attachment of \(number) is a link, \(url.printable()); "
        + "'bellboard open \(number) --attachment' opens it"
    case .gone(let number, let name):
      "the stored file \(name.printable()) of \(number) is gone; 'bellboard doctor' names all that are "
        + "missing"
    }
  }
}

/// Error: an attachment could not be saved.
struct SavingError: Reportable {
  let path: String
  let error: SystemError

  var report: String {
    error.code == EEXIST
      ? "\(path.printable()) already exists; use --force to replace it"
      : ErrorText.unwritable(path, error)
  }
}
