import CInboxSystem
import Foundation
import InboxSystem

/// A buffer for the output of ncurses, so that each frame reaches the terminal in one write.
///
/// ncurses writes after each cursor movement: about ten times for a key, and hundreds of times for
/// a whole screen. Terminals would show the pieces, and a network send each by itself.
final class FrameOutput {
  /// The descriptor of the terminal.
  private let terminal: Int32
  /// The stream that ncurses writes to; nil, for standard output, when no descriptor is left.
  let stream: UnsafeMutablePointer<FILE>?
  /// The descriptor behind the stream: the terminal, or the memory file while a frame is drawn.
  let descriptor: Int32
  /// The memory file that buffers a frame; negative when frames are not buffered.
  private let memory: Int32
  private var frame: [UInt8] = []
  /// The graphemes that ncurses' output has stand-ins for.
  var standIns: StandIns?
  /// Whether frames are buffered, so that stand-ins can be replaced.
  var isBuffered: Bool { memory >= 0 }
  /// Maximum bytes of memory kept for the next frame; one with a graphic needs far more.
  private static let mostKept = 1 << 18

  /// Opens the stream on a terminal.
  init(to terminal: Int32 = STDOUT_FILENO) {
    self.terminal = terminal
    let copy = fcntl(terminal, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    stream = copy < 0 ? nil : fdopen(copy, "w")
    descriptor = stream == nil ? terminal : copy
    memory = stream == nil ? -1 : inbox_memory_file_open()
    if copy >= 0, stream == nil { Foundation.close(copy) }
  }

  /// Runs ncurses' drawing of a frame, then sends its output in one write.
  func gather(_ draw: () -> Void) {
    guard memory >= 0, inbox_descriptor_replace(descriptor, memory) == 0 else { return draw() }
    draw()
    _ = inbox_descriptor_replace(descriptor, terminal)
    let count = Int(lseek(memory, 0, SEEK_CUR))
    guard count > 0 else { return }
    if frame.count < count { frame = [UInt8](repeating: 0, count: count) }
    let length = frame.withUnsafeMutableBytes { pread(memory, $0.baseAddress, count, 0) }
    lseek(memory, 0, SEEK_SET)
    let bytes = frame.prefix(max(length, 0))
    try? Descriptors.write(standIns?.replaced(in: bytes) ?? bytes, to: terminal)
    guard count > Self.mostKept else { return }
    frame = []
    ftruncate(memory, 0)
  }

  /// Sends bytes after ncurses' output so far; within ``gather(_:)`` as a part of the frame.
  func send(_ bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty else { return }
    try? Descriptors.write(bytes, to: descriptor)
  }

  /// Closes the stream, once ncurses no longer uses it.
  func close() {
    if memory >= 0 { Foundation.close(memory) }
    if let stream { fclose(stream) }
  }
}
