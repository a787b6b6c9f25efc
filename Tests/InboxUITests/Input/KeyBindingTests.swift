import Foundation
import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

/// Keys that stand for lines, chains and programs.
struct KeyBindingTests {
  private func inbox(_ key: String, _ commands: String..., count: Int = 5) -> ScreenDriver {
    var inbox = ScreenDriver(count: count) { $1.tap = .set(.url("https://example.org/\($0)")) }
    #expect(inbox.state.environment.keymap.apply([KeymapEntry(key: key, commands: commands)]) == [])
    return inbox
  }

  @Test func `a key stands for a line with an argument`() {
    var inbox = inbox("X", ":snooze 2h").pressing("X")
    #expect(inbox.message(5)?.snoozedUntil == inbox.now.addingTimeInterval(7_200))
    #expect(inbox.after("X").message(4)?.snoozedUntil != nil)
  }

  @Test func `all steps of a chain act on the same messages`() {
    var inbox = inbox("A", "toggle-read", "delete").pressing("A")
    #expect(inbox.message(5)?.status == .deleted)
    #expect(inbox.messages.dropFirst().allSatisfy { $0.status == .unread })
    #expect(inbox.after("u").message(5)?.status == .read)
    inbox.press("G", "Space", "k", "Space", "A")
    #expect(inbox.messages.filter { $0.status == .deleted }.count == 2)
  }

  @Test func `a chain ends where a step means nothing`() {
    let inbox = inbox("A", "snooze", "delete").pressing("A")
    #expect(inbox.menu != nil)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    #expect(inbox.status == "delete does nothing here")
  }

  @Test func `a chain stops at a program that failed, and goes on behind one that did not`() {
    var inbox = inbox("A", "!exit 3", "toggle-read", "delete")
    inbox.launchResult = .failed("exit 3: status 3")
    #expect(inbox.after("A").messages.allSatisfy { $0.status == .unread })
    #expect(inbox.status == "exit 3: status 3 · not done: toggle read, delete")
    inbox.launchResult = .done
    #expect(inbox.after("A").message(5)?.status == .deleted)
  }

  @Test func `what follows a program in a chain waits for its end`() {
    var inbox = inbox("A", ":!sleep 9", "delete")
    inbox.launchResult = nil
    #expect(inbox.after("A", "j").message(5)?.status == .unread)
    #expect(inbox.after("C-c").messages.allSatisfy { $0.status == .unread })
    #expect(inbox.after("d").message(5)?.status == .deleted)
  }

  @Test func `keys typed behind a chain wait for its end`() {
    var inbox = inbox("A", "toggle-read", "delete").holdingEffects().pressing("A", "j")
    #expect(inbox.release().message(5)?.status == .deleted)
  }

