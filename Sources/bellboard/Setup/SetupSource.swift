import InboxCore
import InboxSettings
import InboxText

/// A place where messages come from, and at last one where they are shown.
enum SetupSource: CaseIterable, Hashable {
  case desktop, ntfy, github, cron, shell, http, alerts

  /// The sources that setup can offer here.
  static func offered(_ facts: SetupFacts) -> [SetupSource] {
    allCases.filter { $0 != .shell || facts.hook != nil }
  }

  /// The name for people.
  func title(_ facts: SetupFacts) -> String {
    switch self {
    case .desktop: "Desktop notifications"
    case .ntfy: "An ntfy topic"
    case .github: "GitHub"
    case .cron: "cron"
    case .shell: "Long \(facts.hook?.shell ?? "shell") commands"
    case .http: "Programs and webhooks"
    case .alerts: "Desktop alerts"
    }
  }

  /// Whether it is set up already in a way that setup does not change.
  func isSettled(_ facts: SetupFacts) -> Bool {
    switch self {
    case .github: facts.github.isThere
    case .shell: facts.hook?.isThere ?? false
    case .desktop, .ntfy, .cron, .http, .alerts: false
    }
  }
}

// MARK: - Questions

extension SetupSource {
  /// The question of the dialog of lines.
  func question(_ facts: SetupFacts) -> String {
    switch self {
    case .desktop:
      "Keep desktop notifications of other programs? no / copy (the pop-ups stay)"
        + " / replace (the messages come here instead of pop-ups)"
    case .ntfy: "ntfy topics to receive, such as https://ntfy.sh/my-alerts,my-door?"
    case .github: "Receive your GitHub notifications (needs a token)?"
    case .cron: "Report failed cron jobs (prints a line for your crontab)?"
    case .shell:
      "Notify when long \(facts.hook?.shell ?? "shell") commands finish"
        + " (adds a line to \(facts.shown(facts.hook?.path ?? "")))?"
    case .http: "Receive from ntfy clients and webhooks over HTTP on \(Self.address(facts))?"
    case .alerts:
      "Show desktop alerts? no / terminal (only while a screen is open)"
        + " / always (needs bellboardd)"
    }
  }

  /// The address that the daemon listens at.
  private static func address(_ facts: SetupFacts) -> String {
    facts.receiving.http.addresses.first.map { "\($0)" } ?? "no address"
  }
}

// MARK: - Explanations

extension SetupSource {
  /// What it brings, one paragraph each.
  func explanation(_ facts: SetupFacts) -> [String] {
    switch self {
    case .desktop:
      return [
        "Notifications of other programs on this desktop: chats, mail, calendars.",
        "copy: the pop-ups stay, and each is kept here too.",
        "replace: no pop-ups, the messages only come here. For desktops without a notification "
          + "daemon, such as a plain window manager.",
      ]
    case .ntfy:
      return [
        "Messages sent to a topic on an ntfy server, the same as in the ntfy app on your phone. "
          + "bellboardd keeps one connection to the server.",
        "On ntfy.sh anyone who knows the name of a topic can read it and write to it.",
      ] + Self.known(facts)
    case .github:
      return [
        "Mentions, reviews and failed runs. A small program asks GitHub about once a minute; what "
          + "you read here is marked read there."
      ]
    case .cron:
      return [
        "A message when a job fails, with its last lines. Put this before the job's command, with "
          + "crontab -e:",
        cronPrefix(facts),
        "Setup does not change your crontab. It prints the line at the end.",
      ]
    case .shell:
      return [
        "A message when a command took longer than 30 seconds and you are not looking at its "
          + "terminal: how it ended and how long it took. It works in new shells."
      ]
    case .http:
      return [
        "Programs on this machine, ntfy clients and webhooks send to bellboardd at "
          + "\(Self.address(facts)).",
        "By default no other machine can connect.",
      ]
    case .alerts:
      return [
        "Shows new messages of this inbox as pop-ups too.",
        "terminal: while a screen is open, if the terminal supports them.",
        "always: by bellboardd, also while no screen is open.",
      ]
    }
  }

  /// The topics that are read already.
  static func known(_ facts: SetupFacts) -> [String] {
    let known = facts.receiving.ntfy
    guard !known.isEmpty else { return [] }
    let places = known.map { "\($0.server)/\($0.topics.joined(separator: ","))" }
    return ["Already read: \(places.joined(separator: ", "))"]
  }

  /// What precedes the command of a job in a crontab.
  func cronPrefix(_ facts: SetupFacts) -> String {
    "\(ShellQuoting.word(facts.program)) run --on-failure-only --source cron/NAME --"
  }

  private static func daemon(_ facts: SetupFacts) -> String {
    switch facts.service.state {
    case .running, .runningByHand: "bellboardd, which is running"
    case .startable: "bellboardd running (page 4 starts it)"
    case .unavailable: "bellboardd running (page 4 says how)"
    }
  }

  /// What must be there for it to work, one thing each.
  func needs(_ choices: SetupChoices, _ facts: SetupFacts) -> [String] {
    switch self {
    case .desktop, .ntfy, .http: return [Self.daemon(facts)]
    case .github:
      let python = facts.github.hasPython ? [] : ["python3, which is not installed"]
      let file = facts.shown(facts.github.tokenFile)
      let token =
        facts.github.hasToken
        ? "the token in \(file), which exists"
        : "a token (classic, scope notifications) as the first line of \(file)"
      return python + [token, Self.daemon(facts)]
    case .cron, .shell: return []
    case .alerts: return choices.alerts == .dbus ? [Self.daemon(facts)] : []
    }
  }
}
