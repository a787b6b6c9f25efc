/// Good texts, and pieces of them, from which random ones are made.
enum Samples {
  static let payloads = [
    #"{"title":"Disk full","body":"97 %","priority":"high","tags":["a","b"],"custom":{"k":[1,2.5,null]}}"#,
    #"{"id":"1","source":"ci","title":"t","sent_at":"2026-01-31T12:00:00Z","expires_at":1769860900}"#,
    #"{"aps":{"alert":{"title":"a","body":"b"},"sound":"default","badge":3,"thread-id":"t"}}"#,
    #"{"topic":"x","message":"m","priority":5,"attach":"https://a.example/b.png","actions":[{"action":"view","label":"l","url":"https://b.example"}]}"#,
    #"[{"title":"a"},{"title":"b","tap":{"kind":"url","url":"https://c.example"}}]"#,
    #"{"title":"q","actions":[{"id":"y","label":"Yes"}],"asks":true,"status":"read","pinned":true}"#,
  ]
  static let payloadWords = [
    "{", "}", "[", "]", ":", ",", "\"", "\\u0000", "\\ud800", "1e999", "-0", "null", "\n",
    "\"title\":",
    "9223372036854775808", "\u{FEFF}", "\"snoozed_until\":", "\"aps\":{",
  ]
  static let mails = [
    "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nDate: Mon, 2 Nov 26 03:00:01 EST\r\n\r\ntext\r\n",
    "Content-Type: multipart/alternative; boundary=b\n\n--b\n\nplain\n--b\nContent-Type: text/html\n\n<p>rich\n--b--\n",
    "Content-Type: message/rfc822\n\nSubject: inner\nContent-Transfer-Encoding: base64\n\naGk=\n",
    "Content-Type: text/html; charset=koi8-r\n\n<table><tr><td>a<td><a href=\"https://x\">b</a></table>",
    "Content-Disposition: attachment; filename*0*=utf-8''%c3%bc; filename*1=x\n\nx",
  ]
  static let mailWords = [
    "\n\n", "--b", "--b--", "; boundary=b", "=?", "?=", "?B?", "=", "=C3", "charset=iso-2022-jp",
    "(",
    "\"", "<a ", "<!--", "</pre>", "&#x", "\u{1B}$B", "format=flowed", "From ", "*0*=",
  ]
  static let dialogues = [
    "EHLO x\r\nMAIL FROM:<a@b> SIZE=3\r\nRCPT TO:<c@d>\r\nDATA\r\nx\r\n..\r\n.\r\nQUIT\r\n",
    "LHLO x\r\nAUTH PLAIN AGEAYg==\r\nMAIL FROM:<>\r\nRCPT TO:<\"a b\"@d>\r\nRSET\r\n",
  ]
  static let dialogueWords = [
    "\r\n", "\n", "\r", ".", "<", ">", "\"", "DATA", "RCPT TO:", "\0", "=", "\\",
  ]
  static let frames = [
    "INFO {\"version\":\"2.9.10\",\"headers\":true,\"max_payload\":1048576}\r\n+OK\r\nPONG\r\n",
    "MSG a.b 1 3\r\nabc\r\nMSG a.b 2 reply 0\r\n\r\n-ERR 'Stale Connection'\r\n",
    "HMSG a 1 r 30 31\r\nNATS/1.0 503 No one\r\nA: b\r\n\r\nx\r\nPING\r\n",
  ]
  static let frameWords = [
    "\r\n", "\n", "\r", "MSG ", "HMSG ", "INFO ", "-ERR ", "NATS/1.0", " 0", " 999999999", "-",
    "\t",
    "{", ": ", "\0", "'",
  ]
  static let filters = [
    #"is:unread source:ntfy/* priority>=high -tag:test "disk full""#, "before:2026-01-31 after:-2d",
    "category:x thread:\"a b\" tag:y is:snoozed", "-is:pinned word -\"a b\"*",
    "is:asking is:expired", "is:any -is:deleted",
  ]
  static let filterWords = [
    "is:", "tag:", "-", "\"", "*", ">=", "<", "before:", "after:-", " ", "\\", "source:/*",
    "priority:",
    "AND", "NEAR(", "(", ":", "+9999999999d", "0000-00-00",
  ]
  static let times = [
    "2h", "tomorrow 9am", "2026-01-31T12:00:00Z", "next monday 17:30", "in 3 days", "1769860800",
    "-2d", "today", "2026-02-29", "noon", "1h30m", "PT2H", "a week from monday",
    "Fri Dec 24 18:00:00 CET 2027",
    "an hour and a half", "2½ hours", "24.12. 18:00", "8 in the evening", "the 24th",
  ]
  static let timeWords = [
    "in ", "next ", "99999999999", "am", "pm", ":", "-", "+", "h", "d", "w", "monday", "T", "Z",
    ".",
    "24:00", "12am", "1969", "year", "M", "½", "/", " from ", "month", "UTC", "midnight", "night",
  ]
  static let templates = [
    "{title} {body:json}\\n", "{?answer}{answer}{/}{!answer}open{/}", "{{x}} {number}\\t{source}",
    "{id} {?thread}{thread} {?tags}{tags}{/}{/}",
  ]
  static let templateWords = [
    "{", "}", "{{", "}}", "{/}", "{?", "{!", "\\n", "\\", ":json", "{title", "{?title}", "{number}",
  ]
  static let tomls = [
    "theme = \"nord\"\nmaximum_notifications = 0\n[keys]\n\"x\" = \":snooze 2h\"\n\"A\" = [\"toggle-read\", \"delete\"]\n",
    "[[tabs]]\nname = \"CI\"\nfilter = \"source:ci/*\"\n[[tabs]]\nname = \"All\"\nfilter = \"\"\n",
    "name = \"Indigo\"\ninherits = \"default\"\n[palette]\nindigo = \"#5856d6\"\n[unread]\nbackground = \"indigo\"\ntitle = { fg = \"white\", bold = true, lines = 4 }\n",
    "[read]\nmark = ' '\nmessage = { fg = 'brightblack' }\n[priority.high]\nfg = 9\ntext = \"\"\"\na\\\n  b\"\"\"\n",
    "date = 2026-01-31T12:00:00.5+01:00\nn = [0x1F, 1_000, -inf, 1e5, 0b11]\na.b.c = true\n",
  ]
  static let tomlWords = [
    "[", "]", "[[", "]]", "=", "\"", "'", "\"\"\"", "'''", "{", "}", ",", ".", "#", "\n", "\\u",
    "\\UFFFFFFFF",
    "a.b", "[keys]", "inherits = \"fuzz\"", "0x", "1e", "nan", "\r", "\t", "[a.b.c]",
  ]
  static let names = [
    "default", "@1", "@9223372036854775808", "id-7", "work.2", "a/b", "../x", "", "-", "@", "@-1",
    "0197f3a2-7c1e-7000-8000-000000000000",
  ]
  static let nameWords = [
    "@", "/", "..", "-", "9", "\0", "a", " ", "\u{10FFFF}", "'", "`x`", "$(x)", "%s",
  ]
}