  @Test func `a program gets the message as JSON and in variables, and no text is a part of it`()
    throws
  {
    var inbox = inbox("P", "!gh pr view {url} --note '{title}' \"{id}\" @{other}")
    let launch = try #require(inbox.after("P").launches.first)
    guard case .run(let script, let name, let input, let variables) = launch else {
      return #expect(Bool(false), "\(launch)")
    }
    let value = "\"${MESSAGE_URL}\""
    #expect(
      script
        == "gh pr view \(value) --note ''\"${MESSAGE_TITLE}\"'' \"${MESSAGE_ID}\" @{other}")
    #expect(name.hasPrefix("gh pr view {url}"))
    #expect(variables["MESSAGE_URL"] == "https://example.org/5")
    #expect(variables["MESSAGE_TITLE"] == "Message 5")
    #expect(input.hasPrefix("{") && input.contains("\"Message 5\""))
  }

  /// The script and the variables of a program for a message.
  private func launch(
    _ line: String, for change: (inout Message) -> Void = { _ in }
  ) throws -> (script: String, variables: [String: String]) {
    var message = try #require(inbox("P", "!x").message(5))
    change(&message)
    guard case .run(let script, _, _, let variables) = ShellScript(line).launch(for: message) else {
      throw CancellationError()
    }
    return (script, variables)
  }

  @Test func `a program gets what is in braces as variables`() throws {
    let line = """
      gh run rerun {custom.run_id} '{subtitle|"no \\$(x)"}' -d '{"id":"{id}"}' {a|b}
      """
    let (script, variables) = try launch(line) { $0.custom = .object(["run_id": .integer(17)]) }
    #expect(
      script == """
        gh run rerun "${MESSAGE_VALUE_1}" ''"${MESSAGE_VALUE_2}"'' \
        -d '{"id":"'"${MESSAGE_ID}"'"}' {a|b}
        """)
    #expect(variables["MESSAGE_VALUE_1"] == "17")
    #expect(variables["MESSAGE_VALUE_2"] == "no \\$(x)")
    #expect(variables["MESSAGE_ID"]?.isEmpty == false)
  }

  @Test(arguments: [
    (#"{title}{" by "source}"#, "Message 5 by test"), ("{priority}", "4"),
    ("{priority?5=!!,4=!,}", "!"), ("{title:4}", "Mes…"), ("{title:json}", "\"Message 5\""),
    ("{tags}", "a,b"), ("{words:custom.state}", "in review"),
    ("{?subtitle}s{/}{!subtitle}n{/}", "n"),
    ("{?tags}{?title}{title}{/}{/}", "Message 5"), ("{occurrences} {status}", "1 unread"),
    ("{subtitle|thread|\"none\"}", "none"), ("{body}", "one\ntwo; $(three)"),
  ])
  func `a program's words mean what they mean in output`(template: String, text: String) throws {
    func fill(_ message: inout Message) {
      (message.priority, message.tags, message.source) = (.high, ["a", "b"], "test")
      message.body = "one\ntwo; $(three)"
      message.custom = .object(["state": "in_review"])
    }
    for (open, close) in [("", ""), ("\"", "\""), ("'", "'")] {
      let (script, variables) = try launch("echo " + open + template + close, for: fill)
      var said = script.dropFirst(5).replacing("\"", with: "").replacing("'", with: "")
      for (name, value) in variables { said.replace("${\(name)}", with: value) }
      #expect(String(said) == text)
      #expect(!script.contains("three"))
    }
  }

  @Test(arguments: [
    ("x {?subtitle}--note '{title}'{/} '{id}'", "x  ''\"${MESSAGE_ID}\"''"),
    ("x {?title}'{/}{title}{?title}'{/}", "x ''\"${MESSAGE_TITLE}\"''"),
    ("docker inspect -f '{{.Name}}' {/} {}", "docker inspect -f '{{.Name}}' {/} {}"),
    ("title=x; echo ${title} \"${title}\"", "title=x; echo ${title} \"${title}\""),
    ("cp a.{title,body}", "cp a.{title,body}"), ("jq '{title:.a}'", "jq '{title:.a}'"),
    ("echo \\{title}", "echo \\{title}"),
  ])
  func `braces that name no field are the shell's`(_ line: String, _ script: String) throws {
    #expect(try launch(line).script == script)
    #expect(ShellScript(line).mistake == nil)
  }

  @Test func `a text goes to a program, and a line of the prompt runs one`() {
    var inbox = inbox("C", "|jq .").pressing("C")
    #expect(inbox.effects.contains(.host(.launch(.pipe("Message 5\n", command: "jq .")))))
    inbox.run("!echo {number}")
    let scripts = inbox.launches.compactMap { launch -> String? in
      if case .run(let script, _, _, _) = launch { script } else { nil }
    }
    #expect(scripts == ["echo \"${MESSAGE_NUMBER}\""])
  }

  @Test(arguments: [
    ("!gh 'x", KeymapError.Reason.openQuote("gh 'x")), ("!", .empty("!")), ("|  ", .empty("|")),
    (":", .empty(":")), (":snoze 2h", .unknownCommand("snoze", nearest: "snooze")),
  ])
  func `what cannot be bound is refused`(_ command: String, _ reason: KeymapError.Reason) {
    var keymap = Keymap.default
    #expect(keymap.apply([KeymapEntry(key: "X", commands: [command])]).map(\.reason) == [reason])
    #expect(keymap == .default)
  }

  @Test(arguments: [
    (":set foo=1", "':set foo=1' does nothing: unknown setting 'foo'"),
    (":set density=x", "':set density=x' does nothing: density is \"x\""),
    (":set sort=nwest", "unknown order 'nwest'; did you mean 'newest'?"),
    (":set", "usage: :set NAME=VALUE"),
    (":sort nwest", "unknown order 'nwest'; did you mean 'newest'?"),
    (":filter is:unred", "did you mean 'unread'?"), (":delete tag:", "'tag' has no value"),
    (":group x", "unknown grouping 'x'"), (":snooze nope", ":snooze nope' does nothing: "),
    (":delete ", ""), (":top now", "top takes no argument"), (":!echo 'x", "a quote has no end"),
    (":help nope", "unknown command 'nope'"), (":!echo {nope}", "there is no field 'nope'"),
    ("!echo {nope}", "there is no field 'nope'; there are number, id"),
    ("!echo \"{titel}\" '{ulr}'", "there is no field 'titel'; did you mean 'title'?"),
    ("!echo {url", "a '{' is never closed"), ("!awk '{titel}'", "did you mean 'title'?"),
    ("!echo {title:loud}", "there is no style 'loud'"), ("!echo {?titel}{/}", "no field 'titel'"),
    ("!echo {?title}x", "'{?title}' has no matching '{/}'"),
    ("!echo {title|nope}", "there is no field 'nope'"),
  ]) func `a line that every screen would refuse is told`(_ command: String, _ words: String) {
    var keymap = Keymap.default
    let problems = keymap.apply([KeymapEntry(key: "X", commands: [command])])
    guard !words.isEmpty else { return #expect(problems == []) }
    #expect(problems.count == 1 && problems[0].message.contains(words), "\(problems)")
  }

  @Test(arguments: [
    "!awk '{print}'", "!git log @{upstream} ${x} %{x}", "!{ echo; } ; echo {a,b} {}",
    "!jq '{a:.b}'",
    "!echo \\{nope}", "!echo '{url}' {title}", ":theme nope", ":set theme=nord", ":inbox nope",
    ":snooze tomorrow", ":set density=compact", ":10", ":delete", "|jq .",
  ]) func `a line that some screen may take is bound`(_ command: String) {
    var keymap = Keymap.default
    #expect(keymap.apply([KeymapEntry(key: "X", commands: [command])]) == [])
  }

  @Test func `a list without commands is told in words`() {
    var keymap = Keymap.default
    let problems = keymap.apply([KeymapEntry(key: "X", commands: [])])
    #expect(problems.map(\.message) == ["the list of commands is empty; 'unbind' unbinds a key"])
  }

  @Test func `commands that no screen has together are no chain`() {
    var keymap = Keymap.default
    let problems = keymap.apply([KeymapEntry(key: "X", commands: ["purge", "toggle-read"])])
    #expect(problems.map(\.reason) == [.nowhere("purge, toggle-read")])
    #expect(problems[0].message == "no screen has all of purge, toggle-read")
  }
}
