/// What one step did to one message: what undo turns round.
struct StateChange: Hashable {
  var number: MessageNumber
  var before: MessageState
  var after: MessageState
}
