import BellboardSupport
import Foundation
import InboxCore
import InboxSystem
import InboxText
import InboxUI

/// Stores the files that are attached by path on the command line.
///
/// Files that a JSON payload names are never stored, as it could name any file of the machine.
struct FileIntake {
  /// The links of the files that were attached.
  private let links: Set<String>
  /// The stored attachment of each link.
  private var stored: [String: Attachment] = [:]
  private var uploads: [AttachmentUpload] = []

  /// Creates an intake for the values of a flag; links and missing files are not stored.
  init(_ texts: [String] = []) {
    let paths = texts.map(AttachmentPath.init).filter(\.isStorable)
    links = Set(paths.map(\.url))
  }

  /// Stores the files of a payload; they stay locked until ``release(in:)``.
  ///
  /// A file that is too large is kept as a link, with a note.
  ///
  /// - Throws: `Failure`.
  mutating func store(_ payload: Payload, in inbox: Inbox) throws(Failure) -> Payload {
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
          throw Failure("\(attachment.fileName.printable()) was not attached: \(error.reason)")
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

  /// Unlocks the files after their messages were stored or refused.
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
  /// What failed, where no limit was exceeded.
  fileprivate var reason: String {
    if case .system(let path, let error) = self {
      "\(path.printable()): \(error.reason)"
    } else {
      "the disk is full"
    }
  }

  /// The limit that a file exceeds; nil for other errors.
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

/// An attachment argument: a link, or the path of a file.
struct AttachmentPath {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The absolute path of a file, without `.` and `..`.
  var path: String { URL(filePath: text).standardizedFileURL.path(percentEncoded: false) }

  /// Whether it is a path of a file that does not exist.
  var isMissing: Bool { isPath && !isThere }

  /// The URL of the attachment; a path becomes a `file:` URL, valid in any working directory.
  var url: String {
    isPath ? URL(filePath: path, directoryHint: .notDirectory).absoluteString : text
  }

  /// A text with a scheme is a link, unless a file has that name.
  private var isPath: Bool {
    if text.contains("://") { return false }
    return isThere || (try? Link(text)) == nil
  }

  private var isThere: Bool { FileManager.default.fileExists(atPath: path) }
}

extension Attachment {
  /// Parses a link or a path; a path also gives the name.
  init(flag text: String) {
    let file = AttachmentPath(text)
    let isFile = file.url != text
    self.init(
      name: isFile ? URL(filePath: file.path).lastPathComponent : nil, url: file.url,
      format: Format(nameOf: file.url))
  }
}
