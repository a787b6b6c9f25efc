import Foundation
import InboxTestSupport
import Testing

/// An inbox of somebody else's, which may be read and not written.
@Suite(.enabled(if: BuildFolder.isOpenToOthers, "the folder of the build is closed to other users"))
struct ReadOnlyInboxTests {
  let program = Program()

  /// Runs a command as a user who may only read.
  private func reading(_ command: String) throws -> Program.Run {
    // Who may write everywhere becomes somebody else; everybody else gives up the right to.
    try program.shell(
      """
      cd /; inbox="$BELLBOARD_HOME/inboxes/default"
      chmod -R a+rX "$BELLBOARD_HOME"
      if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$B" \(command)
      else
        chmod a-w "$inbox" "$inbox"/*; "$B" \(command); code=$?; chmod u+w "$inbox" "$inbox"/*
        exit $code
      fi
      """)
  }

  @Test(arguments: ["list", "count", "show @1", "export", "stats", "inboxes"])
  func `it can be read`(_ command: String) throws {
    try program.run("push", "for all to read")
    let run = try reading(command)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(!run.output.isEmpty)
  }

  @Test func `all but the index of its search can be examined`() throws {
    try program.run("push", "for all to read")
    let run = try reading("doctor")
    func finding(_ subject: String) -> String? {
      run.lines.first { $0.dropFirst(6).hasPrefix(subject + " ") }
    }
    #expect(finding("search")?.hasPrefix("ok") == true, "\(run)")
    let unexamined = "not checked: the inbox is read-only"
    #expect(finding("search")?.hasSuffix(unexamined) == true)
    #expect(finding("database")?.hasPrefix("ok") == true)
    #expect(finding("messages")?.contains("1 stored") == true)
    #expect(finding("inbox") == nil)
  }

  @Test func `what it has for other machines is counted`() throws {
    let home = try program.path
    try FileManager.default.createDirectory(
      atPath: home + "/shared", withIntermediateDirectories: true)
    try program.configure("[exchange]\nfolder = \"\(home)/shared\"\nmachine = \"laptop\"\n")
    try program.run("push", "before")
    try program.run("exchange", "join", "--yes", ending: 0)
    for title in ["one", "two"] { try program.run("push", title) }
    try program.run("read", "--filter", "before")
    let waiting = "default: bellboardd is not running · 3 waiting · "
    let status = try reading("exchange status")
    #expect(status.status == 0 && status.errors.isEmpty, "\(status)")
    #expect(status.output.contains(waiting.replacing("default: ", with: "")), "\(status)")
    #expect(status.output.contains("laptop (here)"), "\(status)")
    let doctor = try reading("doctor")
    #expect(doctor.lines.contains { $0.contains(waiting) }, "\(doctor)")
  }

  @Test(arguments: ["push more", "delete @1", "read --all", "undo"])
  func `what acts says that it is read-only`(_ command: String) throws {
    try program.run("push", "for all to read")
    let run = try reading(command)
    #expect(run.status == 1)
    #expect(run.errors.contains("is read-only"), "\(run.errors)")
    #expect(try program.run("list").lines.count == 1)
  }

  /// Only who may become somebody else lacks the right to a folder that is there.
  @Test(.enabled(if: getuid() == 0)) func `a folder that may not hold an inbox is found`() throws {
    let run = try program.shell(
      """
      cd /; chmod a+rX "$BELLBOARD_HOME"; export BELLBOARD_HOME="$BELLBOARD_HOME/new" TERM=xterm
      setpriv --reuid=65534 --regid=65534 --clear-groups "$B" doctor
      """, ending: 1)
    #expect(run.lines.contains { $0.hasPrefix("FAIL  inbox") && $0.contains("cannot create") })
  }

  /// Only who may become somebody else lacks the right to a folder that is there.
  @Test(
    .enabled(if: getuid() == 0),
    arguments: [
      ("push hello", "create", "inboxes"), ("config init", "write", "config.toml"),
      ("mute ci", "write", "mutes.toml"),
    ], ["", "/new"])
  func `a home that may not be written is named, with what to do`(
    _ command: (words: String, verb: String, name: String), _ end: String
  ) throws {
    let run = try program.shell(
      """
      cd /; chmod a+rX "$BELLBOARD_HOME"; export BELLBOARD_HOME="$BELLBOARD_HOME\(end)"
      setpriv --reuid=65534 --regid=65534 --clear-groups "$B" \(command.words)
      """)
    let home = try program.path
    let fault = end.isEmpty ? "\(command.verb) \(home)/\(command.name)" : "create \(home)\(end)"
    #expect(run.status == 1)
    #expect(
      run.errors.hasPrefix(
        "bellboard: cannot \(fault): Permission denied; allow writing to \(home), or set "
          + "BELLBOARD_HOME to a folder that you can write to"), "\(run)")
  }

  /// Only who may become somebody else can be both at once.
  @Test(.enabled(if: getuid() == 0)) func `who reads it hears of what its owner stores`() throws {
    try program.run("push", "before")
    let run = try program.shell(
      """
      cd /; chmod -R a+rX "$BELLBOARD_HOME"; mkfifo "$BELLBOARD_HOME/counts"
      as="setpriv --reuid=65534 --regid=65534 --clear-groups"
      $as timeout 30 "$B" count --follow > "$BELLBOARD_HOME/counts" &
      exec 3< "$BELLBOARD_HOME/counts"
      for title in one two three; do
        read -r count <&3; echo $count; "$B" push $title > /dev/null
      done
      read -r count <&3; echo $count; kill $!
      """)
    #expect(run.lines == ["1", "2", "3", "4"], "\(run)")
  }

  @Test func `it can be read while its owner has it open`() throws {
    try program.run("push", "before")
    let watch = try RunningProgram(program, ["watch", "--since", "0"])
    #expect(watch.line()?.contains("received") == true)
    try program.run("push", "after")
    #expect(try reading("list").output.contains("after"))
    withExtendedLifetime(watch) {}
  }
}

/// Where the program was built, as other users see it.
private enum BuildFolder {
  /// Who may write everywhere becomes somebody else, who has to get at what was built.
  static let isOpenToOthers: Bool = {
    guard getuid() == 0 else { return true }
    let parts = Program.path.split(separator: "/")
    return (1...parts.count).allSatisfy { count in
      var information = stat()
      stat("/" + parts.prefix(count).joined(separator: "/"), &information)
      return information.st_mode & 0o001 != 0
    }
  }()
}
