import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxTerminal
import InboxText
import InboxUI

/// Opens messages from the command line; what would need a confirmation is refused.
struct CommandOpening {
  let inbox: Inbox
  let environment: UserEnvironment
  let output: StandardOutput
  /// Renders messages on a terminal; nil when piped.
  let styled: StyledMessage?
  let preferences: ScreenPreferences
  let allowsAnyScheme: Bool
  /// Whether the actions of the sources are allowed from now on.
  let allowsActions: Bool
  /// Whether an open screen may claim a link; false after none has claimed one in time.
  private(set) var hasScreen = true
  private(set) var hasPrinted = false
  /// The thread to open a new screen at.
  private(set) var link: DeepLink?
  /// Notes for the user, one sentence each.
  private(set) var notes: [String] = []
  /// Errors, one sentence each.
  private(set) var problems: [String] = []

  /// Performs taps in order and returns the messages that were opened.
  ///
  /// - Throws: `OutputError`.
  mutating func open(_ taps: [Tap]) throws -> [MessageNumber] {
    var done: [MessageNumber] = []
    for tap in taps where try open(tap) { done.append(tap.number) }
    return done
  }

  /// Performs a tap and returns whether it succeeded.
  private mutating func open(_ tap: Tap) throws -> Bool {
    switch tap.behavior {
    case .app: return try print(tap.number)
    case .thread(let name): return show(name, of: tap.number)
    case .url(let url), .website(let url): return open(url, for: tap.behavior, of: tap.number)
    }
  }

  private mutating func print(_ number: MessageNumber) throws -> Bool {
    guard let message = try inbox.message(number) else {
      return fail(ErrorText.unknown(reference: "\(number)"))
    }
    if hasPrinted { try output.line("") }
    try output.line(styled?.text(of: message) ?? MessageSheet(message: message, now: Date()).text)
    try output.flush()
    hasPrinted = true
    return true
  }

  /// Shows a thread on an open screen, else records it for a new screen here.
  private mutating func show(_ thread: String, of number: MessageNumber) -> Bool {
    let link = DeepLink.thread(thread)
    if self.link == link { return true }
    do {
      hasScreen = try hasScreen && inbox.sendToScreen(link)
      if hasScreen { return true }
    } catch {
      return fail("\(number) was not opened: \(ErrorText.text(forAny: error))")
    }
    guard ScreenSession.canOpenHere, self.link == nil else {
      let reason =
        ScreenSession.canOpenHere
        ? "the screen that opens here shows another thread"
        : "no screen is open, and this is not a terminal"
      return fail(
        "\(number) opens the thread '\(thread.printable())', but \(reason); "
          + "'bellboard show \(number)' prints it")
    }
    self.link = link
    return true
  }

  /// Opens a link and returns whether a program was started.
  private mutating func open(
    _ text: String, for behavior: TapBehavior, of number: MessageNumber
  ) -> Bool {
    do throws(LinkError) {
      return open(try Link(text), for: behavior)
    } catch {
      let problem = CommandWording.text(error.message(about: text))
      return fail("\(number) was not opened: \(problem)")
    }
  }

  /// Adds an error; returns false, for what did not succeed.
  private mutating func fail(_ problem: String) -> Bool {
    problems.append(problem)
    return false
  }

  private mutating func open(_ link: Link, for behavior: TapBehavior) -> Bool {
    let isAllowed = preferences.linkSchemes.contains(link.scheme) || Attachment.isHarmlessFile(link)
    guard allowsAnyScheme || isAllowed else {
      let allowed = preferences.linkSchemes.sorted().joined(separator: ", ")
      return fail(
        "'\(link.text.printable())' was not opened: only \(allowed) links are; use --any-scheme, "
          + "or add \"\(link.scheme)\" to link_schemes in the configuration")
    }
    let launch = Launch(link, for: behavior, by: preferences)
    let outcome = Launcher(environment: environment.variables).open(fromCommandLine: launch)
    notes += outcome.notes.map(CommandWording.text)
    problems += outcome.problems.map(CommandWording.text)
    return outcome.problems.isEmpty
  }
}

extension CommandOpening {
  /// Chooses an action of each message and returns the messages for which it succeeded.
  ///
  /// An error with one message becomes a problem and does not stop the others.
  mutating func choose(_ name: String, of numbers: [MessageNumber]) -> [MessageNumber] {
    numbers.filter { number in
      do {
        return try choose(name, of: number)
      } catch {
        return fail("\(number): \(ErrorText.text(forAny: error))")
      }
    }
  }

  /// Chooses an action: opens its link, and records the choice if the link could be opened.
  ///
  /// The answer to a question counts even if its link fails, so it is recorded first.
  private mutating func choose(_ name: String, of number: MessageNumber) throws -> Bool {
    let message = try inbox.message(number)
    let isQuestion = message?.isQuestion ?? true
    if !isQuestion, let link = message?.action(named: name)?.url {
      guard open(link, for: .url(link), of: number) else { return false }
    }
    let outcome = try inbox.answer(number, action: name)
    if case .notPerformed(let action, let asked) = outcome, asked.isPerformed {
      notes.append(try inbox.choose(action, of: number, allowing: allowsActions, in: environment))
      return true
    }
    guard case .answered(let action) = outcome else {
      problems += [ErrorText.reason(for: outcome, to: name, about: number)].compactMap(\.self)
      return false
    }
    if isQuestion, let link = action.url { _ = open(link, for: .url(link), of: number) }
    return true
  }
}

extension Inbox {
  /// Asks the daemon to perform an action; returns a note on that.
  ///
  /// - Throws: ``InboxError``; `Failure` with the reason why it is not performed.
  func choose(
    _ action: MessageAction, of number: MessageNumber, allowing allowsActions: Bool,
    in environment: UserEnvironment
  ) throws -> String {
    let label = "'\(action.label.printable())'"
    switch try ask(for: action.id, of: number, consenting: allowsActions) {
    case .asked:
      let daemon = DaemonStateFile.read(environment.paths.daemonState)
      let condition = daemon?.inbox == "\(environment.inbox)" ? "" : ", if it runs within a day"
      return "\(number): bellboardd performs \(label)\(condition)"
    case .waits:
      throw Failure(
        "\(label) waits for bellboardd already; 'bellboard answer --withdraw' takes it back")
    case .isPerformed:
      throw Failure("\(label) is under way; 'bellboard show \(number)' tells its outcome")
    case .needsConsent(let source):
      throw Failure(
        "\(label) was not done: actions of \(source.printable()) are not allowed yet; "
          + "use --allow-actions to allow them from now on")
    case .gone: throw Failure("\(label) is gone")
    }
  }
}
