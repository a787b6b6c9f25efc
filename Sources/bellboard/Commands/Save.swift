import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxTerminal
import InboxText
import InboxUI

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
    let number = try inbox.number(named: id)
    guard let message = try inbox.message(number) else { throw ExitCode.nothingMatched }
    let whole = message.withFiles(in: inbox.attachments)
    let attachment = try whole.attachment(attachment)
    guard let file = SavedFile(attachment, of: number) else {
      throw Failure(
        "the attachment of \(number) is a link, \(attachment.url.printable()); "
          + "'bellboard open \(number) --attachment' opens it")
    }
    if path == "-" { return try print(file, to: output) }
    let saving = FileSaving(name: file.name, to: path)
    do throws(SystemError) {
      try saving.save(file.path, replacing: force)
    } catch {
      throw Failure(
        error.code == EEXIST
          ? "\(saving.path.printable()) already exists; use --force to replace it"
          : ErrorText.unwritable(saving.path, error))
    }
    try output.line(output.isTerminal ? "Saved \(saving.path.printable())" : saving.path)
  }

  private func print(_ file: SavedFile, to output: StandardOutput) throws {
    var pieces: [UInt8] = []
    do throws(SystemError) {
      try FileCopy.read(file.path) { pieces += $0 }
    } catch {
      throw InputError.unreadable(path: file.path, error)
    }
    try output.write(pieces)
  }
}

extension Message {
  /// The attachment at a position, from 1; without a position, the only one.
  ///
  /// A stored file must be on this machine.
  ///
  /// - Throws: `Failure`.
  func attachment(_ place: Int?) throws(Failure) -> Attachment {
    let count = attachments.count
    guard count > 0 else { throw Failure("\(number) has no attachment") }
    guard place != nil || count == 1 else {
      let names = attachments.enumerated().map { "\($0 + 1) \($1.fileName.printable())" }
      throw Failure(
        "\(number) has several attachments; select one with --attachment: "
          + names.joined(separator: ", "))
    }
    let index = (place ?? 1) - 1
    guard attachments.indices.contains(index) else {
      throw Failure(
        "\(number) has \(count.counted("attachment")); --attachment takes 1 to \(count)")
    }
    guard attachments[index].reference == nil else { throw Failure("\(number): \(missingFile)") }
    return attachments[index]
  }
}
