import Foundation

/// The documents of a table, each below a line of cells; a dash is an empty one.
func documents(of table: String) -> [(cells: [String?], document: String)] {
  let lines = table.split(separator: "\n").map(String.init)
  return stride(from: 0, to: lines.count, by: 2).map { index in
    let cells = lines[index].replacing("\\n", with: "\n").components(separatedBy: " | ")
    return (cells.map { $0 == "-" ? nil : $0 }, lines[index + 1])
  }
}

/// Documents of each vendor's shapes, after its documentation; see ``MarkedDocument``.
enum VendorDocuments {
  /// The template, the event of the header, and the document.
  static let all: [(template: String, event: String, document: String)] =
    text.components(separatedBy: "\n\n").map { block in
      let parts = block.split(separator: "\n", maxSplits: 1).map(String.init)
      let names = parts[0].split(separator: " ").map(String.init)
      return (names[0], names.count > 1 ? names[1] : "", parts[1])
    }

  /// Each document below the names of its template and event.
  private static let text = #"""
    github push
    {"ref":"=refs/heads/main","before":"a","after":"b","compare":"https:","pusher":{"name":"n",
    "email":"e"},"sender":{"login":"l"},"repository":{"full_name":"f","html_url":"https:",
    "description":"d","topics":["t"]},"commits":[{"id":"i","message":"m","author":{"name":"n"},
    "added":["a"]},{"id":"i","message":"m","removed":["r"]}],"head_commit":{"message":"m"}}

    github issues
    {"action":"=labeled","label":{"name":"l","color":"c"},"issue":{"number":3,"title":"t","body":"b",
    "html_url":"https:","user":{"login":"u"},"labels":[{"name":"l"}],"assignees":[{"login":"a"}],
    "milestone":{"title":"m"}},"repository":{"full_name":"f"},"sender":{"login":"s"}}

    github issue_comment
    {"action":"=deleted","issue":{"number":1,"title":"t","body":"b"},"comment":{"body":"c",
    "user":{"login":"u"},"html_url":"https:"},"sender":{"login":"s"}}

    github pull_request
    {"action":"=closed","number":2,"pull_request":{"number":2,"title":"t","body":"b","merged":true,
    "html_url":"https:","head":{"ref":"r","label":"l"},"base":{"ref":"r"},"requested_reviewers":[
    {"login":"r"}]},"sender":{"login":"s"}}

    github workflow_run
    {"action":"=completed","workflow_run":{"name":"n","head_branch":"b","display_title":"d",
    "conclusion":"=failure","html_url":"https:","head_commit":{"message":"m","author":{"name":"n"}},
    "workflow_id":9,"path":"p"},"repository":{"full_name":"f"}}

    github check_run
    {"action":"=completed","check_run":{"name":"n","conclusion":"=success","output":{"title":"t",
    "summary":"s","text":"x"},"app":{"slug":"s","name":"n"},"check_suite":{"head_branch":"b"},
    "details_url":"https:"},"repository":{"full_name":"f"}}

    github dependabot_alert
    {"action":"=created","alert":{"number":2,"state":"s","dependency":{"package":{"name":"n",
    "ecosystem":"e"},"manifest_path":"p"},"security_advisory":{"summary":"s","description":"d",
    "severity":"=high","cve_id":"c","ghsa_id":"g","cwes":[{"name":"n"}]},"html_url":"https:"},
    "repository":{"full_name":"f"}}

    github release
    {"action":"=published","release":{"name":"n","tag_name":"t","body":"b","html_url":"https:",
    "assets":[{"name":"n","browser_download_url":"https:"}]},"repository":{"full_name":"f"}}

    github ping
    {"zen":"z","hook_id":1,"hook":{"config":{"url":"https:","secret":"!s","content_type":"c"},
    "events":["e"]}}

    github unheard_of
    {"action":"a","thing":{"deep":{"deeper":["d",{"deepest":"d"}]}},"sender":{"login":"s"}}

    gitlab
    {"object_kind":"=pipeline","object_attributes":{"ref":"r","status":"=failed","url":"https:",
    "stages":["s"],"variables":[{"key":"=API_TOKEN","value":"!v"}]},"project":{"id":1,
    "path_with_namespace":"p","name":"n"},"commit":{"title":"t","message":"m","author":{"name":"n"}},
    "builds":[{"name":"n","stage":"s","failure_reason":"f"}],"user":{"name":"u"}}

