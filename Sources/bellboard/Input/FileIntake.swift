import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxText

/// The storing of files that a person attaches by their paths on the command line.
///
/// A payload that comes as JSON may name any file of this machine and stores none.
struct FileIntake {
  /// The links of the files that were attached.
  private let links: Set<String>
  /// What was stored for each of them.
  private var stored: [String: Attachment] = [:]
  private var uploads: [AttachmentUpload] = []

  /// Takes the paths and links of a flag.
  init(_ texts: [String] = []) {
    let paths = texts.map(AttachmentPath.init).filter(\.isStorable)
    links = Set(paths.map(\.url))
  }

  /// The payload with its files stored; they stay locked until ``release(in:)``.
  ///
  /// A file that is too large stays a link, and a note says so.
  ///
  /// - Throws: ``FileIntakeError``.
  mutating func store(_ payload: Payload, in inbox: Inbox) throws(FileIntakeError) -> Payload {
    guard !links.isEmpty, let folder = inbox.attachments,
      case .set(var attachments) = payload.attachments
    else { return payload }
    var payload = payload
    for (index, attachment) in attachments.enumerated() where links.contains(attachment.url) {
      do throws(AttachmentError) {
        if stored[attachment.url] == nil {
          stored[attachment.url] = try store(attachment, in: folder)
        }
        attachments[index] = stored[attachment.url] ?? attachment
      } catch {
        guard let limit = error.limit else {
          throw FileIntakeError(name: attachment.fileName, error: error)
        }
        payload.notes.append("\(attachment.fileName) stays where it is: \(limit)")
      }
    }
    payload.attachments = .set(attachments)
    return payload
  }

  private mutating func store(
    _ attachment: Attachment, in folder: AttachmentFolder
  ) throws(AttachmentError) -> Attachment {
    let path = URL(string: attachment.url)?.path(percentEncoded: false) ?? ""
    let upload = try folder.upload(expecting: FileStatus(path: path)?.size)
    var problem: AttachmentError?
    do throws(SystemError) {
      try FileCopy.read(path) { piece throws(SystemError) in
        do throws(AttachmentError) {
          if problem == nil { try upload.write(piece) }
        } catch {
          problem = error
        }
      }
    } catch {
      throw .system(path: path, error)
    }
    if let problem { throw problem }
    uploads.append(upload)
    var file = try upload.keep(as: attachment.name)
    if attachment.format != .file { file.format = attachment.format }
    return file
  }

  /// Lets go of the files once their messages are stored, or never will be.
  mutating func release(in inbox: Inbox) {
    for upload in uploads { inbox.release(upload) }
    (uploads, stored) = ([], [:])
  }
}

extension AttachmentPath {
  /// Whether it is the path of a regular file.
  fileprivate var isStorable: Bool {
    url.hasPrefix("file:") && FileStatus(path: path)?.kind == .regular
  }
}

extension AttachmentError {
  /// What a file is too large for; nil for other errors.
  fileprivate var limit: String? {
    switch self {
    case .tooLarge(let limit):
      "files up to \(ByteSize.text(Int64(limit))) are stored (attachments.max_file_size)"
    case .full(let limit):
      "the files of the inbox take \(ByteSize.text(Int64(limit))) at most "
        + "(attachments.max_total_size)"
    case .diskFull, .system: nil
    }
  }
}

/// An error of an attached file: it could not be stored.
struct FileIntakeError: Reportable {
  let name: String
  let error: AttachmentError

  var report: String {
    let reason =
      switch error {
      case .tooLarge, .full: "it is too large"
      case .diskFull: "the disk is full"
      case .system(let path, let error): "\(path.printable()): \(error.reason)"
      }
    return "\(name.printable()) was not attached: \(reason)"
  }
}
