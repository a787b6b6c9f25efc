import Foundation

/// The three standard descriptors.
package enum StandardDescriptors {
  /// Replaces closed ones by descriptors that fail in the same way.
  ///
  /// Otherwise the next opened file would get the number and receive the output.
  package static func fillGaps() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }
}
