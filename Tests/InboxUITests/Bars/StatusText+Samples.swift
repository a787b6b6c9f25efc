import InboxCore
import InboxTestSupport

@testable import InboxUI

/// Every case of a status text, with ordinary data; several where its words differ.
extension StatusText {
  static let samples: [StatusText] = [
    others, lists, finding, changing, stepping, answering, opening, copying, reading, typing,
    screens, nested,
  ].flatMap(\.self)

  private static let number = MessageNumber(12)
  private static let title = "“Backup finished on atlas”"

  private static let others: [StatusText] = [
    .note("Handed to the browser"),
    .failure("The disk is full"),
    .problems("config.toml:3: no such setting", more: 0, check: nil),
    .problems("config.toml:3: no such setting", more: 2, check: nil),
    .problems("config.toml:3: no such setting", more: 2, check: "bellboard config check"),
    .badLine("snooze 2x", message: "unknown unit x"),
  ]

  private static let lists: [StatusText] = [
    .listEmpty, .atEnd(.forward, isGroup: false), .atEnd(.backward, isGroup: false),
    .atEnd(.forward, isGroup: true), .atEnd(.backward, isGroup: true),
    .filtered(nil, count: nil, key: nil), .filtered(nil, count: 300, key: nil),
    .filtered(nil, count: 300, rows: 1, key: nil),
    .filtered("source:ci", count: 3, rows: 2, key: "Esc"),
    .filtered("source:ci", count: 3, key: "Esc"), .filtered("unread", count: nil, key: nil),
    .tab("Alerts"), .tabCount(1), .tabCount(4), .noGroups(key: "g s"),
    .noGroups(key: nil), .groupFolded(key: "Enter"), .threadCollapsed(key: "Enter"),
    .threadMarked(key: "Esc"),
    .foldedInTheWay(key: "Enter"),
    .groupNotNamed, .tooFewAtHand(400), .rangeTooLong, .noThread, .following(true),
    .following(false),
  ]

  private static let finding: [StatusText] = [
    .noPreviousSearch, .noMatch("disk"),
    .noMatch("re:d[k"),
    .match(MatchTally(rank: 2, total: 75), didWrap: false),
    .match(MatchTally(rank: 1, total: 75), didWrap: true),
    .searchWrapped(.forward, nil), .searchWrapped(.backward, MatchTally(rank: 75, total: 75)),
    .wrapped(.forward), .wrapped(.backward), .noUnreadMessage, .searchStopped, .stayedHere,
    .noPlace(.backward), .noPlace(.forward), .badBookmark("Up"), .noBookmark("z"),
    .bookmarked("a", subject: title, key: "'"), .messageGone(number), .messageGone(nil),
    .isInTrash(number), .hasExpired(number), .isSnoozed(number), .isDone(number),
    .isScheduled(number),
    .wasAlertOnly(number),
  ]

  private static let changing: [StatusText] = [
    .changed(.snoozed, subject: "2 messages", until: "Sun 09:00", key: "u"),
    .changed(.deleted, subject: "12 messages", until: nil, key: nil),
    .changed(.done, subject: "3 messages", until: nil, left: 2, key: "u"),
    .changed(.snoozed, subject: "1 message", until: "it is resolved", unresolvable: 9, key: "u"),
    .purged(1), .purged(12), .purged(12, left: 1), .noneChanged(), .noneChanged(left: 5),
    .noUnreadMessages, .noneMatches(isUnread: true),
    .noneMatches(isUnread: false), .nothingChanged, .noFileToSave,
    .saved(path: "/home/ada/cam.png"),
    .notSaved(path: "/mnt/cam.png", reason: "no space left on device"), .alreadyInTrash,
    .notInTrash, .trashNotSnoozed, .nothingToResolve(isOver: false),
    .nothingToResolve(isOver: true), .momentPassed,
    .steppedElsewhere(.undo, by: .undone, key: "u"), .steppedElsewhere(.undo, by: .read, key: nil),
    .steppedElsewhere(.redo, by: .redone, key: "U"),
    .steppedElsewhere(.redo, by: .undone, key: "U"),
    .muted(.source("ci"), until: "13:00"), .muted(.thread("chat/7"), until: nil),
    .unmuted(.source("ci")), .notMuted(.source("ci")), .mutesNotKept,
    .tabAdded("CI", fixesOthers: false), .tabAdded("CI", fixesOthers: true), .notConfigurable,
    .ruleAdded("low priority for ci", key: "u"), .ruleRemoved("low priority for ci"),
    .lookKept(["theme = nord", "group = source"], file: "config.toml"),
    .lookKept([], file: "config.toml"), .lookKept([], file: nil), .lookNotKept,
  ]