    gitlab
    {"object_kind":"=note","user":{"name":"u","email":"e"},"object_attributes":{"note":"n",
    "noteable_type":"=MergeRequest","url":"https:","position":{"new_path":"p"}},"merge_request":{
    "iid":4,"title":"t","description":"d"},"project":{"path_with_namespace":"p"}}

    gitlab
    {"object_kind":"=merge_request","user":{"username":"u"},"object_attributes":{"iid":7,"title":"t",
    "description":"d","action":"=open","url":"https:","last_commit":{"message":"m"}},"labels":[{
    "title":"l"}],"changes":{"title":{"previous":"p","current":"c"}}}

    gitlab
    {"object_kind":"=build","build_status":"=failed","build_name":"n","build_stage":"s",
    "build_failure_reason":"f","ref":"r","commit":{"message":"m"},"runner":{"description":"d",
    "tags":["t"]},"project":{"web_url":"https:"}}

    gitlab
    {"event_name":"=user_create","name":"n","email":"e","username":"u"}

    gitea push
    {"ref":"=refs/heads/main","compare_url":"https:","commits":[{"message":"m","author":{"name":"n"}}],
    "pusher":{"login":"l"},"repository":{"full_name":"f","description":"d"}}

    gitea pull_request_comment
    {"action":"=deleted","pull_request":{"number":4,"title":"t","body":"b","html_url":"https:"},
    "comment":{"body":"c","user":{"login":"u"}},"sender":{"login":"s"},"repository":{"full_name":"f"}}

    gitea workflow_run
    {"action":"=completed","workflow":{"name":"n"},"workflow_run":{"conclusion":"=failure",
    "display_title":"d","head_branch":"b","html_url":"https:"},"repository":{"full_name":"f"}}

    bitbucket repo:push
    {"actor":{"display_name":"a","nickname":"n"},"push":{"changes":[{"new":{"name":"n","target":{
    "message":"m"}},"commits":[{"message":"m","author":{"raw":"r"}}],"links":{"html":{"href":"https:"}}}]},
    "repository":{"full_name":"f"}}

    bitbucket pullrequest:comment_deleted
    {"actor":{"display_name":"a"},"pullrequest":{"id":2,"title":"t","description":"d","source":{
    "branch":{"name":"b"}}},"comment":{"content":{"raw":"c","html":"h"},"inline":{"path":"p"},
    "links":{"html":{"href":"https:"}}},"repository":{"full_name":"f"}}

    bitbucket pr:comment:added
    {"actor":{"name":"a","emailAddress":"e"},"pullRequest":{"id":2,"title":"t","toRef":{
    "displayId":"d","repository":{"slug":"s","project":{"key":"k"}}},"links":{"self":[{"href":"https:"}]}},
    "comment":{"text":"c","author":{"name":"n"}}}

    jenkins
    {"name":"n","display_name":"d","url":"u","build":{"number":3,"phase":"=COMPLETED","status":"=FAILURE",
    "full_url":"https:","scm":{"branch":"=origin/main","commit":"c","culprits":["c"],"changes":[
    "c","d"]},"notes":"n","log":"l","parameters":{"TARGET":"t","DEPLOY_TOKEN":"!s"},"artifacts":{
    "a.jar":{"archive":"https:"}},"test_summary":{"failed":2,"failed_tests":["f"]}}}

    jenkins
    {"event":"=failure","projectName":"p","buildName":"b","buildUrl":"https:","buildVars":"v"}

    slack
    {"username":"u","channel":"c","icon_emoji":"i","text":"t","token":"!s","blocks":[{"type":"=header",
    "text":{"type":"=plain_text","text":"h"}},{"type":"=section","block_id":"b","text":{"type":"=mrkdwn",
    "text":"s"},"fields":[{"type":"=mrkdwn","text":"f"}],"accessory":{"type":"=button","text":{
    "type":"=plain_text","text":"b"},"url":"https:","value":"v"}},{"type":"=context","elements":[
    {"type":"=mrkdwn","text":"c"},{"type":"=image","image_url":"https:","alt_text":"a"}]},{
    "type":"=rich_text","elements":[{"type":"=rich_text_section","elements":[{"type":"=text",
    "text":"r","style":{"bold":true}},{"type":"=link","url":"https:","text":"l"},{"type":"=emoji",
    "name":"e"},{"type":"=user","user_id":"u"}]},{"type":"=rich_text_list","elements":[{"type":"=rich_text_section",
    "elements":[{"type":"=text","text":"i"}]}]}]},{"type":"=table","rows":[[{"type":"=raw_text",
    "text":"a"},{"type":"=rich_text","elements":[{"type":"=rich_text_section","elements":[{
    "type":"=text","text":"b"}]}]}]]},{"type":"=video","title":{"type":"=plain_text","text":"t"},
    "video_url":"https:","author_name":"a"},{"type":"=markdown","text":"m"},{"type":"=input",
    "label":{"type":"=plain_text","text":"l"},"element":{"type":"=static_select","placeholder":{
    "type":"=plain_text","text":"p"},"options":[{"text":{"type":"=plain_text","text":"o"},
    "value":"v"}]}},{"type":"=card","hero":{"caption":"c"},"lines":["l",{"more":{"text":"m"}}],
    "button":{"type":"=button","text":{"type":"=plain_text","text":"b"},"url":"https:"}}]}

