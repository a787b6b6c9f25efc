public import InboxCore
import InboxText

/// A tap: the opening of a message, or of an action of it.
public struct Tap: Sendable, Hashable {
  /// The message.
  public var number: MessageNumber
  /// What opening does.
  public var behavior: TapBehavior
  /// The action that was chosen; nil for the message itself.
  public var action: MessageAction?

  /// Makes a tap.
  package init(number: MessageNumber, behavior: TapBehavior, action: MessageAction? = nil) {
    self.number = number
    self.behavior = behavior
    self.action = action
  }
}

/// The links among taps, sorted by what becomes of them.
struct TapLinks {
  /// Those that are handed on.
  private var ready: [(tap: Tap, link: Link)] = []
  /// Those about which a person has to be asked first.
  private(set) var asking: [Tap] = []
  /// Why the first of those that nobody opens is not opened.
  private(set) var problem: StatusText?
  /// How many taps have no link.
  private var missingCount = 0

  /// Sorts taps; without schemes nothing is asked about.
  init(of taps: [Tap], allowing schemes: Set<String>? = nil) {
    for tap in taps {
      guard let url = tap.behavior.url else {
        missingCount += 1
        continue
      }
      do throws(LinkError) {
        take(try Link(url), of: tap, allowing: schemes)
      } catch {
        problem = problem ?? .badLink(url, error)
      }
    }
  }

  private mutating func take(_ link: Link, of tap: Tap, allowing schemes: Set<String>?) {
    if let schemes, !schemes.contains(link.scheme), !Attachment.isHarmlessFile(link) {
      asking.append(tap)
    } else {
      ready.append((tap, link))
    }
  }

  /// Whether there is no link at all, good or bad.
  var isEmpty: Bool { ready.isEmpty && asking.isEmpty && problem == nil }

  /// What to say of the taps that are passed over beside those with a link.
  var omission: StatusText? {
    guard missingCount > 0, !isEmpty else { return nil }
    return .withoutLink(missingCount)
  }

  /// What hands on each link, as each may fail; the ones in this terminal come last.
  func launches(_ preferences: ScreenPreferences) -> [(tap: Tap, launch: Launch)] {
    var (opened, browsed): ([(Tap, Launch)], [(Tap, Launch)]) = ([], [])
    for (tap, link) in ready {
      let launch = Launch(link, for: tap.behavior, by: preferences)
      if case .browse = launch {
        browsed.append((tap, launch))
      } else {
        opened.append((tap, launch))
      }
    }
    return opened + browsed
  }

  /// The links that open, or open after a yes.
  var links: [Link] { ready.map(\.link) }
}
