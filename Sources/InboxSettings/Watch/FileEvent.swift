/// What happened to a name in a watched folder.
struct FileEvent {
  /// What can happen.
  enum Kind {
    /// A name is new; a file may still be empty.
    case created
    /// A file was written and let go, or a name went, or another file took it.
    case changed
    /// The folder itself went.
    case folderGone
    /// Events were dropped.
    case lost
  }

  /// The number that the watch of the folder got.
  var watch: Int32
  /// What happened.
  var kind: Kind
  /// The name within the folder.
  var name: String
}