    slack
    {"attachments":[{"color":"c","pretext":"p","author_name":"a","author_link":"https:","title":"t",
    "title_link":"https:","text":"t","fields":[{"title":"f","value":"v"}],"fallback":"f",
    "footer":"f","actions":[{"type":"=button","text":"b","url":"https:"}],"image_url":"https:"}],
    "metadata":{"event_type":"e","event_payload":{"id":"i"}}}

    mattermost
    {"username":"u","text":"t","priority":{"priority":"=urgent"},"attachments":[{"title":"t",
    "text":"x"}],"props":{"card":"c","other":"o"}}

    discord
    {"username":"u","avatar_url":"https:","content":"c","thread_name":"t","embeds":[{"title":"t",
    "url":"https:","description":"d","author":{"name":"a","url":"https:","icon_url":"https:"},
    "fields":[{"name":"n","value":"v"}],"image":{"url":"https:"},"footer":{"text":"f"},
    "provider":{"name":"p"}}],"components":[{"type":1,"components":[{"type":2,"label":"l","url":"https:",
    "custom_id":"c"},{"type":10,"content":"c"}]}],"poll":{"question":{"text":"q"},"answers":[{
    "poll_media":{"text":"a"}}]}}

    teams
    {"@type":"=MessageCard","themeColor":"c","summary":"s","title":"t","text":"x","sections":[{
    "title":"t","activityTitle":"a","activitySubtitle":"s","activityText":"t","activityImage":"https:",
    "text":"t","facts":[{"name":"n","value":"v"}],"images":[{"image":"https:","title":"t"}]}],
    "potentialAction":[{"@type":"=OpenUri","name":"n","targets":[{"os":"o","uri":"https:"}]},{
    "@type":"=HttpPOST","name":"n","target":"https:","headers":[{"name":"=X-Own","value":"!v"}],
    "body":"b"}]}

    teams
    {"type":"=message","attachments":[{"contentType":"c","content":{"type":"=AdaptiveCard",
    "version":"v","body":[{"type":"=TextBlock","text":"t","size":"=large","weight":"=bolder"},{
    "type":"=Container","style":"s","items":[{"type":"=TextBlock","text":"t"},{"type":"=ColumnSet",
    "columns":[{"type":"=Column","width":"w","items":[{"type":"=TextBlock","text":"t"}]}]}]},{
    "type":"=FactSet","facts":[{"title":"t","value":"v"}]},{"type":"=CodeBlock","codeSnippet":"c",
    "language":"l"},{"type":"=Table","rows":[{"cells":[{"items":[{"type":"=TextBlock","text":"a"}]}]}]},
    {"type":"=RichTextBlock","inlines":[{"type":"=TextRun","text":"r"},"r"]},{"type":"=Chart.Pie",
    "title":"t","data":[{"legend":"l","value":3}],"parts":{"deep":{"note":"n"}}}],"actions":[{
    "type":"=Action.OpenUrl","title":"t","url":"https:"},{"type":"=Action.ShowCard","title":"t",
    "card":{"type":"=AdaptiveCard","body":[{"type":"=TextBlock","text":"t"}]}}],"msteams":{
    "entities":[{"text":"e"}]}}}]}

    alertmanager
    {"version":"=4","groupKey":"g","status":"=firing","receiver":"r","externalURL":"https:",
    "groupLabels":{"alertname":"a"},"commonLabels":{"job":"j"},"commonAnnotations":{"c":"c"},
    "alerts":[{"status":"=firing","labels":{"alertname":"a","severity":"=critical","pod":"p"},
    "annotations":{"summary":"s","description":"d","runbook_url":"https:"},"generatorURL":"https:",
    "fingerprint":"f"},{"status":"=resolved","labels":{"alertname":"a","severity":"odd"},
    "annotations":{},"fingerprint":"f"}]}

