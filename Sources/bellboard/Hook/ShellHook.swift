import Foundation
import InboxText

/// The shell script that pushes a notification when a long command ends.
///
/// For a short command it sets a few variables and starts no process.
struct ShellHook {
  /// A supported shell.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  /// The shell that reads the script.
  var shell: Shell
  /// The path of the program that the script calls.
  var program: String
  /// Minimum duration of a command, in seconds.
  var seconds: Int
  /// The commands to ignore: a word, or two as in `git commit`.
  var ignored: [String]
  /// Whether commands are pushed even if the terminal has the focus.
  var isAlways: Bool

  /// Interactive programs, which are ignored.
  static let interactive = [
    "vi", "vim", "nvim", "view", "nano", "emacs", "micro", "hx", "helix", "kak", "ed", "joe",
    "less", "more", "most", "bat", "man", "info", "top", "htop", "btop", "watch", "tail", "ssh",
    "mosh", "telnet", "tmux", "screen", "zellij", "bellboard", "mutt", "neomutt", "aerc",
    "newsboat", "weechat", "irssi", "tig", "lazygit", "gitui",
    "git commit", "git rebase", "git log", "git diff", "git show", "ranger", "nnn", "lf",
    "yazi", "mc", "fzf", "gdb", "lldb", "mpv", "crontab", "visudo", "fg",
  ]

  /// Programs that are interactive, and ignored, if they are called without an argument.
  static let prompts = [
    "bash", "zsh", "fish", "sh", "dash", "su", "python", "python3", "ipython", "node", "irb",
    "psql", "mysql", "sqlite3", "swift", "ghci", "lua",
  ]

  /// The text of the script.
  var script: String {
    let text =
      switch shell {
      case .bash: Self.posix + Self.bash
      case .zsh: Self.posix + Self.zsh
      case .fish: Self.fish
      }
    return
      text
      .replacing(
        "@PROGRAM@", with: shell == .fish ? fishQuoted(program) : ShellQuoting.quoted(program)
      )
      .replacing("@SECONDS@", with: "\(seconds)")
      .replacing("@ALWAYS@", with: isAlways ? "return 1\n  " : "")
      .replacing("@IGNORED@", with: words(Self.interactive + ignored))
      .replacing("@PROMPTS@", with: words(Self.prompts))
  }

  /// Formats a list of words for the shell: a list in fish, else a text with commas around each.
  private func words(_ words: [String]) -> String {
    shell == .fish
      ? words.map(fishQuoted).joined(separator: " ")
      : ShellQuoting.quoted("," + words.joined(separator: ",") + ",")
  }

  private func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}

extension ShellHook {
  /// The part that bash and zsh share: decides whether to push a long command.
  private static let posix = """
    __bellboard_program=@PROGRAM@
    __bellboard_ignored=@IGNORED@
    __bellboard_prompts=@PROMPTS@

    # Whether somebody looks at this terminal; where nothing tells, nobody does.
    __bellboard_is_seen() {
      @ALWAYS@if [ -n "${TMUX-}" ] && [ -n "${TMUX_PANE-}" ]; then
        case $(command tmux display-message -p -t "$TMUX_PANE" \\
          '#{pane_active}#{window_active},#{session_attached},#{focus-events}' 2>/dev/null) in
          11,0,*) return 1 ;;
          11,*,on) command tmux list-clients -t "$TMUX_PANE" -F '#{client_flags}' 2>/dev/null |
            command grep -q focused ;;
          11,*) return 0 ;;
          *) return 1 ;;
        esac
      elif [ -n "${WINDOWID-}" ] && [ -n "${DISPLAY-}" ] && command -v xdotool >/dev/null; then
        [ "$(command xdotool getactivewindow 2>/dev/null)" = "$WINDOWID" ]
      else
        return 1
      fi
    }

    # __bellboard_ended STATUS SECONDS COMMAND
    __bellboard_ended() {
      # Ctrl-C and Ctrl-Z are pressed by somebody who looks.
      case $1 in 130 | 14[6-9] | 150) return 0 ;; esac
      local rest="$3" first second before=
      # What stands before the command itself: assignments, sudo and its like with their options.
      while :; do
        first=${rest%%[[:space:]]*}
        second=${rest#"$first"}
        case $first in
          [A-Za-z_]*=[\\'\\"]*)
            second=${first#*=}
            second=${second%"${second#?}"}
            second=${rest#*"$second"*"$second"}
            second=${second#"${second%%[[:space:]]*}"} ;;
          [A-Za-z_]*=*) ;;
          sudo | doas | env | command | builtin | exec | time | nohup | nice) before=$first ;;
          -*)
            [ -n "$before" ] || break
            case $before$first in
              sudo-[CDghpRrTtUu] | doas-[Cu] | env-[CSu] | nice-n | time-[fo] | exec-a | \\
                sudo--user | sudo--group | env--unset | env--chdir | nice--adjustment)
                second=${second#"${second%%[![:space:]]*}"}
                second=${second#"${second%%[[:space:]]*}"} ;;
            esac ;;
          *) break ;;
        esac
        second=${second#"${second%%[![:space:]]*}"}
        [ -n "$second" ] || break
        rest=$second
      done
      second=${rest#"$first"}
      second=${second#"${second%%[![:space:]]*}"}
      # A shell of another user.
      case $before$first in sudo-[is] | doas-s) return 0 ;; esac
      case $__bellboard_ignored in
        *,"${first##*/}",* | *,"${first##*/} ${second%%[[:space:]]*}",*) return 0 ;;
      esac
      case $second$__bellboard_prompts in ,*,"${first##*/}",*) return 0 ;; esac
      __bellboard_is_seen && return 0
      (command "$__bellboard_program" hook-report --status "$1" --seconds "$2" -- "$3" \\
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
      __bellboard_started=$EPOCHSECONDS
      __bellboard_line=$1
      # A command that begins with a blank is kept out of the history, and out of here.
      [[ $1 != [[:space:]]* ]] || __bellboard_line=
    }
    __bellboard_precmd() {
      local code=$? started=${__bellboard_started:-0}
      __bellboard_started=0
      if ((started > 0 && EPOCHSECONDS - started >= @SECONDS@)); then
        __bellboard_ended $code $((EPOCHSECONDS - started)) "$__bellboard_line"
      fi
      return $code
    }
    add-zsh-hook preexec __bellboard_preexec
    add-zsh-hook precmd __bellboard_precmd

    """#

