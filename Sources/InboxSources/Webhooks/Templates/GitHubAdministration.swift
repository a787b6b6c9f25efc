import InboxText

/// GitHub's events of repositories, teams, projects and apps, and of future kinds.
enum GitHubAdministration {
  static let events = named + others

  private static let named = [repositories, people, projects, apps].flatMap { table in
    table.map { names, fields in
      WebhookTemplate.Event.named("{header:x-github-event}", names, fields)
    }
  }

  private static let others: [WebhookTemplate.Event] = [
    .named(
      "{header:x-github-event}", "star", where: ["{/action}": "deleted"],
      ["title": "\(who) took a star from {/repository/full_name}"]),
    .named(
      "{header:x-github-event}", "star|watch",
      ["title": "\(who) starred {/repository/full_name}"]),
    WebhookTemplate.Event(
      [:],
      [
        "title": "{words:header:x-github-event|\"GitHub\"}{\" \"words:/action}"
          + "{\" in \"/repository/full_name|/organization/login}{\" by \"/sender/login}"
      ]),
  ]

  private static let who = "{/sender/login|\"Somebody\"}"

  private static let repositories: KeyValuePairs<String, [String: String]> = [
    "fork": [
      "title": "\(who) forked {/repository/full_name}", "body": "{/forkee/full_name}",
      "url": "{/forkee/html_url|/repository/html_url}",
    ],
    "public": ["title": "{/repository/full_name} is public now"],
    "repository": [
      "title": "Repository {/repository/full_name} {words:/action}",
      "body": "{/repository/description}",
    ],
    "repository_import": ["title": "Import of {/repository/full_name}: {/status}"],
    "repository_dispatch": [
      "title": "Dispatch {/action} in {/repository/full_name}{\" (\"/branch\")\"}"
    ],
    "repository_ruleset": [
      "title": "Ruleset {/repository_ruleset/name} {words:/action}",
      "url": "{/repository_ruleset/_links/html/href|/repository/html_url}",
    ],
    "branch_protection_rule": ["title": "Branch protection {/rule/name} {words:/action}"],
    "branch_protection_configuration": [
      "title": "Branch protection of {/repository/full_name} {words:/action}"
    ],
    "label": ["title": "Label {/label/name} {words:/action}", "body": "{/label/description}"],
    "milestone": [
      "title": "Milestone {/milestone/title} {words:/action}", "body": "{/milestone/description}",
      "format": "markdown",
      "url": "{/milestone/html_url|/repository/html_url}",
    ],
    "package|registry_package": [
      "title": "Package {/package/name|/registry_package/name}"
        + "{\" \"/package/package_version/version|/registry_package/package_version/version}"
        + " {words:/action}",
      "body": "{/package/description|/registry_package/description}",
      "url": "{/package/html_url|/registry_package/html_url|/repository/html_url}",
    ],
    "page_build": [
      "title": "Pages of {/repository/full_name}: {words:/build/status}",
      "body": "{/build/error/message}", "priority": "{/build/status?errored=4,2}",
    ],
    "deploy_key": ["title": "Deploy key {/key/title} {words:/action}"],
    "meta": [
      "title": "The webhook{\" of \"/repository/full_name|/organization/login} was {/action}"
    ],
    "custom_property": ["title": "Custom property {/definition/property_name} {words:/action}"],
    "custom_property_values": [
      "title": "Custom properties of {/repository/full_name} {words:/action}",
      "body": "{list:/new_property_values/*/property_name}",
    ],
    "deployment_review": [
      "title": "Deployment review {words:/action}{\": \"/workflow_run/name}"
        + "{\" for \"/environment|/workflow_job_run/environment}",
      "body": "{/comment|/workflow_run/display_title}", "priority": "3",
      "url": "{/workflow_run/html_url|/repository/html_url}",
    ],
    "deployment_protection_rule": [
      "title": "Deployment to {/environment|\"an environment\"} waits for a protection rule",
      "body": "{/deployment/description}{\"\n\nof \"ref:/deployment/ref}",
    ],
    "workflow_dispatch": [
      "title": "\(who) started {/workflow|\"a workflow\"}{\" on \"ref:/ref}"
    ],
  ]

