import Foundation
import InboxTestSupport
import Testing

/// Programs that are started from the screen, as a person meets them.
@Suite("programs outside of the screen", .serialized, .waiting) struct OutsideTests {
  let program = Program()
  let folder = ProgramFolder.empty()

  @Test func `an opener gets the link and nothing else of the program`() throws {
    let descriptors = folder.path + "/descriptors"
    // Before the note that is awaited, so that the list is whole when it comes.
    let opener = try folder.addNoting("opener", before: ["ls /proc/self/fd > '\(descriptors)'"])
    let link = "https://example.org/?a='b'&c=$(touch%20x);d"
    try program.run("push", "first", "--url", link)
    let session = try program.screen(
      finding: folder, showing: "first", environment: ["BROWSER": opener])
    try session.press("o")
    #expect(folder.notes(of: "opener", until: ";d|") == "1|\(link)|")
    try session.awaitScreen("Unread  ", "first")
    try session.quit()
    let open = try String(contentsOfFile: descriptors, encoding: .utf8)
    #expect(open.split(separator: "\n") == ["0", "1", "2", "3"])
  }

  @Test func `a key makes no new inbox while the file is away, and its return is seen`() throws {
    try program.run("push", "first")
    let session = try program.screen(showing: "first")
    let file = try program.path + "/inboxes/default/inbox.sqlite"
    let files = ["", "-wal", "-shm"].filter { FileManager.default.fileExists(atPath: file + $0) }
    for ending in files {
      try FileManager.default.moveItem(atPath: file + ending, toPath: file + ".away" + ending)
    }
    try session.awaitScreen("is gone")
    try session.press("j", "m", showing: "first")
    #expect(!FileManager.default.fileExists(atPath: file))
    for ending in files.reversed() {
      try FileManager.default.moveItem(atPath: file + ".away" + ending, toPath: file + ending)
    }
    try program.run("push", "second")
    try session.awaitScreen("first", "second")
    try session.quit()
  }

  @Test(arguments: ["-wal", "-shm"])
  func `a file of the log that is removed is told, and pushes are seen`(ending: String) throws {
    try program.run("push", "first")
    let session = try program.screen(showing: "first")
    try session.press("m", showing: "Marked “first” read")
    try FileManager.default.removeItem(
      atPath: program.path + "/inboxes/default/inbox.sqlite" + ending)
    try session.awaitScreen("it was opened again")
    try program.run("push", "second")
    try session.awaitScreen("first", "second")
    try session.quit()
    #expect(try program.list("{title}").sorted() == ["first", "second"])
  }

  @Test func `an opener that fails or is missing is reported`() throws {
    let opener = try folder.add("opener", "exit 4")
    try program.run("push", "first", "--url", "https://example.org")
    var session = try program.screen(
      finding: folder, showing: "first", environment: ["BROWSER": opener])
    try session.press("o", showing: "exited with status 4", "first", "Unread 1")
    session = try program.screen(
      finding: folder, showing: "first", environment: ["BROWSER": "/nonexistent/x"])
    try session.press("o")
    // The line is one column short of the whole path, whose end stays.
    try session.awaitScreen("no program", "existent/x", "set opener", "first", "Unread 1")
    #expect(try program.run("stats", "--json").output.contains("\"opened\":") == false)
  }

  @Test func `a message is read also when its opener runs on`() throws {
    let opener = try folder.add("opener", "exec sleep 30")
    try program.run("push", "first", "--url", "https://example.org")
    let session = try program.screen(
      finding: folder, showing: "first", environment: ["BROWSER": opener])
    try session.press("o", showing: "Unread  ", "first")
    try program.run("unread", "@1")
    try session.awaitScreen("Unread 1")
    try session.press("o", "q")
    try session.awaitPrompt()
    #expect(try program.run("count").output == "0\n")
  }

  @Test func `another scheme is asked about, and a bad link refused`() throws {
    try folder.addNoting("xdg-open")
    try program.run("push", "first", "--url", "ssh://host/")
    let session = try program.screen(finding: folder, showing: "first")
    try session.press("o", showing: "Open ssh://host/? [y/N]")
    try session.press("y")
    #expect(folder.notes(of: "xdg-open", until: "host") == "1|ssh://host/|")
    try program.run("push", "second", "--url=--help")
    try session.awaitScreen("second")
    try session.press("g", "g", "o", showing: "is not a link")
    #expect(folder.notes(of: "xdg-open") == "1|ssh://host/|")
  }

  @Test func `the configuration names the opener and the schemes`() throws {
    try folder.addNoting("mine")
    try program.configure("opener = ['mine', '--new tab', '%s', 'end']\nlink_schemes = ['SSH']\n")
    try program.run("push", "first", "--url", "ssh://host/")
    let session = try program.screen(finding: folder, showing: "first")
    try session.press("o")
    #expect(folder.notes(of: "mine", until: "end|") == "3|--new tab|ssh://host/|end|")
  }

