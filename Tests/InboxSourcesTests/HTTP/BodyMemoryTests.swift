import Testing

@testable import InboxSources

@Suite struct BodyMemoryTests {
  private let memory = BodyMemory(most: 100, mostUnproved: 30)

  private func share(isProved: Bool = true) -> BodyShare {
    let share = BodyShare(of: memory)
    share.isProved = isProved
    return share
  }

  @Test func `no more is taken than there is, until some is given back`() {
    let (first, second) = (share(), share())
    #expect(first.take(60) && second.take(40))
    #expect(!first.take(1) && !second.take(1))
    first.giveBack()
    first.giveBack()
    #expect(second.take(60))
    #expect(!first.take(1))
  }

  @Test func `what has yet to prove itself leaves most of it to others`() {
    let unproved = share(isProved: false)
    #expect(unproved.take(30))
    #expect(!share(isProved: false).take(1))
    #expect(share().take(70))
    unproved.giveBack()
    #expect(share(isProved: false).take(30))
  }
}
