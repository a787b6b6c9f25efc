import InboxText

extension SetupPlan {
  /// What is left to do after writing, one line each; lines that continue another one are indented.
  ///
  /// `hasStarted` tells whether setup started the daemon; nil if it did not try.
  func nextSteps(hasStarted: Bool?) -> [String] {
    let theme = facts.themeOfVariable.map {
      "BELLBOARD_THEME=\($0.printable()) is set and overrides the theme"
    }
    return [theme].compactMap(\.self) + tokenSteps + cronSteps + daemonSteps(hasStarted)
      + hookSteps + ["try it: bellboard push \"hello\"; bellboard"]
  }

  /// Whether a source that is set up waits for the user.
  var isIncomplete: Bool { !tokenSteps.isEmpty }

  private var tokenSteps: [String] {
    let github = facts.github
    guard choices.readsGitHub, !github.hasToken else { return [] }
    let path = github.tokenFile.printable()
    let word = ShellQuoting.word(path)
    let file = word == path ? facts.shown(path) : word
    return [
      "GitHub needs a token: github.com/settings/tokens/new?scopes=notifications",
      "  to store it: (umask 077; cat >\(file)), then paste it, Enter, Ctrl-D",
    ]
  }

  private var cronSteps: [String] {
    guard choices.showsCronLine else { return [] }
    return [
      "a cron job that reports failures, in crontab -e:",
      "  0 3 * * * \(SetupSource.cronPrefix(facts)) COMMAND",
    ]
  }

  private func daemonSteps(_ hasStarted: Bool?) -> [String] {
    guard needsDaemon else { return [] }
    if hasStarted == true { return ["bellboardd receives; 'bellboard sources' shows its sources"] }
    switch facts.service.state {
    case .running: return ["bellboardd is running and applies the new settings at once"]
    case .runningByHand:
      return [
        "bellboardd is running and applies the new settings at once",
        "to start it at each login: bellboardd install-service",
      ]
    case .unavailable:
      return [
        "to receive messages, start bellboardd yourself: no systemd user session is running"
      ]
    case .startable where facts.service.unit == nil:
      return [
        "to receive from now on and at each login: systemctl --user enable --now bellboardd"
      ]
    case .startable:
      return ["to receive from now on and at each login: bellboardd install-service"]
    }
  }

  private var hookSteps: [String] {
    guard let hook = facts.hook, choices.hasHook, !hook.isThere else { return [] }
    return ["the hook is active in the next \(hook.shell)"]
  }
}
