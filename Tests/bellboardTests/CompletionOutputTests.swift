import ArgumentParser
import InboxCore
import Testing

@testable import bellboard

@Suite("names in completions")
struct CompletionOutputTests {
  @Test(arguments: [
    ("nord", "'nord'"), ("solarized-dark", "'solarized-dark'"), ("grün", "'grün'"),
    ("$(rm)", #"'\$\(rm\)'"#), ("`rm`", #"'\`rm\`'"#), ("two words", #"'two\ words'"#),
    ("it's", #"'it\'\''s'"#), ("~", #"'\~'"#), ("a\"b", #"'a\"b'"#),
  ])
  func `bash gets names that are escaped twice`(name: String, printed: String) {
    #expect(CompletionOutput.printed([name], for: .bash) == [printed])
  }

  @Test func `other shells quote names themselves`() {
    for shell in [CompletionShell.zsh, .fish] {
      #expect(CompletionOutput.printed(["$(rm) x"], for: shell) == ["$(rm) x"])
    }
  }

  @Test(arguments: [CompletionShell.bash, .zsh, .fish])
  func `what no line can hold is left out`(shell: CompletionShell) {
    #expect(CompletionOutput.printed(["a\nb", "a\u{1B}[m", "a\r"], for: shell) == [])
  }

  @Test func `the script of bash takes names as they are printed`() {
    let script = CompletionOutput.script(Bellboard.completionScript(for: .bash), for: .bash)
    let calls = script.split(separator: "\n").filter {
      $0.contains("$(__bellboard_custom_complete")
    }
    #expect(calls.count > 30)
    #expect(calls.allSatisfy { $0.contains("compopt +o filenames 2>/dev/null; ") })
  }

  @Test func `a value has its text beside it where a shell shows one`() {
    let value = CompletionOutput.Candidate(text: "source:ci", note: "3\u{1B}[m")
    #expect(CompletionOutput.printed([value], for: .bash) == ["'source:ci'"])
    #expect(CompletionOutput.printed([value], for: .zsh) == ["source\\:ci:3␛[m"])
    #expect(CompletionOutput.printed([value], for: .fish) == ["source:ci"])
  }

  @Test(arguments: [
    (["bellboard", "show", "--inbox", "work", "@"], "work"), (["bellboard", "list"], nil),
    (["bellboard", "--inbox=work", "list"], "work"), (["bellboard", "list", "--inbox"], nil),
  ])
  func `values are those of the named inbox`(words: [String], name: String?) {
    #expect(CompletedWords(words: words).inboxName == name)
  }

  @Test func `messages are those that the command acts on`() {
    #expect(CompletedWords(words: ["bellboard", "restore", ""]).reach == .trash)
    #expect(CompletedWords(words: ["bellboard", "show", ""]).reach == .all)
  }
}
