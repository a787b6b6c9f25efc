import Foundation
import InboxCore
import InboxSettings
import InboxText
import Logging

/// Does what rules want about messages that stay unread.
///
/// All messages that are due get one program and one post of a rule.
struct Escalator {
  /// The longest pause in seconds, after which the clock is read again: it may have been set.
  private static let longestPause = 600.0

  let inbox: Inbox
  let log: Logger
  /// The pauses before a topic that was not reached is tried again.
  let retries: [Duration]
  /// The servers whose tokens are used.
  let servers: [NtfySettings]

  /// Begins what is due; returns after which time there may be more, nil for not before a change.
  func escalate() -> Duration? {
    do {
      let (batches, next) = try inbox.takeEscalations()
      for batch in batches { Task { await perform(batch) } }
      let pause = next?.timeIntervalSince(inbox.now)
      return pause.map { .seconds(min(max($0, 0.01), Self.longestPause)) }
    } catch {
      log.error("cannot read what is to be escalated: \(error)")
      return .seconds(Self.longestPause)
    }
  }

  private func perform(_ batch: EscalationBatch) async {
    async let ran = run(batch)
    async let posted = post(batch)
    let outcomes = await [batch.escalation.alerts ? "alerted" : nil, ran, posted]
    let outcome = outcomes.compactMap(\.self).joined(separator: "; ")
    let (first, others) = (batch.messages[0].number, batch.messages.count - 1)
    let names = others > 0 ? "\(first) and \(others) more" : "\(first)"
    log.info("\(names): escalated by rule \(batch.rule.printable()): \(outcome)")
    do {
      try inbox.finish(batch, outcome: "escalated: \(outcome)")
    } catch {
      log.error("the outcome of an escalation is not kept: \(error)")
    }
  }

  /// Runs the program of a rule with each message as a line of JSON; nil without one.
  private func run(_ batch: EscalationBatch) async -> String? {
    let program = RuleProgram(rule: batch.rule, words: batch.escalation.program)
    guard let name = program.words.first else { return nil }
    let input = RuleProgramCall(program: program, messages: batch.messages).input
    let outcome = await ActionPerformer.outcome(ofRunning: program.words, reading: input)
    return "\(name.printable()) \(outcome.text)"
  }

  /// Publishes the most urgent message to the topic of a rule, with the number of the others; nil
  /// without a topic.
  private func post(_ batch: EscalationBatch) async -> String? {
    guard let address = batch.escalation.topic, var settings = NtfySettings(topicAt: address)
    else { return nil }
    settings.tokenFile = servers.first { $0.server == settings.server }?.tokenFile
    let topic = settings.topics[0]
    // What came from there is there.
    let messages = batch.messages.filter { $0.source != "ntfy/\(topic)" }
    guard let first = messages.max(by: { $0.priority < $1.priority }) else {
      return "ntfy not sent: it came from there"
    }
    var fields = first.ntfyPublication(to: topic)
    if messages.count > 1 {
      let title = first.title ?? first.source
      fields["title"] = .string("\(title) (and \(messages.count - 1) more unread)")
    }
    let publication = JSONValue.object(fields)
    var outcome = ""
    for pause in [.zero] + retries {
      do {
        try await Task.sleep(for: pause)
        try await NtfyServer.connected(settings) { try await $0.publish(publication) }
        return "ntfy answered 200"
      } catch {
        outcome = "ntfy failed \(retries.count + 1) times: \(error)"
      }
    }
    return outcome
  }
}
