import InboxText

/// The shell script that pushes a notification when a long command ends.
///
/// For a short command it sets a few variables and starts no process.
struct ShellHook {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  /// The shell that reads the script.
  var shell: Shell
  /// The path of the program that the script calls.
  var program: String
  /// Minimum duration of a command, in seconds.
  var seconds: Int
  /// The commands to ignore, separated by commas: a word, or two as in `git commit`.
  var ignored: String
  /// Whether commands are pushed even if the terminal has the focus.
  var isAlways: Bool

  var script: String {
    let text =
      switch shell {
      case .bash: Self.posix + Self.bash
      case .zsh: Self.posix + Self.zsh
      case .fish: Self.fish
      }
    let options =
      (isAlways ? ["--always"] : []) + (ignored.isEmpty ? [] : [quoted("--ignore=\(ignored)")])
    return text.replacing("@PROGRAM@", with: quoted(program))
      .replacing("@OPTIONS@", with: options.joined(separator: " "))
      .replacing("@SECONDS@", with: "\(seconds)")
  }

  private func quoted(_ text: String) -> String {
    guard shell == .fish else { return ShellQuoting.quoted(text) }
    return "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}

extension ShellHook {
  /// The part that bash and zsh share: pushes a long command.
  private static let posix = """
    # __bellboard_ended STATUS SECONDS COMMAND
    __bellboard_ended() {
      (command @PROGRAM@ hook-report @OPTIONS@ --status "$1" --seconds "$2" -- "$3" \\
        </dev/null >/dev/null 2>&1 &)
    }

    """

  private static let bash = #"""
    # PS0 is expanded when a command begins, in this shell; the trap keeps its first words, as the
    # history may leave a command out that begins with a blank or comes again.
    __bellboard_started=0 __bellboard_number=0 __bellboard_last=0 __bellboard_wants=0
    __bellboard_prompt() {
      local status=$? line=
      local started=$__bellboard_started
      __bellboard_started=0 __bellboard_wants=0
      if ((started > 0 && ${EPOCHSECONDS:-$SECONDS} - started >= @SECONDS@)); then
        line=$(HISTTIMEFORMAT= builtin history 1)
        [[ $line =~ ^[[:space:]]*[0-9]+[*[:space:]][[:space:]](.*)$ ]] && line=${BASH_REMATCH[1]}
        # A command that begins with a blank is kept to oneself, whatever the history does.
        [[ $line == [[:space:]]* ]] && line=
        if ((__bellboard_number == __bellboard_last)) && [[ $line != "${__bellboard_first-}"* ]]; then
          line=
        fi
        __bellboard_ended "$status" $((${EPOCHSECONDS:-$SECONDS} - started)) "$line"
      fi
      ((started > 0)) && __bellboard_last=$__bellboard_number
      # Under 'set -e' the shell would end of it.
      case $- in *e*) return 0 ;; esac
      return "$status"
    }
    if [[ ${PS0-} != *__bellboard_started* ]]; then
      PS0+='${__bellboard_none[$((__bellboard_started = ${EPOCHSECONDS:-$SECONDS}, __bellboard_number = HISTCMD, __bellboard_wants = 1, 0))]-}'
      if [[ $(declare -p PROMPT_COMMAND 2>/dev/null) == "declare -a"* ]]; then
        PROMPT_COMMAND=(__bellboard_prompt "${PROMPT_COMMAND[@]}")
      else
        PROMPT_COMMAND="__bellboard_prompt${PROMPT_COMMAND:+; $PROMPT_COMMAND}"
      fi
      if [[ -z $(trap -p DEBUG) ]]; then
        trap '((__bellboard_wants)) && { __bellboard_first=$BASH_COMMAND __bellboard_wants=0; } || :' DEBUG
      fi
    fi

    """#

  private static let zsh = #"""
    zmodload zsh/datetime
    autoload -Uz add-zsh-hook
    __bellboard_preexec() {
      __bellboard_started=$EPOCHREALTIME
      __bellboard_line=$1
      # A command that begins with a blank is kept out of the history, and out of here.
      [[ $1 != [[:space:]]* ]] || __bellboard_line=
    }
    __bellboard_precmd() {
      local code=$? started=${__bellboard_started:-0}
      __bellboard_started=0
      if ((started > 0 && EPOCHREALTIME - started >= @SECONDS@)); then
        __bellboard_ended $code $((EPOCHREALTIME - started)) "$__bellboard_line"
      fi
      return $code
    }
    add-zsh-hook preexec __bellboard_preexec
    add-zsh-hook precmd __bellboard_precmd

    """#

  private static let fish = #"""
    function __bellboard_postexec --on-event fish_postexec
      set -l code $status
      # Where a line does not begin with a command, fish leaves the duration of the one before it.
      string match -qr '^[ \t]*([#;\n]|\w+=\S*$|$)' -- "$argv[1]"; and return
      test "$CMD_DURATION" -ge @SECONDS@000; or return
      set -l line $argv[1]
      # A command that begins with a blank is kept out of the history, and out of here.
      string match -q -- ' *' "$line"; and set line ''
      command @PROGRAM@ hook-report @OPTIONS@ --status $code \
        --seconds (math -s3 $CMD_DURATION / 1000) -- "$line" </dev/null >/dev/null 2>&1 &
      disown
    end

    """#
}
