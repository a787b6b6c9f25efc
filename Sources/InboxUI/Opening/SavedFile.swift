import Foundation
package import InboxCore
import InboxText

/// A stored file of a message, to save elsewhere.
package struct SavedFile: Sendable, Hashable {
  /// The message with the attachment.
  package var number: MessageNumber
  /// The absolute path of the stored file.
  package var path: String
  /// The suggested file name.
  package var name: String

  /// The file of an attachment; nil for other links.
  package init?(_ attachment: Attachment, of number: MessageNumber) {
    guard let path = attachment.storedPath else { return nil }
    (self.number, self.path, name) = (number, path, attachment.fileName)
  }
}

extension Attachment {
  /// The absolute path of the stored file, once its link is one of this machine; nil for other
  /// links.
  package var storedPath: String? {
    guard url.hasPrefix("file:"), let link = URL(string: url),
      AttachmentReference(fileName: link.lastPathComponent) != nil
    else { return nil }
    return link.path(percentEncoded: false)
  }

  /// Whether a link is a stored file that is safe to view or play.
  package static func isHarmlessFile(_ link: Link) -> Bool {
    guard let url = URL(string: link.text), url.isFileURL,
      let reference = AttachmentReference(fileName: url.lastPathComponent)
    else { return false }
    return FileType(ending: reference.ending) != nil
  }
}

extension Message {
  /// What is said of a stored file of it that this machine does not have, without a period.
  package var missingFile: String {
    guard isFromOtherMachine, let machine else { return "the stored file is gone" }
    return "the file is on \(machine.printable())"
  }
}

extension SavedFile {
  /// Opens the save prompt for the message's file, or a menu if there are several.
  static func open(for message: Message, in context: PartContext) -> Reply {
    let files = message.attachments.compactMap { SavedFile($0, of: message.number) }
    guard let first = files.first else {
      let missing = message.attachments.first { $0.reference != nil }
      return Reply(
        status: missing.map { .notSaved(path: $0.fileName, reason: message.missingFile) }
          ?? .noFileToSave)
    }
    guard files.count > 1 else { return Reply(overlay: .prompt(first.prompt(in: context))) }
    let items = items(of: message, naming: false, in: context)
    return Reply(overlay: .menu(MenuState(title: "Save", items: items)))
  }

  /// The menu items of a message's stored files.
  static func items(
    of message: Message, naming: Bool = true, in context: PartContext
  ) -> [MenuItem] {
    message.attachments.compactMap { SavedFile($0, of: message.number) }.map { file in
      MenuItem(
        naming ? "Save \(file.name)" : file.name, choice: .prompt(file.prompt(in: context)))
    }
  }

  /// The prompt for the path to save to.
  func prompt(in context: PartContext) -> PromptState {
    PromptState(.place(self), text: "\(context.environment.saveFolder)/\(name)")
  }
}
