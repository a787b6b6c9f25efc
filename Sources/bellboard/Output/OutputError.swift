/// Why results could not be handed on.
enum OutputError: Error {
  /// The program at the other end of the pipe has ended; nobody misses anything.
  case readerGone
  /// Writing failed with this `errno`.
  case unwritable(code: Int32)
}
