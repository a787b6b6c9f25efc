import InboxText

/// An error of showing an image as a picture.
package enum PictureError: Error, Sendable, Hashable {
  /// A required program is not installed.
  case notInstalled(program: String)
  /// A program did not start; the system's reason.
  case notStarted(program: String, reason: String)
  /// The file cannot be read; the system's reason.
  case unreadable(name: String, reason: String)
  /// The path is that of a folder, a pipe or a device.
  case noFile(name: String)
  /// The file exceeds the size limit.
  case tooLarge(name: String, limit: Int)
  /// A program timed out.
  case slow(program: String, seconds: Double)
  /// The program found no image in the file.
  case noImage(name: String)
  /// The image claims so many pixels that drawing it would exceed the memory limit.
  case tooManyPixels(name: String, columns: Int, rows: Int)
  /// The program's output is no picture, or too long.
  case noPicture(program: String)
  /// The download failed; the program's error message, or its exit status.
  case notFetched(words: String)
  /// Cancelled: another picture was requested, or none.
  case stopped

  /// The error message, with what to do about it.
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
    case .noImage(let name): "No picture: “\(name)” is not an image that chafa can read"
    case .tooManyPixels(let name, let columns, let rows):
      "No picture: “\(name)” has \(columns) × \(rows) pixels, too many to be drawn"
    case .noPicture(let program): "No picture: “\(program)” printed something else"
    case .notFetched(let words): "No picture: not fetched (\(words))"
    case .stopped: "Picture canceled"
    }
  }
}
