import Foundation
import GRDB
import InboxTestSupport

@testable import InboxCore

/// What a person sees of a message, wherever it is stored.
struct ExchangeView: Hashable, CustomStringConvertible {
  var message: Message
  var answerer: Answerer

  /// Without the status, pin and snooze, which are each person's.
  var shared: ExchangeView {
    var view = self
    (view.message.status, view.message.statusBeforeDelete) = (.unread, nil)
    (view.message.isPinned, view.message.snoozedUntil, view.message.doneAt) = (false, nil, nil)
    view.message.snoozedFor = nil
    return view
  }

  var description: String { "\(MessageJSON(message, as: .export).text) \(answerer)" }
}

extension ExchangeMachine {
  /// All messages by their identities.
  func views() throws -> [MessageIdentity: ExchangeView] {
    _ = try here.settle()
    var views: [MessageIdentity: ExchangeView] = [:]
    for message in try here.stored() {
      var shown = message
      let row = try here.store.read { try $0.exchangedRow(message.number) }
      var answerer = row?.answerer ?? .init()
      // An answer that came too late stays where it was given.
      if answerer.isSent, let end = shown.expiresAt, end < here.now { shown.answer = nil }
      if shown.answer == nil { answerer = .init() }
      if isMeasured {
        shown.snoozedUntil = shown.snoozedUntil?.addingTimeInterval(
          -(skew / 10).rounded(.towardZero) * 10)
      }
      // Numbers and the texts of earlier occurrences are each machine's.
      (shown.number, shown.earlier, shown.answerer) = (MessageNumber(0), [], nil)
      views[MessageIdentity(source: shown.source, id: shown.id)] = ExchangeView(
        message: shown, answerer: answerer)
    }
    return views
  }

  /// The identities in the order of the list, those of one moment in any order, as several snoozes may
  /// end by one event.
  ///
  /// Without questions whose time ran out: where one was answered too late, the answer stays, and the
  /// question is not listed.
  func listed() throws -> [Set<MessageIdentity>] {
    let query = MessageQuery(filter: MessageFilter([.init(.phase(.expired), isNegated: true)]))
    let rows = try here.rows(query)
    var (moments, last): ([Set<MessageIdentity>], Date?) = ([], nil)
    for row in rows {
      if row.sortDate != last { moments.append([]) }
      last = row.sortDate
      moments[moments.count - 1].insert(MessageIdentity(source: row.source, id: row.id))
    }
    return moments
  }

  /// What was pruned here.
  func pruned() throws -> Set<MessageIdentity> {
    let rows = try here.fetch("SELECT source, id FROM absent WHERE reason = 'pruned'")
    return Set(rows.map { MessageIdentity(source: $0["source"], id: $0["id"]) })
  }
}
