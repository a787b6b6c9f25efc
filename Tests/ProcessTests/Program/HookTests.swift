import InboxTestSupport
import Testing

/// The hook in real shells: which commands push how they ended.
@Suite("hook", .waiting) struct HookTests {
  let program = Program()

  private func session(_ shell: String, _ options: String = "--always") throws -> TmuxSession {
    let session = try program.terminal()
    let script = try program.write(
      try program.shell("\"$B\" hook \(shell) \(options)").output, to: "hook.\(shell)")
    switch shell {
    case "bash":
      let start = try program.write("PS1='ready> '; source '\(script)'\n", to: "bashrc")
      try session.run("bash --noprofile --rcfile '\(start)' -i")
    case "zsh":
      try session.finish("ZDOTDIR=/nonexistent PS1='ready> ' zsh -d -f -i")
      try session.run("unsetopt zle prompt_cr; source '\(script)'; clear")
    default:
      try session.finish("fish --no-config -i -C 'function fish_prompt; echo \"ready> \"; end'")
      try session.run("source '\(script)'; clear")
    }
    try session.awaitPrompt()
    return session
  }

  /// The titles that were stored, newest first, once there are so many.
  private func titles(_ count: Int) throws -> [String] {
    func titles() -> [String] { (try? program.list("{title} · {subtitle}")) ?? [] }
    #expect(eventually { titles().count >= count }, "\(titles())")
    return titles()
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `commands that took long are pushed with how they ended, others not`(shell: String) throws {
    let session = try session(shell, "--always --after 1s --ignore 'env FOO,head'")
    for line in ["true", "sleep 1.2", "head -c 0 /dev/null; sleep 1.1", "vim -h; sleep 1.1"] {
      try session.finish(line)
    }
    try session.finish(
      "nice sleep 0.1 && sleep 1.2 && ls /nonexistent-\(shell)", after: "nonexistent-\(shell)'")
    try session.finish("sh -c 'sleep 1.1'")
    let titles = try Array(titles(3).dropFirst())
    try #require(titles.count == 2, "\(titles)")
    #expect(titles[1].hasPrefix("sleep 1.2 succeeded · after 1.") || titles[1].contains("after 2"))
    // Only bash counts whole seconds.
    #expect(shell == "bash" || !titles[1].contains("after 1.0 s"))
    #expect(titles[0].contains("&& ls /nonexistent-\(shell) failed · exit status 2 after"))
    let message = try program.run("list", "--json", "--limit", "2").output
    #expect(message.contains("\"source\":\"shell\"") && message.contains("\"priority\":4"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `what stands before an editor does not hide it`(_ shell: String) throws {
    let folder = try ProgramFolder()
    for name in ["sudo", "vim"] { _ = try folder.add(name, "sleep 1.1") }
    let session = try session(shell, "--always --after 1s")
    try session.finish("export PATH=\"\(folder.path):$PATH\"; clear")
    for line in [
      "sudo -u me -E vim x", "nice -n 5 vim x", "env -u A B=1 vim", "A='b c' vim", "sudo -i",
      "sudo -u me make",
    ] { try session.finish(line) }
    #expect(try titles(1).map { $0.prefix(15) } == ["sudo -u me make"])
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `an interrupted command is not pushed, and its exit status stays`(_ shell: String) throws {
    let session = try session(shell, "--always --after 1s")
    try session.run("sleep 60")
    #expect(eventually { ((try? program.shell("pgrep -f '^sleep 60$'").output) ?? "") != "" })
    try program.shell("sleep 1.1")
    try session.quit(by: "C-c")
    try session.finish("sh -c 'exit 7'")
    try session.finish(
      shell == "fish" ? "echo status-$status" : "echo status-$?", after: "status-7")
    #expect(try program.run("count", "--filter", "source:shell").output == "0\n")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a command that begins with a blank is pushed without its text`(_ shell: String) throws {
    let session = try session(shell, "--always --after 1s")
    for control in shell == "bash" ? ["ignoreboth", ""] : [""] {
      if shell == "bash" { try session.run("HISTCONTROL=\(control); clear") }
      try session.awaitPrompt()
      try session.finish(" sleep 1.1 && echo secret-done", after: "secret-done")
      #expect(try titles(1).map { $0.prefix(19) } == ["A command succeeded"])
      try program.run("delete", "--all")
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a line that runs nothing does not push the command before it again`(shell: String) throws {
    let session = try session(shell, "--always --after 1s")
    for line in ["sleep 1.1", "# note", "sleep 1.2"] { try session.finish(line) }
    #expect(try titles(2).map { $0.prefix(9) } == ["sleep 1.2", "sleep 1.1"])
  }

  @Test func `bash keeps what it had for its prompt, also when the hook is read twice`() throws {
    let session = try session("bash", "--always --after 1s")
    try session.finish("PROMPT_COMMAND=\"$PROMPT_COMMAND; echo mine-\\$?\"")
    try session.finish("source '\(try program.path)/hook.bash'; sh -c 'exit 5'", after: "mine-5")
    try session.finish("sleep 1.1; sleep 0.1", after: "mine-0")
    #expect(try titles(1).count == 1)
  }

  @Test func `a bash that ends at errors and unset variables goes on`() throws {
    let session = try session("bash", "--always --after 1s")
    try session.finish("set -eu; source '\(try program.path)/hook.bash'; clear")
    try session.finish("sleep 1.1; echo slept", after: "slept\nready>")
    try session.run("sleep 60")
    #expect(eventually { ((try? program.shell("pgrep -f '^sleep 60$'").output) ?? "") != "" })
    try session.quit(by: "C-c")
    try session.finish("echo alive", after: "alive\nready>")
    #expect(try titles(1).map { $0.prefix(22) } == ["sleep 1.1; echo slept "])
  }

  @Test func `nothing is pushed while somebody looks at the pane of tmux`() throws {
    let session = try session("bash", "--after 1s")
    try session.finish("tmux set -g focus-events off; clear")
    try session.finish("sleep 1.1; echo seen-it", after: "seen-it")
    #expect(try program.run("count").output == "0\n")
    // Another window covers the pane before the command ends.
    try session.run("(sleep 0.3; tmux new-window 'sleep 30') & sleep 1.5; :")
    #expect(try titles(1).count == 1)
  }
}
