import Foundation
package import InboxCore
package import InboxPayloads
package import InboxSystem
import InboxText

/// The wording of errors: what, where, and the remedy.
package enum ErrorText {
  /// The description of any error.
  @Sendable package static func text(forAny error: any Error) -> String {
    (error as? any Reportable)?.report ?? "\(error)"
  }

  /// A reference without a message.
  package static func unknown(reference: String) -> String {
    "no message '\(reference.printable())'; 'bellboard list' lists them"
  }

  /// An id of several sources, or a prefix of several ids.
  package static func ambiguous(
    reference: String, candidates: [Resolution.Candidate]
  ) -> String {
    let name = "'\(reference.printable())'"
    let some = candidates.prefix(4)
    if candidates.allSatisfy({ $0.id == reference }) {
      let numbers = some.map { "\($0.number) of \($0.source.printable())" }
      return "\(name) is the id of several messages; use one of \(Array(numbers).alternatives)"
    }
    let ids = some.map { "\($0.number) \($0.source.printable()) \($0.id.printable())" }
      .joined(separator: ", ")
    return "\(name) is the start of several ids (\(ids)); type more of it, or an @number"
  }

  /// Filter words in the place of messages, and how to give them to a command.
  package static func misplaced(filterWords words: [String], filterOption: String?) -> String {
    let words = words.joined(separator: " ").printable()
    let filter = words.contains { " <>*()'\"$".contains($0) } ? ShellQuoting.quoted(words) : words
    let remedy = filterOption.map { "use \($0) \(filter)" } ?? "see 'bellboard list \(filter)'"
    return "no message '\(words)'; for filter words \(remedy)"
  }

  /// Unread messages that were removed to keep to the maximum.
  package static func pruned(unread count: Int, maximum: Int) -> String {
    let messages = count == 1 ? "1 unread message was" : "\(count) unread messages were"
    return "note: \(messages) removed to keep to maximum_notifications, which is \(maximum); "
      + "raise it in the configuration (0 = unlimited)"
  }

  /// A number without its `@`.
  package static func bare(number: MessageNumber, reference: String) -> String {
    "no message '\(reference.printable())'; did you mean \(number)?"
  }

  /// The description of an error of the inbox.
  package static func text(for error: InboxError) -> String {
    switch error {
    case .badInboxName(let name):
      "'\(name.printable())' is not a valid inbox name: use a-z, 0-9, '.', '_' and '-', at most 64, "
        + "starting with a letter or digit, or a path with a '/'"
    case .cannotAccess(let path, .call("mkdir", let code)):
      text(for: FolderError(path: path, error: SystemError(call: "mkdir", code: code)))
    case .cannotAccess(let path, let reason):
      "cannot use \(path.printable()): \(text(for: reason).printable())"
    case .notAFolder(let path):
      "\(path.printable()) is not a folder; move it away, or set BELLBOARD_HOME to a folder"
    case .notADatabase(let path):
      "\(path.printable()) is not an inbox, or is damaged; \(rescue(path)); move it away to start "
        + "a new one"
    case .damaged(let path, let detail):
      "\(path.printable()) is damaged (\(detail.printable())); \(rescue(path))"
    case .foreignDatabase(let path):
      "\(path.printable()) is the database of another program; move it away to start a new inbox"
    case .newerSchema(let path, let found, let supported):
      "\(path.printable()) was written by a newer bellboard (schema \(found); this one supports "
        + "\(supported)); update bellboard"
    case .busy(let path, let seconds):
      "another program has locked \(path.printable()) for \(Int(seconds)) s; try again"
    case .diskFull(let path):
      "the disk with \(path.printable()) is full; nothing was changed. Free some space "
        + "('df -h' shows it), then try again"
    case .fileSizeLimit(let path, let bytes):
      "cannot write \(path.printable()): this shell limits files to \(bytes) bytes; nothing was "
        + "stored. Raise the limit: ulimit -f unlimited"
    case .readOnly(let path):
      "\(path.printable()) is read-only; check its permissions and those of its folder"
    case .unknownMessages(let references):
      references.map(unknown).joined(separator: "\n\(StandardError.programName): ")
    case .unknownThread(let name):
      "no message in the thread '\(name.printable())'; 'bellboard show' shows a message's thread"
    case .noMorePages:
      "there are no more pages"
    case .overBudget:
      "the database took too long; try again, or narrow the filter"
    case .overMaximum(let count, let maximum):
      "that would make \(count) messages, and maximum_notifications is \(maximum); nothing was "
        + "stored. Raise it in the configuration (0 = unlimited), or use --prune to remove the oldest"
    case .closed:
      "the inbox has been closed"
    case .storage(let code, let message):
      "the database reports: \(message.printable()) (SQLite \(code)); see 'bellboard doctor'"
    }
  }
}

extension ErrorText {
  /// The description of a folder that cannot be created, with the remedy.
  package static func text(for error: FolderError) -> String {
    "cannot create \(error.path.printable()): "
      + reason(error.error, for: error.path, isOwn: true)
  }

  /// The description of a file that cannot be written, with the remedy.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - error: The error of the system.
  ///   - isOwn: Whether it is below the folder that `BELLBOARD_HOME` sets.
  /// - Returns: The description.
  package static func unwritable(
    _ path: String, _ error: SystemError, isOwn: Bool = false
  ) -> String {
    "cannot write \(path.printable()): " + reason(error, for: path, isOwn: isOwn)
  }

