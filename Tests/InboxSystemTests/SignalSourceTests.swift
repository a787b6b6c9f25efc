import Foundation
import InboxTestSupport
import Testing

@testable import InboxSystem

/// Each test has a signal of its own, because a signal belongs to one source at a time.
@Suite(.waiting) struct SignalSourceTests {
  @Test func `a signal is readable, and taken once`() throws {
    let source = try SignalSource([SIGUSR1])
    raise(SIGUSR1)
    raise(SIGUSR1)
    #expect(isReadable(source.descriptor, within: 10))
    #expect(source.take() == [SIGUSR1])
    #expect(source.take().isEmpty)
  }

  @Test func `an ignored signal stays ignored, unless it is wanted all the same`() throws {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    let polite = try SignalSource([SIGUSR2])
    raise(SIGUSR2)
    #expect(polite.take().isEmpty)
    let greedy = try SignalSource([SIGUSR2], takesIgnored: true)
    raise(SIGUSR2)
    #expect(greedy.take() == [SIGUSR2])
  }

  @Test func `what a signal did before is put back`() throws {
    signal(SIGALRM, SIG_IGN)
    defer { signal(SIGALRM, SIG_DFL) }
    do {
      let source = try SignalSource([SIGALRM], takesIgnored: true)
      raise(SIGALRM)
      #expect(source.take() == [SIGALRM])
    }
    // It would end the process.
    raise(SIGALRM)
  }
}