  private static let stepping: [StatusText] = [
    .stepped(.redo, .deleted, subject: "5 messages", left: 2, key: "u"),
    .notStepped(.undo, left: 0, after: 0, key: nil),
    .notStepped(.redo, left: 0, after: 0, key: nil),
    .notStepped(.undo, left: 2, after: 0, key: nil),
    .notStepped(.redo, left: 0, after: 1, key: "u"),
    .notStepped(.undo, left: 2, after: 3, key: "U"),
  ]

  private static let answering: [StatusText] = [
    .answered("Yes"), .recorded("Restart"), .notSent("Restart"),
    .actionAsked("Restart"), .actionWaits("Restart"), .actionTakenBack("Restart"),
    .actionsDisallowed("ci"), .actionEnded("Wake", "200 OK, 1.2 s"),
    .alreadyAnswered("No"), .noSuchAction("Restart"),
    .tooLate,
  ]

  private static let opening: [StatusText] = [
    .noLink(key: "Enter"), .noLink(key: nil), .noLinkNumbered(7, of: 0),
    .noLinkNumbered(7, of: 1), .noLinkNumbered(7, of: 2), .noneHasLink, .withoutLink(1),
    .badLink("example.org", .noScheme), .badLink("https://a\u{200B}.org", .hiddenCharacter),
    .notReadable(number), .noProgram("firefox", setting: "opener in the configuration"),
    .noProgram("firefox", setting: nil), .noOpener,
    .notStarted("firefox", reason: "permission denied"),
    .programFailed("firefox", ending: "exited with status 3"),
    .noTextBrowser(["w3m", "lynx"], opener: "xdg-open"), .noLinkToCopy,
  ]

  private static let copying: [StatusText] = [
    copied(by: "the terminal"), copied(by: "tmux", links: 1),
    copied(lines: 3, by: "xclip", links: 2),
    copied(lines: 3, by: "my-clip"), copied(by: "the terminal", isInstead: true),
  ]

  private static func copied(
    lines: Int = 1, by way: String, isInstead: Bool = false, links: Int = 0
  ) -> StatusText {
    .copied("https://example.org", lines: lines, by: way, isInstead: isInstead, links: links)
  }

  private static let reading: [StatusText] = [
    .wrapping(true), .wrapping(false), .linesWrapped(key: "w"), .notMarkdown,
    .markdown(isRaw: true), .markdown(isRaw: false), .fields(isOpen: true),
    .fields(isOpen: false), .noFields, .previewOff(key: "v"), .noPreviewRoom, .noSourceListRoom,
    .previewAtEnd(.forward), .previewAtEnd(.backward), .picturesOff, .noImage,
    .badImage("cid:1"), .noPictureRoom, .drawing("a.png"),
    .fetching("a.png", host: "example.org"), .pictureShown(isLast: true, key: "i"),
    .pictureShown(isLast: false, key: "i"), .pictureHidden,
  ]