  private static func reason(_ error: SystemError, for path: String, isOwn: Bool) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    if error.code == ENOENT, !FileStatus.isFolder(folder) {
      return "there is no folder \(folder.printable())"
    }
    let isRefused = [EACCES, EPERM, EROFS].contains(error.code)
    guard isRefused || (isOwn && error.code == ENOENT) else { return error.reason }
    let remedy = "\(error.reason); allow writing to \(folder.printable())"
    return isOwn ? remedy + ", or set BELLBOARD_HOME to a folder that you can write to" : remedy
  }

  /// The description of a path that cannot be used, with the remedy.
  private static func text(for failure: AccessFailure) -> String {
    switch failure {
    case .call(let call, let code): SystemError(call: call, code: code).reason
    case .database(let message): message
    case .gone: "the file is gone"
    case .notRegularFile: "it is not a regular file"
    case .foreignFile: "it does not belong to the inbox; remove it"
    case .logRemoved:
      "it was removed or truncated while in use; close all programs that use the inbox, then try again"
    case .unknownLayout(let detail):
      "it was written by a version before the first release (\(detail)); export its messages "
        + "with that version, move its folder away, and import them"
    case .unwatchable: "it cannot be watched for changes"
    }
  }

  /// The remedy for a damaged file.
  private static func rescue(_ path: String) -> String {
    "'bellboard doctor --rescue \(path.printable())' saves what can be read"
  }

  /// The reason why an action was not performed; nil if it was.
  package static func reason(
    for outcome: AnswerOutcome, to name: String, about number: MessageNumber
  ) -> String? {
    switch outcome {
    case .answered: nil
    case .alreadyAnswered(let label): "\(number) was answered already: \(label.printable())"
    case .notPerformed(let action, let asked):
      "\(number): '\(action.label.printable())' was not done: " + Self.words(for: asked)
    case .noSuchAction(let names) where names.isEmpty:
      name.allSatisfy(\.isWhitespace) ? "the answer is empty" : "\(number) has no actions"
    case .noSuchAction(let names):
      "\(number) has no action '\(name.printable())'; there are " + quoted(names)
    case .severalActions(let ids):
      "\(number) has several actions '\(name.printable())'; name one by its id: " + quoted(ids)
    case .gone: "\(number) is closed: it has expired or is in the trash"
    case .unknownMessage: unknown(reference: "\(number)")
    }
  }
}

extension ErrorText {
  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0.printable())'" }.joined(separator: ", ")
  }

  /// Why an action for ntfy's clients was not done, and what a person can do instead.
  private static func words(for asked: ClientAction) -> String {
    switch asked {
    case .request(let url?, _): "it sends a request to \(url.printable()), which is not allowed yet"
    case .request(nil, _): "it has no URL"
    case .run(let name): "it runs the command \(name.printable()), which is not allowed yet"
    case .broadcast: "broadcasts are for phones"
    case .copy(let text): "it copies a text on a screen: \(text.printable())"
    }
  }

  /// The description of an invalid filter, with the position and what was expected.
  package static func text(for problem: FilterError) -> String {
    "filter, character \(problem.column): \(problem.message)"
  }
}

extension ErrorText {
  /// The reason why a record of a batch was not stored; records and lines count from 1.
  package static func text(for problem: PayloadError, in record: PayloadRecord) -> String {
    "record \(record.index + 1), line \(record.line): \(text(for: problem))"
  }

  /// The reason why a record was not stored; nil if it was.
  package static func reason(for result: PushOutcome.RecordResult) -> String? {
    switch result {
    case .inserted, .merged: nil
    case .ignored(let reason): text(for: reason)
    case .refused(let problem): text(for: problem)
    }
  }

  private static func text(for reason: PushOutcome.Reason) -> String {
    switch reason {
    case .silentWithoutMessage: "a silent push for a message that is not here"
    case .noText: "neither a title nor a body"
    case .leavesNoText: "it would remove both title and body"
    case .fullIsHere: "already stored"
    case .droppedByRule(let name): "dropped by rule '\(name.printable())'; not stored"
    }
  }

  /// The reason why a record is not a valid payload.
  package static func text(for problem: PayloadError) -> String {
    switch problem {
    case .notJSON(let detail, let offset):
      "not JSON: \(detail.printable())" + (offset.map { ", at byte \($0)" } ?? "")
    case .notUTF8(let offset):
      "not UTF-8, at byte \(offset)"
    case .notAnObject(let found):
      "a payload is a JSON object, not \(found.printable())"
    case .tooDeep(let limit):
      "objects and arrays are nested more than \(limit) deep"
    case .tooLarge(let bytes, let limit):
      "it has \(bytes) bytes; at most \(limit) are allowed"
    case .badField(let name, let expected, let found):
      "'\(name.printable())' takes \(expected.printable()), not \(found.printable())"
    case .missingField(let name, let other?):
      "'\(name.printable())' is missing; rename '\(other.printable())' if it was meant"
    case .missingField(let name, nil):
      "'\(name.printable())' is missing"
    case .noText:
      "it has neither title nor body"
    }
  }
}

extension ChangeOutcome {
  /// What was not found, and what was refused as it would never return; one line each.
  package var complaints: [String] {
    let endless = [
      (keylessCount, "without a fold key: nothing could resolve that and end the snooze"),
      (resolvedCount, "already resolved: that would not end the snooze"),
    ]
    return unknown.map { ErrorText.unknown(reference: "\($0)") }
      + endless.filter { $0.0 > 0 }.map { count, reason in
        "\(count.counted("message")) \(reason); snooze until a time, 'repeat' or 'next'"
      }
  }
}
