import Foundation
import Synchronization

/// The file mode creation mask of this process, and of the programs that it starts.
///
/// State: the mask from before. Guard: the mutex. Reason: a process has one mask for all threads, so
/// that starts and changes of it take turns. Files that a thread makes during a start have modes of
/// their own.
package enum CreationMask {
  private static let inherited = Mutex<mode_t?>(nil)

  /// Keeps new files to this user from now on; programs that are started get the mask from before.
  package static func restrict() {
    inherited.withLock { inherited in
      let before = umask(0o077)
      inherited = inherited ?? before
    }
  }

  /// Starts a program with the mask from before.
  static func withInherited(_ start: () -> Int32) -> Int32 {
    inherited.withLock { inherited in
      guard let inherited else { return start() }
      let own = umask(inherited)
      defer { umask(own) }
      return start()
    }
  }
}
