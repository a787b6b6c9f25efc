import Foundation
package import InboxCore

/// A stored file of a message that a person saves elsewhere.
package struct SavedFile: Sendable, Hashable {
  /// The message that it came with.
  package var number: MessageNumber
  /// The whole path of the stored file.
  package var path: String
  /// What it is called.
  package var name: String

  /// The file of an attachment; nil for a link to something else.
  package init?(_ attachment: Attachment, of number: MessageNumber) {
    guard let path = attachment.storedPath else { return nil }
    (self.number, self.path, name) = (number, path, attachment.fileName)
  }
}

extension Attachment {
  /// The whole path of the stored file that it is, once its link is that of this machine.
  package var storedPath: String? {
    guard url.hasPrefix("file:"), let link = URL(string: url),
      AttachmentReference(fileName: link.lastPathComponent) != nil
    else { return nil }
    return link.path(percentEncoded: false)
  }

  /// Whether a link is that of a stored file that is only looked at or listened to.
  package static func isHarmlessFile(_ link: Link) -> Bool {
    guard let url = URL(string: link.text), url.isFileURL,
      let reference = AttachmentReference(fileName: url.lastPathComponent)
    else { return false }
    return FileType(ending: reference.ending) != nil
  }
}

extension SavedFile {
  /// Asks where the file of a message is saved; of several, first which.
  static func open(for message: Message, in context: PartContext) -> Reply {
    let files = message.attachments.compactMap { SavedFile($0, of: message.number) }
    guard let first = files.first else { return Reply(status: .noFileToSave) }
    guard files.count > 1 else { return Reply(overlay: .prompt(first.prompt(in: context))) }
    return Reply(overlay: .menu(MenuState(title: "Save", items: items(of: message, naming: false))))
  }

  /// A choice for each stored file of a message.
  static func items(of message: Message, naming: Bool = true) -> [MenuItem] {
    message.attachments.compactMap { SavedFile($0, of: message.number) }.map { file in
      MenuItem(naming ? "Save \(file.name)" : file.name, choice: .askForPlace(file))
    }
  }

  /// The line in which a person types where the file is saved.
  func prompt(in context: PartContext) -> PromptState {
    PromptState(.place(self), text: "\(context.environment.saveFolder)/\(name)")
  }
}

extension SaveFile {
  /// The reply to what became of the file: a question where another one is there.
  func reply(to outcome: SaveOutcome) -> Reply {
    switch outcome {
    case .saved(let path): Reply(status: .saved(path: path))
    case .isThere(let path):
      Reply(
        overlay: .question(
          ConfirmState(
            action: .replace(path: path, by: file), selection: .numbers([file.number]), count: 1)))
    }
  }
}