  @Test func `a website is shown in the terminal and type-ahead is dropped`() throws {
    try folder.add("w3m", "echo browsing \"$1\"", "read answer")
    try program.run("push", "first")
    try program.run("push", "--json", input: website)
    let session = try program.screen(finding: folder, showing: "second")
    try session.press("o", showing: "browsing https://example.org/w", without: ["second"])
    try session.press("x", "Enter", "d", "d", "d")
    try session.awaitScreen("first", "second", without: ["browsing"])
    #expect(try program.list("{title}") == ["second", "first"])
  }

  private let website = """
    {"title": "second", "tap": {"kind": "website", "url": "https://example.org/w"}}
    """

  @Test func `without a text browser the opener gets the website`() throws {
    // A PATH of its own, as the machine may have a text browser.
    for tool in ["sh", "cat", "tmux", "env"] { try folder.link(tool) }
    let opener = try folder.addNoting("opener")
    try program.run("push", "--json", input: website)
    let session = try program.screen(
      finding: folder, showing: "second", environment: ["BROWSER": opener, "PATH": folder.path])
    try session.press("o")
    #expect(folder.notes(of: "opener", until: "/w|") == "1|https://example.org/w|")
    try session.awaitScreen("second", "Unread  ")
  }

  @Test func `a text browser that was set and is missing is reported, nothing opened`() throws {
    let opener = try folder.addNoting("opener")
    try program.configure("browser = '/nonexistent/b'\n")
    try program.run("push", "--json", input: website)
    let session = try program.screen(
      finding: folder, showing: "second", environment: ["BROWSER": opener])
    try session.press("o", showing: "no program", "/nonexistent/b", "set browser")
    #expect(folder.notes(of: "opener") == "")
  }

  // What is awaited of a command is not in the line that starts it.
  @Test func `Ctrl-C ends the program and not the screen`() throws {
    try program.run("push", "first")
    let session = try program.screen(finding: folder, showing: "first")
    try session.press("|")
    try session.run("echo run''ning; exec sleep 600", showing: "running", without: ["first"])
    try session.press("C-c", showing: "killed by signal 2", "Press Enter")
    try session.press("C-c", showing: "first", without: ["running"])
  }

  @Test func `Ctrl-Z stops both and fg goes on with the program`() throws {
    try program.run("push", "first")
    let session = try program.screen(finding: folder, showing: "first")
    try session.press("|")
    // A shell that is just starting a program cannot be stopped, one that waits can.
    try session.run("cat; sleep 60 & echo run''ning; wait", showing: "first", "running")
    try session.press("C-z")
    try session.awaitPrompt(after: "Stopped")
    try session.run("clear; fg")
    // Until the shell names what goes on, the keys are its own.
    try session.awaitScreen("${B}", without: ["ready>"])
    try session.press("C-c", showing: "killed by signal 2", "Press Enter")
    try session.press("Enter", showing: "first", without: ["Press Enter"])
    try session.quit()
  }

  @Test(arguments: [
    ("exit 0 # reads nothing", "Press Enter"), ("/nonexistent/x", "exited with status 127"),
    ("kill -9 $$", "killed by signal 9"), ("stty raw -echo; exit 5", "exited with status 5"),
    ("head -c 1 >/dev/null; exit 6", "exited with status 6"),
  ])
  func `the screen comes back whatever the command does`(_ line: String, _ shown: String) throws {
    // More than a pipe holds, so that a program that reads none of it would be waited for.
    try program.run("push", "first", "-", input: String(repeating: "long text ", count: 20_000))
    let session = try program.screen(finding: folder, showing: "first")
    try session.press("|")
    try session.run(line)
    try session.awaitScreen("Press Enter", shown)
    try session.press("Enter", showing: "first", "1/1", without: ["Press Enter"])
    try session.quit()
    try session.run("stty -a | grep -o ' echo '; echo done", showing: " echo", "done")
  }

  @Test func `a signal to end during a command leaves the terminal as it was`() throws {
    try program.run("push", "first")
    let session = try program.screen(finding: folder, showing: "first")
    try session.quit()
    let before = try session.settings(by: folder.path)
    let file = folder.path + "/pid"
    try session.run("sh -c 'echo $$ > \(file); exec \"$B\"'; echo $?", showing: "first", "1/1")
    try session.press("|")
    try session.run("stty raw -echo; echo run''ning; sleep 600", showing: "running")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    kill(try #require(pid_t(text.trimmingCharacters(in: .newlines))), SIGTERM)
    try session.awaitPrompt(after: "143")
    #expect(try session.settings(by: folder.path) == before)
  }
}