  private static let fish = #"""
    set -g __bellboard_ignored @IGNORED@
    set -g __bellboard_prompts @PROMPTS@

    # Whether somebody looks at this terminal; where nothing tells, nobody does.
    function __bellboard_is_seen
      @ALWAYS@if set -q TMUX; and set -q TMUX_PANE
        switch (command tmux display-message -p -t "$TMUX_PANE" \
            '#{pane_active}#{window_active},#{session_attached},#{focus-events}' 2>/dev/null)
          case '11,0,*'
            return 1
          case '11,*,on'
            command tmux list-clients -t "$TMUX_PANE" -F '#{client_flags}' 2>/dev/null \
              | command grep -q focused
          case '11,*'
            return 0
          case '*'
            return 1
        end
      else if set -q WINDOWID; and set -q DISPLAY; and command -sq xdotool
        test (command xdotool getactivewindow 2>/dev/null) = "$WINDOWID"
      else
        return 1
      end
    end

    function __bellboard_postexec --on-event fish_postexec
      set -l code $status
      test "$CMD_DURATION" -ge @SECONDS@000; or return
      # Ctrl-C and Ctrl-Z are pressed by somebody who looks.
      contains -- $code 130 146 147 148 149 150; and return
      set -l words
      string trim -- $argv[1] | read -l -at words
      # What stands before the command itself: assignments, sudo and its like with their options.
      set -l before
      while test (count $words) -gt 1
        if string match -qr -- '^(sudo|doas|env|command|builtin|exec|time|nohup|nice)$' "$words[1]"
          set before $words[1]
        else if set -q before[1]; and string match -q -- '-*' "$words[1]"
          if string match -qr -- \
              '^(sudo-[CDghpRrTtUu]|doas-[Cu]|env-[CSu]|nice-n|time-[fo]|exec-a|sudo--(user|group)|env--(unset|chdir)|nice--adjustment)$' \
              "$before$words[1]"; and test (count $words) -gt 2
            set -e words[1]
          end
        else if not string match -qr -- '^[A-Za-z_].*=' "$words[1]"
          break
        end
        set -e words[1]
      end
      # A shell of another user.
      string match -qr -- '^(sudo-[is]|doas-s)$' "$before$words[1]"; and return
      set -l first (string replace -r '.*/' '' -- "$words[1]")
      contains -- "$first" $__bellboard_ignored; and return
      contains -- "$first $words[2]" $__bellboard_ignored; and return
      test (count $words) -eq 1; and contains -- "$first" $__bellboard_prompts; and return
      __bellboard_is_seen; and return
      set -l line $argv[1]
      # A command that begins with a blank is kept out of the history, and out of here.
      string match -q -- ' *' "$line"; and set line ''
      command @PROGRAM@ hook-report --status $code \
        --seconds (math -s0 $CMD_DURATION / 1000) -- "$line" </dev/null >/dev/null 2>&1 &
      disown
    end

    """#
}
