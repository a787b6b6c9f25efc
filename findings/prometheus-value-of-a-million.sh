#!/usr/bin/env bash
# Prometheus 2.42.0: in the text of an alert 999999 is "999999" and 1000000 is "1e+06".
#
# Expected of "{{ $value }} messages are waiting" in an annotation, the usual way to name a number: its digits. Seen
# with promtool of 2.42.0 (Debian 12), which expands texts as the server does: digits up to 999999, and from a million
# on an exponent, so that 1234567 is "1.234567e+06" and a time of Unix "1.7829072e+09". humanize chooses its letter
# before it rounds, so that 999999 is "1000k" and 1000000 is "1M". A test has small numbers and sees nothing, and who
# takes the number out of the text by its digits reads 1 for a million. printf "%.0f" gives digits; a receiver should
# compare labels, or read exponents as well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download prometheus=2.42.0+ds-5+deb12u1 >/dev/null 2>&1 &&
  dpkg-deb -x prometheus_*.deb root) ||
  { echo "cannot download prometheus 2.42.0+ds-5+deb12u1" >&2; exit 1; }
cat >"$folder/rules.yml" <<'YAML'
groups:
- name: example
  rules:
  - alert: Waiting
    expr: waiting > 0
    annotations:
      text: '{{ $labels.case }}: {{ $value }}, humanize {{ humanize $value }}, printf {{ printf "%.0f" $value }}'
YAML
cat >"$folder/test.yml" <<'YAML'
rule_files: [rules.yml]
tests:
- interval: 1m
  input_series:
  - {series: 'waiting{case="below a million"}', values: '999999'}
  - {series: 'waiting{case="exactly a million"}', values: '1000000'}
  - {series: 'waiting{case="more than a million"}', values: '1234567'}
  - {series: 'waiting{case="of Unix"}', values: '1782907200'}
  alert_rule_test:
  - {eval_time: 0m, alertname: Waiting, exp_alerts: []}
YAML
# The test expects no alerts, so that promtool fails and prints those that there are.
"$folder/root/usr/bin/promtool" test rules "$folder/test.yml" >"$folder/printed" 2>&1 || true
seen=$(sed -n 's/.*text="\(.*\)"}.*/\1/p' "$folder/printed")
echo "$seen"
[ "$seen" = "below a million: 999999, humanize 1000k, printf 999999
exactly a million: 1e+06, humanize 1M, printf 1000000
more than a million: 1.234567e+06, humanize 1.235M, printf 1234567
of Unix: 1.7829072e+09, humanize 1.783G, printf 1782907200" ]
