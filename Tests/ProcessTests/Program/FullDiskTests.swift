import Foundation
import InboxTestSupport
import Testing

/// Whether this process may mount a disk in a name space of its own.
private let canMount =
  (try? ChildProcess(
    "/usr/bin/env", ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"],
    environment: ["PATH": "/usr/bin:/bin"]
  ).end()) == 0

/// A disk without room: a small one in memory.
@Suite("full disk", .waiting, .enabled(if: canMount, "needs the right to mount"))
struct FullDiskTests {
  let program = Program()

  /// A line for a shell that runs the script of ``environment(for:)``.
  private let line = "exec unshare -rm sh -c \"$SCRIPT\""

  /// Variables with a script on a disk of 2 MB that is the home; `fill` leaves no room on it.
  private func environment(for script: String) -> [String: String] {
    let lines = """
      mount -t tmpfs -o size=2m none "$BELLBOARD_HOME" || exit
      cd "$BELLBOARD_HOME"
      fill() { dd if=/dev/zero of=filler bs=1k count=2000 2>/dev/null; }
      \(script)
      """
    return ["SCRIPT": lines, "D": BuiltProgram.path("bellboardd")]
  }

  private func run(_ script: String) throws -> Program.Run {
    try program.shell(line, environment: environment(for: script))
  }

  @Test func `a deletion says that the disk is full, and works once there is room`() throws {
    let run = try run(
      """
      "$B" push first; "$B" push second; fill
      for command in 'delete @1' 'push third' 'read --all'; do
        "$B" $command; echo "$command: $?"
      done
      rm filler
      "$B" delete @1; "$B" list --format '{title} {status}'
      """)
    let said = "is full; nothing was changed. Free some space"
    #expect(run.errors.components(separatedBy: said).count == 4, "\(run.errors)")
    #expect(
      run.lines.suffix(5)
        == ["delete @1: 1", "push third: 1", "read --all: 1", "1", "second unread"], "\(run)")
  }

  @Test func `the exchange and the sources say that it is full, and not that all is well`() throws {
    let shared = try TemporaryFolder()
    let run = try run(
      """
      printf 'http.listen = ["127.0.0.1:0"]\n[exchange]\nfolder = "\(shared.path)"\n' >config.toml
      "$B" push first; "$B" exchange join --yes >&2
      "$D" 2>/dev/null & daemon=$!
      until "$B" exchange status | grep -q 'live ·'; do sleep 0.1; done
      fill
      "$B" exchange status; "$B" sources; "$B" exchange status --json; "$B" sources --json
      "$B" doctor | grep -E '^[A-Za-z]+ +exchange '
      rm filler
      until "$B" exchange status | grep -q 'live ·'; do sleep 0.1; done
      kill $daemon; wait $daemon 2>/dev/null
      """)
    let full = "the disk is full: nothing is stored until there is space"
    let status = try #require(run.lines.first { $0.hasPrefix("default   ") }, "\(run)")
    #expect(status.hasPrefix("default   \(full) · read to ") && !status.contains("live"))
    #expect(
      run.lines.contains("The disk is full: nothing is stored until there is space."), "\(run)")
    #expect(run.lines.contains("exchange/default  unknown; running before"), "\(run)")
    #expect(run.lines.count { $0.contains("\"disk_full\":true") } == 2, "\(run)")
    #expect(run.lines.contains { $0.contains("exchange") && $0.contains("default: \(full)") })
    #expect(!run.lines.contains { $0.hasPrefix("ok") })
  }

  // Before: nothing could be read, as SQLite makes files beside the database for that.
  @Test func `what is there can be read while nobody has the inbox open`() throws {
    let run = try run(
      """
      "$B" push first; "$B" push second "its body"; "$B" read @1; fill
      "$B" list --format '{title} {status}'; "$B" count
      "$B" show @2 | tail -n 1; "$B" doctor | grep ^FAIL
      rm filler
      "$B" push third; "$B" list --format '{title} {status}'
      """)
    #expect(run.errors == "")
    #expect(run.lines.dropFirst(3).prefix(4) == ["second unread", "first read", "1", "its body"])
    #expect(run.lines.dropFirst(7).first?.hasPrefix("FAIL  disk") == true, "\(run)")
    #expect(run.lines.suffix(3) == ["third unread", "second unread", "first read"], "\(run)")
  }

  @Test func `what a killed program left in the log can be read`() throws {
    let run = try run(
      """
      "$B" push first
      "$B" watch >watched & until [ -e inboxes/default/inbox.sqlite-wal ]; do :; done
      "$B" push second; kill -KILL $!; wait $! 2>/dev/null
      rm inboxes/default/inbox.sqlite-shm; fill
      [ -s inboxes/default/inbox.sqlite-wal ] && "$B" list --format '{title}'
      rm filler
      "$B" push third; "$B" list --format '{title}'
      """)
    #expect(
      run.lines.filter { ["first", "second", "third"].contains($0) }
        == ["second", "first", "third", "second", "first"], "\(run)")
  }

  @Test func `the screen opens on what is there, and stores again once there is room`() throws {
    let folder = try TemporaryFolder()
    let script = """
      "$B" push first; fill
      (until [ -e "$SIGNS/more" ]; do sleep 0.01; done; rm filler; touch "$SIGNS/done") &
      exec "$B"
      """
    let session = try program.terminal(
      environment: environment(for: script).merging(["SIGNS": folder.path]) { $1 }, columns: 250)
    try session.run(line)
    try session.awaitScreen("first", "Unread 1")
    try session.press("m", showing: "is full; nothing was changed")
    try session.awaitScreen("Unread 1")
    #expect(FileManager.default.createFile(atPath: folder.path + "/more", contents: nil))
    #expect(eventually { FileManager.default.fileExists(atPath: folder.path + "/done") })
    try session.press("m", showing: "Unread  ", without: ["is full"])
  }

  @Test func `the daemon answers with what to do, and receives again once there is room`() throws {
    let run = try run(
      """
      printf 'http.listen = ["unix:%s/in"]\\n' "$PWD" >config.toml
      "$D" 2>log & until [ -S in ]; do :; done
      send() { curl -qs --unix-socket in -w ' %{http_code}' localhost/t -d "$1"; echo; }
      send first; fill
      send "$(head -c 9000 /dev/zero | tr '\\0' x)"
      rm filler
      send second; "$B" list --format '{body}'; kill $!
      """)
    #expect(run.output.contains("the inbox's disk is full; free some space"), "\(run)")
    #expect(run.output.contains(" 507"))
    #expect(run.lines.suffix(2) == ["second", "first"], "\(run)")
  }

  @Test func `the daemon logs a full disk, and how many it refused meanwhile`() throws {
    let run = try run(
      """
      printf 'http.listen = ["unix:%s/in"]\\n' "$PWD" >config.toml
      "$D" 2>&1 | grep -v '^<6>' & until [ -S in ]; do :; done
      send() { curl -qs -o /dev/null --unix-socket in localhost/v1/messages -d "$1"; }
      fill
      for number in $(seq 60); do send '[{"title":"a"},{"title":"b"}]'; done
      rm filler
      send '{"title":"c"}'; kill $(cat daemon.lock); wait
      """)
    #expect(run.lines.count { $0.contains("inbox.sqlite is full") } == 1, "\(run)")
    #expect(run.lines.count { $0.contains("daemon.json") } <= 1, "\(run)")
    #expect(run.lines.contains("<5>http: receives again; refused meanwhile: 120"), "\(run)")
  }
}
