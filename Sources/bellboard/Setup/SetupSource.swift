import InboxCore
import InboxSettings
import InboxText

/// A place where messages come from, and at last one where they are shown.
enum SetupSource: CaseIterable, Hashable {
  case desktop, ntfy, github, cron, shell, http, alerts

  enum Answer {
    case yesOrNo(WritableKeyPath<SetupChoices, Bool>)
    /// One of some words; the first one is for none.
    case word([String], WritableKeyPath<SetupChoices, String>)
    case topics
  }

  /// The sources that setup can offer here.
  static func offered(_ facts: SetupFacts) -> [SetupSource] {
    allCases.filter { $0 != .shell || facts.hook != nil }
  }

  /// Whether it is set up already in a way that setup does not change.
  func isSettled(_ facts: SetupFacts) -> Bool {
    switch self {
    case .github: facts.github.isThere
    case .shell: facts.hook?.isThere ?? false
    case .desktop, .ntfy, .cron, .http, .alerts: false
    }
  }

  var answer: Answer {
    switch self {
    case .desktop: .word(SetupChoices.desktopWords.map(\.word), \.desktopWord)
    case .ntfy: .topics
    case .github: .yesOrNo(\.readsGitHub)
    case .cron: .yesOrNo(\.showsCronLine)
    case .shell: .yesOrNo(\.hasHook)
    case .http: .yesOrNo(\.receivesHTTP)
    case .alerts: .word(SetupChoices.alertWords, \.alertWord)
    }
  }
}

// MARK: - Texts

extension SetupSource {
  /// What people read about a source.
  struct Texts {
    let title: String
    /// The question of the dialog of lines.
    let question: String
    /// What it brings, one paragraph each.
    let explanation: [String]
  }

  func texts(_ facts: SetupFacts) -> Texts {
    switch self {
    case .desktop:
      return Texts(
        title: "Desktop notifications",
        question: "Keep desktop notifications of other programs? no / copy (the pop-ups stay)"
          + " / replace (the messages come here instead of pop-ups)",
        explanation: [
          "Notifications of other programs on this desktop: chats, mail, calendars.",
          "copy: the pop-ups stay, and each is kept here too.",
          "replace: no pop-ups, the messages only come here. For desktops without a notification "
            + "daemon, such as a plain window manager.",
        ])
    case .ntfy:
      return Texts(
        title: "An ntfy topic",
        question: "ntfy topics to receive, such as https://ntfy.sh/my-alerts,my-door?",
        explanation: [
          "Messages sent to a topic on an ntfy server, the same as in the ntfy app on your phone. "
            + "bellboardd keeps one connection to the server.",
          "On ntfy.sh anyone who knows the name of a topic can read it and write to it.",
        ] + Self.known(facts))
    case .github:
      return Texts(
        title: "GitHub", question: "Receive your GitHub notifications (needs a token)?",
        explanation: [
          "Mentions, reviews and failed runs. A small program asks GitHub about once a minute; "
            + "what you read here is marked read there."
        ])
    case .cron:
      return Texts(
        title: "cron", question: "Report failed cron jobs (prints a line for your crontab)?",
        explanation: [
          "A message when a job fails, with its last lines. Put this before the job's command, "
            + "with crontab -e:",
          Self.cronPrefix(facts),
          "Setup does not change your crontab. It prints the line at the end.",
        ])
    case .shell:
      let commands = "long \(facts.hook?.shell ?? "shell") commands"
      return Texts(
        title: "L" + commands.dropFirst(),
        question: "Notify when \(commands) finish"
          + " (adds a line to \(facts.shown(facts.hook?.path ?? "")))?",
        explanation: [
          "A message when a command took longer than 30 seconds and you are not looking at its "
            + "terminal: how it ended and how long it took. It works in new shells."
        ])
    case .http:
      let address = facts.receiving.http.addresses.first.map { "\($0)" } ?? "no address"
      return Texts(
        title: "Programs and webhooks",
        question: "Receive from ntfy clients and webhooks over HTTP on \(address)?",
        explanation: [
          "Programs on this machine, ntfy clients and webhooks send to bellboardd at \(address).",
          "By default no other machine can connect.",
        ])
    case .alerts:
      return Texts(
        title: "Desktop alerts",
        question: "Show desktop alerts? no / terminal (only while a screen is open)"
          + " / always (needs bellboardd)",
        explanation: [
          "Shows new messages of this inbox as pop-ups too.",
          "terminal: while a screen is open, if the terminal supports them.",
          "always: by bellboardd, also while no screen is open.",
        ])
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
  static func cronPrefix(_ facts: SetupFacts) -> String {
    "\(ShellQuoting.word(facts.program)) run --on-failure-only --source cron/NAME --"
  }

  /// Programs and files that it needs, with whether they are there.
  func needs(_ choices: SetupChoices, _ facts: SetupFacts) -> [String] {
    let daemon =
      switch facts.service.state {
      case .running, .runningByHand: "bellboardd, which is running"
      case .startable: "bellboardd running (page 4 starts it)"
      case .unavailable: "bellboardd running (page 4 says how)"
      }
    switch self {
    case .desktop, .ntfy, .http: return [daemon]
    case .github:
      let python = facts.github.hasPython ? [] : ["python3, which is not installed"]
      let file = facts.shown(facts.github.tokenFile)
      let token =
        facts.github.hasToken
        ? "the token in \(file), which exists"
        : "a token (classic, scope notifications) as the first line of \(file)"
      return python + [token, daemon]
    case .cron, .shell: return []
    case .alerts: return choices.alerts == .dbus ? [daemon] : []
    }
  }
}
