import InboxCore
import InboxUI

/// Rows of the host's own drawing: one line each, with the room that rang in front.
struct SlipRows: RowDrawing {
  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
    let isUnread = row.status == .unread
    let ground = states.union(isUnread ? RoleSet(.unread) : RoleSet(.read))
    let room = "[\(row.source)]"
    var title = row.title ?? row.excerpt ?? ""
    if row.occurrences > 1 { title += " ×\(row.occurrences)" }
    if let progress = row.progress { title += " \(progress) %" }
    if row.isResolved { title += " ✓" }
    return [
      Line(
        [
          Span(isUnread ? " ▸ " : "   ", roles: ground.union(RoleSet(.unreadMark))),
          Span(room, roles: ground.union(RoleSet(.source))),
          Span(" " + title, roles: ground.union(isUnread ? RoleSet(.unreadTitle) : [])),
        ], fill: ground)
    ]
  }
}
