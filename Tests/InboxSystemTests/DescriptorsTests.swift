import Foundation
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxSystem

/// The bytes that came out of the other end.
private final class Received: Sendable {
  let bytes = Mutex<[UInt8]>([])
}

@Suite(.waiting) struct DescriptorsTests {
  @Test func `a wait returns what is ready and nothing else`() throws {
    let (ready, idle) = (try WakePipe(), try WakePipe())
    ready.wake()
    let found = Descriptors.wait(
      for: [.readable(ready.reading), .readable(idle.reading), .readable(-1)], atMost: nil)
    #expect(found == Descriptors.Ready(all: [ready.reading]))
    #expect(ready.drain() == [1])
    #expect(Descriptors.wait(for: [.readable(ready.reading)], atMost: 0) == Descriptors.Ready())
  }

  @Test func `a wait never ends before its time`() throws {
    let pipe = try WakePipe()
    let start = ContinuousClock.now
    Descriptors.wait(for: [.readable(pipe.reading)], atMost: 0.0101)
    #expect(ContinuousClock.now - start >= .milliseconds(10.1))
  }

  @Test(arguments: [-1.0, 0]) func `a time that is up only looks`(seconds: Double) throws {
    let pipe = try WakePipe()
    #expect(Descriptors.wait(for: [.readable(pipe.reading)], atMost: seconds).all.isEmpty)
  }

  @Test func `a reader that goes away is noticed`() throws {
    let ends = try PipeEnds()
    defer { close(ends.writing) }
    let interests = [Descriptors.Interest.closed(ends.writing)]
    #expect(Descriptors.wait(for: interests, atMost: 0) == Descriptors.Ready())
    close(ends.reading)
    #expect(Descriptors.wait(for: interests, atMost: nil).closed == [ends.writing])
  }

  @Test func `a descriptor that is full for a while gets all of a text`() throws {
    let pipe = try WakePipe()
    let text = String(repeating: "é", count: 200_000)
    let received = Received()
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while received.bytes.withLock({ $0.count }) < text.utf8.count {
        Descriptors.wait(for: [.readable(pipe.reading)], atMost: nil)
        received.bytes.withLock { $0 += pipe.drain() }
      }
      ended.signal()
    }
    try Descriptors.write(text.utf8, to: pipe.writing)
    #expect(ended.wait(timeout: .now() + 30) == .success)
    let bytes = received.bytes.withLock { $0 }
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func `a terminal that is gone is reported, and nothing breaks`() throws {
    // Linux's TIOCSPTLCK and TIOCGPTN, macros that Swift does not see.
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number): (Int32, UInt32) = (0, 0)
    try #require(ioctl(master, 0x4004_5431, &lock) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try Descriptors.write("shown".utf8, to: slave)
    close(master)
    #expect(throws: SystemError.self) {
      try Descriptors.write("Press Enter to continue.".utf8, to: slave)
    }
    close(slave)
  }
}