  private static let people: KeyValuePairs<String, [String: String]> = [
    "member": [
      "title": "Collaborator {/member/login} {words:/action}{\" in \"/repository/full_name}"
    ],
    "membership": ["title": "{/member/login} {words:/action}{\" in team \"/team/name}"],
    "organization": [
      "title": "{/organization/login}: {words:/action}"
        + "{\" \"/membership/user/login|/invitation/login|/user/login}"
    ],
    "org_block": ["title": "{/organization/login} {words:/action} {/blocked_user/login}"],
    "team": [
      "title": "Team {/team/name} {words:/action}{\" in \"/repository/full_name}",
      "url": "{/team/html_url|/repository/html_url}",
    ],
    "team_add": [
      "title": "Team {/team/name} was given {/repository/full_name}",
      "url": "{/team/html_url|/repository/html_url}",
    ],
    "sponsorship": [
      "title": "Sponsorship of {/sponsorship/sponsor/login|/sender/login} {words:/action}"
        + "{\" (\"/sponsorship/tier/name\")\"}",
      "priority": "3",
    ],
  ]

  private static let projects: KeyValuePairs<String, [String: String]> = [
    "project": [
      "title": "Project {/project/name} {words:/action}", "body": "{/project/body}",
      "url": "{/project/html_url|/repository/html_url}",
    ],
    "project_card": [
      "title": "Project card {words:/action}{\" by \"/sender/login}",
      "body": "{/project_card/note}",
    ],
    "project_column": ["title": "Project column {/project_column/name} {words:/action}"],
    "projects_v2": [
      "title": "Project {/projects_v2/title} {words:/action}",
      "body": "{/projects_v2/short_description}",
    ],
    "projects_v2_item": [
      "title": "Project item {words:/action}{\" (\"/projects_v2_item/content_type\")\"}"
        + "{\" by \"/sender/login}"
    ],
    "projects_v2_status_update": [
      "title": "Project status {words:/action}{\": \"words:/projects_v2_status_update/status}",
      "body": "{/projects_v2_status_update/body}", "format": "markdown", "priority": "3",
    ],
  ]

  private static let apps: KeyValuePairs<String, [String: String]> = [
    "installation|integration_installation": [
      "title": "App{\" \"/installation/app_slug} {words:/action}"
        + "{\" for \"/installation/account/login}",
      "body": "{list:/repositories/*/full_name}",
      "url": "{/installation/html_url|/repository/html_url}",
      "source": "{/installation/account/login}",
    ],
    "installation_repositories|integration_installation_repositories": [
      "title": "App{\" \"/installation/app_slug}: repositories {words:/action}"
        + "{\" for \"/installation/account/login}",
      "body": "{list:/repositories_added/*/full_name|list:/repositories_removed/*/full_name}",
      "url": "{/installation/html_url|/repository/html_url}",
      "source": "{/installation/account/login}",
    ],
    "installation_target": [
      "title": "Account {/changes/login/from|/account/login} {words:/action}"
        + "{\" to \"/account/login}"
    ],
    "github_app_authorization": [
      "title": "App authorization {words:/action}{\" by \"/sender/login}"
    ],
    "marketplace_purchase": [
      "title": "Marketplace: {/marketplace_purchase/account/login} {words:/action}"
        + "{\" \"/marketplace_purchase/plan/name}"
    ],
    "personal_access_token_request": [
      "title": "Token request of {/personal_access_token_request/owner/login|/sender/login}: "
        + "{words:/action}",
      "priority": "3",
    ],
    "content_reference": [
      "title": "Link{\" to \"/content_reference/reference} {words:/action}{\" by \"/sender/login}"
    ],
  ]
}
