/// What can be wrong with input.
enum InputError: Error {
  /// Standard input is closed.
  case closed
  /// There is nothing in it.
  case empty
  /// There is more in it than a message may have, in bytes.
  case tooLong(limit: Int)
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
}
