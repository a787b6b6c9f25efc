import Foundation

/// The three descriptors that every program is given.
package enum StandardDescriptors {
  /// Fills those that are closed with ones that fail the same way.
  ///
  /// Else the next file that is opened would get the number, and be printed into.
  package static func fillGaps() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }
}
