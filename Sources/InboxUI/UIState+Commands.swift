import Foundation
import InboxCore

extension UIState {
  /// Performs a command on the screen on top.
  ///
  /// The keymap and the `:` line let a command through only in the contexts of its row in
  /// ``CommandInfo/table``.
  mutating func perform(_ command: Command, at now: Date) -> [Effect] {
    noteJump(command)
    if tellsEmptyList(command, at: now) { return [] }
    return switch command {
    case .moving(let motion): move(motion, at: now)
    case .stepping(let command): step(command, at: now)
    case .reading(let command): read(command, at: now)
    case .viewing(let command): perform(command, at: now)
    case .previewing(let command): take(preview.perform(command, in: partContext(at: now)), at: now)
    case .acting(let command): act(command, at: now)
    case .finding(let command): find(command, at: now)
    case .tabbing(let command): show(command, at: now)
    case .screen(let command): perform(command, at: now)
    // They belong to what lies over the screens.
    case .typing: []
    }
  }

  private mutating func move(_ motion: Command.Motion, at now: Date) -> [Effect] {
    let areas = areas
    switch screen {
    case .list, .trash, .thread:
      guard !list.needsRows(for: motion, in: listLayout) else { return wait(with: .moving(motion)) }
      if let direction = motion.direction { reportEnd(direction, at: now) }
      return list.move(motion, in: listLayout)
    case .reader: reader?.move(motion, in: areas)
    case .help:
      let (lines, areas) = (HelpBox.lineCount(self), HelpBox.areas(within: areas))
      help?.move(motion, lines: lines, in: areas)
    }
    return []
  }

  private mutating func step(_ command: Command.Step, at now: Date) -> [Effect] {
    switch command {
    case .nextUnread: seek(.unread(.forward), at: now)
    case .previousUnread: seek(.unread(.backward), at: now)
    case .nextMessage:
      list.needsRows(by: 1) ? wait(with: .stepping(command)) : showAdjacent(.forward, at: now)
    case .previousMessage:
      list.needsRows(by: -1) ? wait(with: .stepping(command)) : showAdjacent(.backward, at: now)
    case .screenTop, .screenMiddle, .screenBottom:
      list.go(to: ScreenPlace(.stepping(command)), in: listLayout)
    }
  }

  /// Says that the list ends at the cursor, from where a key leads further.
  mutating func reportEnd(_ direction: SearchDirection, at now: Date) {
    guard let row = list.selectedRow, !list.hasRow(direction) else { return }
    showStatus(.atEnd(direction, isGroup: list.foldedGroup(of: row) != nil), at: now)
  }

  private mutating func read(_ command: Command.Reading, at now: Date) -> [Effect] {
    switch command {
    case .view: unfoldTarget() ?? view()
    case .open: targetGroup == nil ? open(at: now) : refuse(at: now)
    case .readPage: readPage(at: now)
    case .goToAlert: goToAlert(at: now)
    case .close: leave()
    case .back: back()
    case .quit: [.host(.quit)]
    }
  }

  private mutating func perform(_ command: Command.General, at now: Date) -> [Effect] {
    switch command {
    case .refresh:
      showStatus(.refreshed, at: now)
      session.lastVisit = nil
      return list.refresh(in: listLayout)
    case .redraw:
      showStatus(.redrawn, at: now)
      return [.host(.redraw)]
    case .reload: return configure(by: .reloadConfiguration)
    case .help: return toggleHelp()
    case .commandLine:
      prompt = PromptState(.command)
      return [.pane(.listThemes)] + askForInboxNames()
    case .toggleDoNotDisturb:
      let text = alerts.toggleDoNotDisturb(under: preferences.alerts, at: now, in: zone)
      showStatus(text, at: now)
    case .interrupt: showHowToQuit(at: now)
    }
    return []
  }

  /// Ctrl-C ends most programs, but this one would be gone by a slip of the finger.
  private mutating func showHowToQuit(at now: Date) {
    let command: Command.Reading = screens.count > 1 ? .quit : .close
    let keys = keymap.names(of: .reading(command), in: context(of: screen))
    if let key = keys.first { showStatus(.howToQuit(key: key), at: now) }
  }
}
