import BellboardSupport
import InboxSettings
import InboxUI
import Testing

@testable import bellboard

/// Topics that are added to those that are read already.
@Suite struct SetupTopicsTests {
  private func add(_ answer: String, to machine: SetupMachine) throws {
    #expect(SetupTopics(answer, beside: try machine.facts().receiving.ntfy).complaint == nil)
    try machine.plan { $0.topics = answer }.write()
    let environment = try machine.environment()
    #expect(environment.configurationMessages == [] && environment.daemonMessages == [])
  }

  @Test func `each run on one server writes a table with a free name`() throws {
    let machine = try SetupMachine(configuration: "")
    for topics in ["a", "b", "b-2,c", "b,d"] { try add("https://ntfy.sh/\(topics)", to: machine) }
    let tables = try machine.facts().receiving.ntfy
    #expect(tables.map(\.name) == ["ntfy.sh", "ntfy.sh-b", "ntfy.sh-b-2", "ntfy.sh-d"])
    #expect(tables.map(\.topics) == [["a"], ["b"], ["b-2", "c"], ["d"]])
    let other = try SetupMachine(
      configuration: "[[ntfy]]\nname = \"ntfy.sh-a\"\nserver = \"http://h\"\ntopics = [\"x\"]\n")
    try add("https://ntfy.sh/b", to: other)
    try add("https://ntfy.sh/a", to: other)
    #expect(try other.facts().receiving.ntfy.map(\.name) == ["ntfy.sh-a", "ntfy.sh", "ntfy.sh-2"])
  }

  @Test func `topics that are read already are told and not written again`() throws {
    let machine = try SetupMachine(configuration: "")
    try add("https://ntfy.sh/abc", to: machine)
    let tables = try machine.facts().receiving.ntfy
    for answer in ["https://ntfy.sh/abc", "https://NTFY.sh//abc,"] {
      let complaint = SetupTopics(answer, beside: tables).complaint
      #expect(complaint?.lowercased() == "already read: https://ntfy.sh/abc")
    }
    #expect(SetupTopics("https://ntfy.sh/abc,d, d", beside: tables).text == "https://ntfy.sh/d")
    #expect(SetupTopics("https://h/abc", beside: tables).complaint == nil)
    var state = try machine.screen()
    try state.press("3", "j", "Space")
    state.enter("abc")
    try state.press("Enter")
    #expect(state.complaint == "already read: https://ntfy.sh/abc" && state.plan.isEmpty)
  }

  @Test func `the answer is kept as it is understood`() throws {
    var state = try SetupMachine().screen()
    try state.press("3", "j", "Space")
    state.enter("abc, d,")
    try state.press("Enter")
    #expect(state.choices.topics == "https://ntfy.sh/abc,d")
  }

  @Test(arguments: [
    ("https://ntfy.sh/abc", "https://ntfy.sh/abc"), ("http://host:80/d", "http://host:80/d"),
  ])
  func `an address pasted behind the line replaces it`(pasted: String, text: String) throws {
    var state = try SetupMachine().screen()
    try state.press("3", "j", "Space")
    state.enter(pasted)
    try state.press("Enter")
    #expect(state.choices.topics == text)
  }

  @Test func `what is wrong fits on the smallest screen`() {
    let room = SetupFrame.smallest.columns - 4
    for (answer, words) in [
      ("rubbish", "write server/topics"), ("https://ntfy.sh/", "write server/topics"),
      ("https://ntfy.sh/abc/", "write server/topics"), ("ntfy.sh/a", "expected an address"),
      ("https://ntfy.sh/a name that is far too long", "\"a name that is fa…\" must be"),
      ("https://ntfy.sh/" + String(repeating: "x", count: 65), "at most 64"),
    ] {
      let complaint = SetupTopics(answer, beside: []).complaint
      #expect(complaint?.contains(words) == true, "\(complaint ?? "")")
      #expect(complaint.map { $0.count <= room } == true, "\(complaint ?? "")")
    }
  }

  @Test func `a program with the name of GitHub's stays the only one`() throws {
    let machine = try SetupMachine(
      configuration: "[[command]]\nname = \"github\"\ncommand = [\"python3\"]\n")
    try machine.plan { $0.readsGitHub = true }.write()
    #expect(try machine.environment().daemonMessages == [])
    let names = try machine.facts().receiving.commands.map(\.name)
    #expect(names == ["github", "github-notifications"])
  }
}
