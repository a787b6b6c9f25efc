public import InboxCore

/// A tap: the opening of a message or of one of its actions.
public struct Tap: Sendable, Hashable {
  /// The message.
  public var number: MessageNumber
  /// What it opens.
  public var behavior: TapBehavior
  /// The chosen action; nil for the message itself.
  public var action: MessageAction?

  package init(number: MessageNumber, behavior: TapBehavior, action: MessageAction? = nil) {
    (self.number, self.behavior, self.action) = (number, behavior, action)
  }
}

/// The links of taps, sorted by how they are handled.
struct TapLinks {
  /// The links to launch.
  private var ready: [(tap: Tap, link: Link)] = []
  /// The taps that need a confirmation.
  private(set) var asking: [Tap] = []
  /// The error of the first invalid link.
  private(set) var problem: StatusText?
  /// The number of taps without a link.
  private var missingCount = 0

  /// Sorts taps by the schemes allowed without a confirmation; nil allows all.
  init(of taps: [Tap], allowing schemes: Set<String>? = nil) {
    for tap in taps {
      guard let url = tap.behavior.url else {
        missingCount += 1
        continue
      }
      do throws(LinkError) {
        let link = try Link(url)
        if let schemes, !schemes.contains(link.scheme), !Attachment.isHarmlessFile(link) {
          asking.append(tap)
        } else {
          ready.append((tap, link))
        }
      } catch {
        problem = problem ?? .badLink(url, error)
      }
    }
  }

  /// Whether no tap has a link, valid or not.
  var isEmpty: Bool { ready.isEmpty && asking.isEmpty && problem == nil }

  /// The status about taps without a link, if others have one.
  var omission: StatusText? {
    missingCount > 0 && !isEmpty ? .withoutLink(missingCount) : nil
  }

  /// One launch per link, as each may fail; programs in this terminal come last.
  func launches(_ preferences: ScreenPreferences) -> [(tap: Tap, launch: Launch)] {
    let isBrowsed = { (tap: Tap) in if case .website = tap.behavior { true } else { false } }
    let ordered = ready.filter { !isBrowsed($0.tap) } + ready.filter { isBrowsed($0.tap) }
    return ordered.map { ($0.tap, Launch($0.link, for: $0.tap.behavior, by: preferences)) }
  }

  /// The valid links that need no confirmation.
  var links: [Link] { ready.map(\.link) }
}
