import InboxText

/// An error of a picture: an image could not be shown.
package enum PictureError: Error, Sendable, Hashable {
  /// A program that it takes is not there.
  case notInstalled(program: String)
  /// A program did not start, for the system's reason.
  case notStarted(program: String, reason: String)
  /// The file cannot be read, for the system's reason.
  case unreadable(name: String, reason: String)
  /// The path is that of a folder, a pipe or a device.
  case noFile(name: String)
  /// The file is larger than images are read.
  case tooLarge(name: String, limit: Int)
  /// A program did not end in time.
  case slow(program: String, seconds: Double)
  /// The program knows no image in the file.
  case noImage(name: String)
  /// The image says that it has so many pixels, which take more memory than a drawing has.
  case tooManyPixels(name: String, columns: Int, rows: Int)
  /// The program has printed something else than a picture, or too much.
  case noPicture(program: String)
  /// The link led to nothing; the program's words, or how it ended.
  case notFetched(words: String)
  /// Another picture is wanted by now, or none.
  case stopped
}

extension PictureError {
  /// The error in words, and what to do about it.
  package var message: String {
    switch self {
    case .notInstalled("chafa"):
      "chafa is not installed: it draws the pictures; install the package chafa"
    case .notInstalled(let program):
      "\(program) is not installed: it fetches images; install the package \(program)"
    case .notStarted(let program, let reason): "No picture: “\(program)” did not start (\(reason))"
    case .unreadable(let name, let reason): "No picture: “\(name)” cannot be read (\(reason))"
    case .noFile(let name): "No picture: “\(name)” is not a regular file"
    case .tooLarge(let name, let limit):
      "No picture: “\(name)” is larger than \(ByteSize.text(Int64(limit)))"
    case .slow(let program, let seconds):
      "No picture: “\(program)” did not end within \(Int(seconds.rounded(.up))) s"
    case .noImage(let name): "No picture: “\(name)” is no image that chafa can read"
    case .tooManyPixels(let name, let columns, let rows):
      "No picture: “\(name)” has \(columns) × \(rows) pixels, too many to be drawn"
    case .noPicture(let program): "No picture: “\(program)” printed something else"
    case .notFetched(let words): "No picture: not fetched (\(words))"
    case .stopped: "No picture is wanted any more"
    }
  }
}
