import CNcurses
import Foundation

/// Which process group gets the terminal's keys.
enum Foreground {
  /// Gives the terminal to a process group.
  static func give(to group: pid_t) {
    // Asked from the background, the kernel would stop this process for it.
    var blocked = sigset_t()
    var earlier = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &earlier)
    tcsetpgrp(STDIN_FILENO, group)
    pthread_sigmask(SIG_SETMASK, &earlier, nil)
  }

  /// Takes the terminal back, with settings as they were before.
  static func take(settings: termios) {
    give(to: getpgrp())
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// How the terminal is set now.
  static var settings: termios {
    var settings = termios()
    tcgetattr(STDIN_FILENO, &settings)
    return settings
  }
}
