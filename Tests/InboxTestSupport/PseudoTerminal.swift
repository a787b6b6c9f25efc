import InboxText
import Foundation

/// A program in a terminal of its own, seen from the outside: bytes in, bytes and notes out.
///
/// What the program writes to descriptor 3 arrives as lines, its notes.
package final class PseudoTerminal {
  /// Longest that anything is awaited, in seconds; far above what it takes.
  package static let limit = 60.0

  // Linux's TIOCSPTLCK and TIOCGPTN, macros that Swift does not see.
  private static let unlock: UInt = 0x4004_5431
  private static let askNumber: UInt = 0x8004_5430

  /// A wait that ended without what was awaited.
  package struct Missing: Error {
    /// What was awaited.
    package var what: String
    /// The notes that came.
    package var notes: [String]
    /// What was on the terminal.
    package var output: String
  }

  /// The program's process.
  package private(set) var process: Int32 = 0
  /// All bytes that the program has shown so far.
  package private(set) var output: [UInt8] = []
  /// The terminal's settings as the program found them.
  package private(set) var settingsBefore: [UInt8] = []
  private let cell: (width: Int, height: Int)
  private let master: Int32
  private let slave: Int32
  private var original = termios()
  private var notesEnd: Int32 = -1
  private var notesText: [UInt8] = []
  private var taken = 0
  private var ended: Int32?

  /// Starts a program.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String],
    columns: Int = 80, rows: Int = 24, cell: (width: Int, height: Int) = (0, 0)
  ) throws {
    self.cell = cell
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var number: UInt32 = 0
    var lock: Int32 = 0
    guard master >= 0, ioctl(master, Self.unlock, &lock) == 0,
      ioctl(master, Self.askNumber, &number) == 0
    else { throw POSIXError(.ENXIO) }
    let path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY)
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    resize(columns: columns, rows: rows)
    settingsBefore = settings
    tcgetattr(slave, &original)
    try start([program] + arguments, environment, on: path)
  }

  deinit {
    if ended == nil {
      kill(process, SIGKILL)
      _ = try? wait()
    }
    for descriptor in [master, slave, notesEnd] { close(descriptor) }
  }

  /// How the terminal is set; equal before and after a program that cleans up.
  package var settings: [UInt8] {
    var settings = termios()
    tcgetattr(slave, &settings)
    // Bytes between the fields are never set, so the fields are compared.
    let flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    return flags.flatMap { flag in withUnsafeBytes(of: flag) { Array($0) } }
      + withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  /// Sets the terminal as it was before the program, as a shell does while the program is stopped.
  package func restoreSettings() {
    var settings = original
    tcsetattr(slave, TCSANOW, &settings)
  }

  /// Waits until the program has been stopped.
  package func awaitStop() throws {
    try until("a stop") { waitpid($0.process, nil, WNOHANG | WUNTRACED) == $0.process }
  }

  /// What the program has shown, as text.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// The notes so far, whole lines only.
  package var notes: [String] {
    let lines = notesText.split(separator: 10, omittingEmptySubsequences: false)
    return lines.dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Types bytes.
  package func send(_ text: String) {
    send(Array(text.utf8))
  }

  /// Types a text and waits until the program has shown these bytes in a row.
  package func send(_ text: String, showing output: String) throws {
    send(text)
    try awaitOutput(output)
  }

  /// Types a text and waits until the program has ended; its status as `waitpid` has it.
  package func wait(sending text: String) throws -> Int32 {
    send(text)
    return try wait()
  }

  /// Types bytes that need not be text.
  package func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Gives the terminal another size; the program gets SIGWINCH.
  package func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.width),
      ws_ypixel: UInt16(rows * cell.height))
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Sends the program a signal.
  package func signal(_ number: Int32) {
    kill(process, number)
  }

  /// The next note, when it has come.
  package func nextNote() throws -> String {
    try until("another note") { $0.notes.count > $0.taken }
    defer { taken += 1 }
    return notes[taken]
  }

  /// Reads notes until this one comes.
  package func awaitNote(_ note: String) throws {
    try until("note \(note)") { terminal in
      guard let place = terminal.notes[terminal.taken...].firstIndex(of: note) else { return false }
      terminal.taken = place + 1
      return true
    }
  }

  /// Waits until the program has shown these bytes in a row, so many times in all.
  package func awaitOutput(_ text: String, times: Int = 1) throws {
    try until("output \(text.debugDescription) × \(times)") {
      $0.text.ranges(of: text).count >= times
    }
  }

  /// Waits until the program has ended; its status as `waitpid` has it.
  @discardableResult
  package func wait(isReading: Bool = true) throws -> Int32 {
    if !isReading, !eventually({ hasEnded }) {
      throw Missing(what: "the end of the program", notes: notes, output: text)
    }
    try until("the end of the program") { $0.hasEnded }
    collect(milliseconds: 0)
    return ended ?? -1
  }

  private var hasEnded: Bool {
    var status: Int32 = 0
    if ended == nil, waitpid(process, &status, WNOHANG) == process { ended = status }
    return ended != nil
  }

  /// Fills the terminal with output until it takes no more, as one that nobody reads.
  package func fill() throws {
    let writer = open("/proc/self/fd/\(slave)", O_WRONLY | O_NOCTTY | O_NONBLOCK)
    guard writer >= 0 else { throw POSIXError(.ENXIO) }
    defer { close(writer) }
    let line = [UInt8](repeating: 0x78, count: 80)
    while write(writer, line, line.count) > 0 {}
  }

  /// Stops output as Ctrl-S does, so that whoever writes waits; and lets it go on, as Ctrl-Q does.
  package func stopOutput(_ isStopped: Bool) throws {
    guard tcflow(slave, isStopped ? TCOOFF : TCOON) == 0 else { throw POSIXError(.EIO) }
  }

  /// Waits until a condition holds, which is asked while the program goes on.
  package func until(_ what: String, _ condition: (PseudoTerminal) -> Bool) throws {
    let deadline = Date().addingTimeInterval(Self.limit)
    while !condition(self) {
      guard Date() < deadline else { throw Missing(what: what, notes: notes, output: text) }
      collect(milliseconds: 5)
    }
  }

  private func collect(milliseconds: Int32) {
    var waiting = [
      pollfd(fd: master, events: Int16(POLLIN), revents: 0),
      pollfd(fd: notesEnd, events: Int16(POLLIN), revents: 0),
    ]
    var timeout = milliseconds
    while poll(&waiting, 2, timeout) > 0 {
      var progress = false
      for (index, entry) in waiting.enumerated() where entry.revents & Int16(POLLIN) != 0 {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(entry.fd, &buffer, buffer.count)
        guard count > 0 else { continue }
        progress = true
        if index == 0 { output += buffer.prefix(count) } else { notesText += buffer.prefix(count) }
      }
      // An end that hung up stays ready for ever.
      guard progress else {
        usleep(useconds_t(milliseconds) * 1_000)
        return
      }
      timeout = 0
    }
  }

  private func start(_ words: [String], _ environment: [String: String], on path: String) throws {
    var pipes: [Int32] = [0, 0]
    guard pipe(&pipes) == 0 else { throw POSIXError(.EMFILE) }
    notesEnd = pipes[0]
    for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Above the descriptors that are given away, so that none is overwritten by another.
    let given = fcntl(pipes[1], F_DUPFD_CLOEXEC, 10)
    close(pipes[1])
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    // A new session, whose terminal becomes the first one that it opens.
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(&attributes, newSession | resetSignals(in: &attributes))
    for descriptor in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, given, 3)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    let code = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables)
    for text in arguments + variables { free(text) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    close(given)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  }
}