  private static let typing: [StatusText] = [
    .unbound("g x", reason: nil, key: "?"),
    .unbound("g x", reason: "there is one folder only", key: "?"), .noCount("3", keys: "q"),
    .justShifted(key: "d"), .notAsked, .noneLate, .noNews,
    .prunedUnread(1, setting: nil), .prunedUnread(3, setting: "maximum_notifications"),
    .doesNothing("delete"),
    .explanation("C-f, PgDn", summary: "One page down"),
    .keysWait(1, for: .list), .notAwaited(.undo), .notAwaited(.redo),
    .keysDropped(1, after: nil), .keysDropped(2, after: .searchStopped),
    .keysDropped(2, after: .tooLate), .notDone(["delete"], after: nil),
    .notDone(["toggle read", "delete"], after: .failure("The disk is full.")),
    .set("density", value: "compact"), .nothingToWrite, .howToQuit(key: "q"),
  ]

  private static let screens: [StatusText] = [
    .refreshed, .redrawn, .reloaded(nil), .reloaded("config.toml"), .theme("Indigo", key: "w"),
    .theme("Indigo", key: nil), .noFiles,
    .quietOff, .quietOn(nil), .quietOn(.high), .quietOn(.max), .noNewAlerts, .missedAlerts(1),
    .missedAlerts(12), .onlyInbox, .sameInbox("work"), .openingInbox("work"), .inboxGone,
    .logRemoved,
    .inboxReturned, .noLiveRefresh("permission denied"),
  ]
}

/// The cases whose words depend on those of another enumeration, with each of them.
extension StatusText {
  private static let nested: [StatusText] = [
    Use.allCases.map { .noMessage(to: $0) },
    MessageOrder.allCases.map { .sorted($0) },
    ListGrouping.allCases.map { .grouped($0) },
    PreviewChoice.allCases.map { .preview($0) },
    Awaited.allCases.map { .keysWait(2, for: $0) },
    verbs.map { .changed($0, subject: title, until: nil, key: "u") },
    verbs.map { .stepped(.undo, $0, subject: title, left: 0, key: "U") },
    effects.compactMap(\.doing).map { .progress($0, total: 50_000, percent: 40) },
  ].flatMap(\.self)

  private static let verbs: [LogEntry.Verb] = [
    .read, .unread, .deleted, .restored, .pinned, .unpinned, .snoozed, .unsnoozed, .received,
  ]

  private static let effects: [Effect] =
    Verb.changes.map { .perform($0, .numbers([])) }
    + [
      PurgeMessages(selection: .numbers([])).effect, HistoryStep.undo.effect,
      HistoryStep.redo.effect,
    ]
}

extension Verb {
  /// The verbs that a person gives.
  fileprivate static let changes: [Verb] = [
    .read, .unread, .delete, .restore, .pin, .unpin, .snooze(until: .date(.testing)), .unsnooze,
    .done, .undone,
  ]
}

extension ConfirmState {
  /// Every question, with ordinary data.
  static let samples: [ConfirmState] = actions.map {
    ConfirmState(action: $0, selection: .numbers([]), count: 12)
  }

  private static let actions: [Action] =
    [
      .markAllRead, .deleteAll, .purge, .open([]), .launch([tap("ftp://example.org/x")]),
      .launch([tap("ftp://example.org/x"), tap("file:///tmp/a")]),
    ] + replacing + Verb.changes.map { .change($0, of: .source("ci")) }

  private static let replacing: [Action] = {
    let link = "file:///i/attachments/" + String(repeating: "a", count: 64) + ".txt"
    let file = SavedFile(InboxCore.Attachment(name: "a.txt", url: link), of: 1)
    let asked = AskForAction(number: 1, action: MessageAction(id: "a", label: "Retry"))
    return [
      .allowActions(asked, source: "ci"), .takeBack(asked), .startDaemon("Retry", script: "true"),
    ]
      + (file.map { [.replace(path: "/tmp/a.txt", by: $0)] } ?? [])
  }()

  private static func tap(_ url: String) -> Tap { Tap(number: 1, behavior: .url(url)) }
}
