import Testing

@testable import bellboard

/// The lines of a shell that the hook does not report.
@Suite struct ShellLineTests {
  @Test(arguments: [
    "vim x", " /usr/bin/vim", "vim -h; sleep 1", "git commit -m x", "python3", "fg",
    "sudo -u me -E vim x", "sudo --user me vim", "nice -n 5 vim x", "env -u A B=1 vim",
    "A='b c' vim", "A=\"b\" B= vim", "time -f x man ls", "sudo -i", "doas -s", "sudo", "make watch",
  ])
  func `an interactive program is found behind what precedes it`(line: String) {
    #expect(ShellLine(line).isInteractive(besides: ["make watch", "sudo"]))
  }

  @Test(arguments: [
    "", "make", "python3 a.py", "git push", "sudo -u vim make", "-u vim", "A='b vim' make",
    "echo vim", "x=1", "make -B watch", "./configure --with=vim",
  ])
  func `other lines are reported`(line: String) {
    #expect(!ShellLine(line).isInteractive(besides: ["make watch"]))
  }

  @Test func `where nothing tells, nobody looks at the terminal`() {
    #expect(!ShellTerminal(variables: [:]).isSeen)
    #expect(!ShellTerminal(variables: ["TMUX": "", "TMUX_PANE": "%1", "WINDOWID": "1"]).isSeen)
  }
}
