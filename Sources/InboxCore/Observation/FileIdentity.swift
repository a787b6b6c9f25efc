import Foundation

/// Which file a path names: a replaced file differs although its name is the same.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let node: UInt64

  /// The file at `path`, nil when there is none.
  init?(path: String) {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    self.init(information)
  }

  /// The file of which the system says this.
  init(_ information: stat) {
    device = UInt64(truncatingIfNeeded: information.st_dev)
    node = UInt64(truncatingIfNeeded: information.st_ino)
  }
}
