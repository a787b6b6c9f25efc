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

extension UIState {
  /// Asks where the file of the message in the reader is saved; of several, first which.
  mutating func offerFiles(at now: Date) -> [Effect] {
    guard let message = reader?.message else { return [] }
    let files = message.attachments.compactMap { SavedFile($0, of: message.number) }
    switch files.count {
    case 0: showStatus(.noFileToSave, at: now)
    case 1: askForPlace(of: files[0])
    default: menu = MenuState(title: "Save", items: saveItems(of: message, naming: false))
    }
    return []
  }

  /// A choice for each stored file of a message.
  func saveItems(of message: Message, naming: Bool = true) -> [MenuItem] {
    message.attachments.compactMap { SavedFile($0, of: message.number) }.map { file in
      MenuItem(naming ? "Save \(file.name)" : file.name, choice: .askForPlace(file))
    }
  }

  /// Lets a person type where a file is saved.
  mutating func askForPlace(of file: SavedFile) {
    prompt = PromptState(.place(file), text: "\(environment.saveFolder)/\(file.name)")
  }

  /// Shows where a file was saved; asks whether it replaces one that is there.
  mutating func receive(_ outcome: SaveOutcome, of request: SaveFile, at now: Date) {
    switch outcome {
    case .saved(let path): showStatus(.saved(path: path), at: now)
    case .isThere(let path):
      let file = request.file
      confirmation = ConfirmState(
        action: .replace(path: path, by: file), selection: .numbers([file.number]), count: 1)
    }
  }
}