    grafana
    {"receiver":"r","status":"=firing","orgId":1,"title":"t","message":"m","state":"s",
    "externalURL":"https:","commonLabels":{"x":"c"},"alerts":[{"status":"=firing","labels":{
    "alertname":"=DatasourceError","rulename":"r","grafana_folder":"f"},"annotations":{"Error":"e"},
    "values":{"B":"v"},"valueString":"v","fingerprint":"f","silenceURL":"https:","dashboardURL":"https:",
    "panelURL":"https:","imageURL":"https:"},{"status":"=firing","labels":{"alertname":"a"},
    "annotations":{"summary":"s"},"fingerprint":"f"}]}

    grafana-legacy
    {"dashboardId":1,"evalMatches":[{"value":100,"metric":"m","tags":{"host":"h"}}],"imageUrl":"https:",
    "message":"m","orgId":1,"panelId":1,"ruleId":2,"ruleName":"r","ruleUrl":"https:",
    "state":"=alerting","tags":{"severity":"=critical","team":"t"},"title":"t"}

    sentry issue
    {"action":"=created","installation":{"uuid":"u"},"actor":{"name":"n"},"data":{"issue":{"id":"i",
    "shortId":"s","title":"t","culprit":"c","level":"=error","metadata":{"value":"v","type":"t",
    "filename":"f"},"project":{"slug":"s","name":"n"},"web_url":"https:","permalink":"https:"}}}

    sentry event_alert
    {"action":"=triggered","data":{"event":{"title":"t","message":"m","level":"=fatal","culprit":"c",
    "environment":"e","location":"l","metadata":{"value":"v"},"issue_id":"i","web_url":"https:",
    "tags":[["k","v"]],"request":{"url":"https:","headers":[["=Accept","a"],["=Cookie","!c"]]},
    "exception":{"values":[{"type":"t","value":"v","stacktrace":{"frames":[{"filename":"f"}]}}]}},
    "triggered_rule":"r","issue_alert":{"title":"t","settings":[{"name":"n","value":"v"}]}}}

    sentry metric_alert
    {"action":"=resolved","data":{"metric_alert":{"id":"i","title":"t","alert_rule":{"name":"n",
    "aggregate":"a"}},"description_title":"d","description_text":"d","web_url":"https:"}}

    uptime-kuma
    {"heartbeat":{"status":0,"msg":"m","time":"t","localDateTime":"l","timezone":"z"},"monitor":{
    "id":1,"name":"n","url":"https:","description":"d","hostname":"h","tags":[{"name":"n",
    "value":"v","color":"c"}],"basic_auth_pass":"!p","pushToken":"!t","accepted_statuscodes":[
    "a"]},"msg":"m"}

    uptime-kuma
    {"heartbeat":null,"monitor":null,"msg":"m"}

    healthchecks
    {"name":"n","status":"=down","code":"c","tags":"t","now":"n","other":{"deep":["d"]}}

    pagerduty
    {"routing_key":"!r","event_action":"=trigger","dedup_key":"d","client":"c","client_url":"https:",
    "payload":{"summary":"s","source":"s","severity":"=error","timestamp":"=2026-01-01T00:00:00Z",
    "component":"c","group":"g","class":"c","custom_details":{"firing":"f","deep":{"list":["a",
    "b"]}}},"images":[{"src":"https:","alt":"a"}],"links":[{"href":"https:","text":"t"},{"href":"https:",
    "text":"u"}]}

    pagerduty
    {"routing_key":"!r","event_action":"=resolve","dedup_key":"d","payload":{"summary":"s",
    "source":"s","custom_details":"c"}}

    gotify
    {"title":"t","message":"m","priority":8,"extras":{"client::notification":{"click":{"url":"https:"},
    "bigImageUrl":"https:"},"other::thing":{"deep":"d"}}}

    json
    {"title":"t","message":"m","severity":"=error","deep":{"deeper":["d",{"deepest":"d"}]},
    "api_key":"!k"}

    json
    {"Subject":"s","Message":"m","TopicArn":"t","Signature":"!s","UnsubscribeURL":"https:"}

    json
    [{"series":{"title":"t"},"episodes":[{"title":"e"}],"Authorization":"!a"},{"text":"t"},
    "bare"]
    """#
}
