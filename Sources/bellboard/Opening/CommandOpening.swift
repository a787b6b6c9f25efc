import BellboardSupport
import Foundation
import InboxCore
import InboxTerminal
import InboxText
import InboxUI

/// Opening from the command line: nobody can be asked, so what needs a question is refused.
struct CommandOpening {
  let preferences: ScreenPreferences
  let allowsAnyScheme: Bool
  /// What a person has to know, one sentence each.
  private(set) var notes: [String] = []
  /// What went wrong, one sentence each.
  var problems: [String] = []

  init(preferences: ScreenPreferences, allowsAnyScheme: Bool) {
    self.preferences = preferences
    self.allowsAnyScheme = allowsAnyScheme
  }

  /// Hands on what the taps lead to, one after the other; returns the messages that were opened.
  @discardableResult
  mutating func open(_ taps: [Tap], by launcher: Launcher) -> [MessageNumber] {
    taps.filter { open($0, by: launcher) }.map(\.number)
  }

  /// Hands on what a tap leads to; says whether a program has taken it.
  private mutating func open(_ tap: Tap, by launcher: Launcher) -> Bool {
    guard let url = tap.behavior.url else {
      problems.append(
        "\(tap.number) has no link to open; 'bellboard show \(tap.number)' prints it")
      return false
    }
    do throws(LinkError) {
      return open(try Link(url), of: tap, by: launcher)
    } catch {
      problems.append("\(tap.number) was not opened: \(error.message(about: url))")
      return false
    }
  }

  private mutating func open(_ link: Link, of tap: Tap, by launcher: Launcher) -> Bool {
    guard allowsAnyScheme || preferences.linkSchemes.contains(link.scheme) else {
      let allowed = preferences.linkSchemes.sorted().joined(separator: ", ")
      problems.append(
        "'\(link.text.printable())' was not opened: only \(allowed) links are; say --any-scheme, "
          + "or add \"\(link.scheme)\" to link_schemes in the configuration")
      return false
    }
    let launch: Launch =
      if case .website = tap.behavior {
        .browse([link], browser: preferences.browser, opener: preferences.opener)
      } else {
        .open([link], opener: preferences.opener)
      }
    let outcome = launcher.handOn(launch)
    notes += outcome.notes
    problems += outcome.problems
    return outcome.problems.isEmpty
  }
}

extension CommandOpening {
  /// Chooses an action of each message; returns the taps of those that had it.
  ///
  /// What goes wrong with one is a problem of that one: the others are chosen for good, so their
  /// links have to be opened.
  mutating func choose(
    _ name: String, of numbers: [MessageNumber], in inbox: Inbox
  ) -> [Tap] {
    numbers.compactMap { number in
      do {
        let outcome = try inbox.answer(number, action: name)
        if case .answered(let action) = outcome {
          let behavior = action.url.map(TapBehavior.url) ?? .app
          return Tap(number: number, behavior: behavior, action: action)
        }
        problems += [ErrorText.complaint(of: outcome, to: name, about: number)].compactMap(\.self)
      } catch {
        problems.append("\(number): \(ErrorText.text(forAny: error))")
      }
      return nil
    }
  }
}
