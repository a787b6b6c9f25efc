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

  /// Runs a script on a disk of 2 MB that is the home; `fill` leaves no room on it.
  private func run(_ script: String) throws -> Program.Run {
    let lines = """
      mount -t tmpfs -o size=2m none "$BELLBOARD_HOME" || exit
      cd "$BELLBOARD_HOME"
      fill() { dd if=/dev/zero of=filler bs=1k count=2000 2>/dev/null; }
      \(script)
      """
    return try program.shell(
      "exec unshare -rm sh -c \"$SCRIPT\"",
      environment: ["SCRIPT": lines, "D": BuiltProgram.path("bellboardd")])
  }

  @Test func `a deletion says that the disk is full and what to do, and works once there is room`()
    throws
  {
    let run = try run(
      """
      "$B" push first; "$B" push second; fill
      for command in 'delete @1' 'push third' 'read --all'; do
        "$B" $command; echo "$command: $?"
      done
      rm filler
      "$B" delete @1; "$B" list --format '{title} {status}'
      """)
    let said = "is full, and nothing was changed; make room on it"
    #expect(run.errors.components(separatedBy: said).count == 4, "\(run.errors)")
    #expect(
      run.lines.suffix(5)
        == ["delete @1: 1", "push third: 1", "read --all: 1", "1", "second unread"], "\(run)")
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
    #expect(run.output.contains("the disk of the inbox is full; make room on it"), "\(run)")
    #expect(run.output.contains(" 507"))
    #expect(run.lines.suffix(2) == ["second", "first"], "\(run)")
  }
}
