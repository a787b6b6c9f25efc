import InboxCore

/// The links among taps, sorted by what becomes of them.
struct TapLinks {
  /// For the opener.
  private(set) var open: [Link] = []
  /// For the text browser.
  private(set) var browse: [Link] = []
  /// Those about which a person has to be asked first.
  private(set) var asking: [Tap] = []
  /// Why the first of those that nobody opens is not opened.
  private(set) var problem: String?

  /// Sorts taps; without schemes nothing is asked about.
  init(of taps: [Tap], allowing schemes: Set<String>? = nil) {
    for tap in taps {
      guard let url = tap.behavior.url else { continue }
      do throws(LinkProblem) {
        take(try Link(url), of: tap, allowing: schemes)
      } catch {
        problem = problem ?? "Not opened: \(error.message(about: url))"
      }
    }
  }

  private mutating func take(_ link: Link, of tap: Tap, allowing schemes: Set<String>?) {
    if let schemes, !schemes.contains(link.scheme) {
      asking.append(tap)
    } else if case .website = tap.behavior {
      browse.append(link)
    } else {
      open.append(link)
    }
  }

  /// Whether there is no link at all, good or bad.
  var isEmpty: Bool { open.isEmpty && browse.isEmpty && asking.isEmpty && problem == nil }

  /// What hands the links on; the ones in this terminal come last.
  func launches(_ preferences: ScreenPreferences) -> [Effect] {
    var effects: [Effect] = []
    if !open.isEmpty { effects.append(.launch(.open(open, opener: preferences.opener))) }
    if !browse.isEmpty {
      effects.append(
        .launch(.browse(browse, browser: preferences.browser, opener: preferences.opener)))
    }
    return effects
  }

  /// The question about links of schemes that are not opened without one.
  var question: String {
    let links = open + browse
    guard links.count > 1, let first = links.first else {
      return "Open \(links.first.map { $0.text.printable() } ?? "")?"
    }
    let schemes = Set(links.map(\.scheme)).sorted().joined(separator: ", ")
    return "Open \(links.count) links (\(schemes)), such as \(first.text.printable())?"
  }
}
