#!/usr/bin/env bash
# protobuf 7.36.2 with OpenTelemetry's messages 1.45.2: the ids of OTLP's JSON are read as other ids, with success.
#
# Expected of json_format.Parse with ExportLogsServiceRequest, the way to read a message of protobuf from JSON, for what
# an exporter sends as OTLP with application/json: the record as it was sent, or an error. Seen: OTLP writes traceId and
# spanId in hexadecimal, other than protobuf's JSON, where bytes are in base 64. Every id in hexadecimal is good base 64
# as well, as 32 and 16 letters are whole groups of four: the trace id has 24 bytes instead of 16, the span id 12
# instead of 8, and nothing complains. Written as JSON they look as before, so a test of the way there and back sees
# nothing; but they meet no id that came by protobuf or stands in a log, and MessageToJson writes right ids in base 64,
# and severities by name, which OTLP has as numbers. A receiver has to convert the ids itself; the length tells.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" opentelemetry-proto==1.45.2 protobuf==7.36.2
cat >"$folder/ids.py" <<'PYTHON'
import json

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

RECORD = {"severityNumber": 9, "traceId": "5b8efff798038103d269b633813fc60c", "spanId": "eee19b7ec3c1b174"}


def first(request):
    return request.resource_logs[0].scope_logs[0].log_records[0]


def request_of(record):
    return json.dumps({"resourceLogs": [{"scopeLogs": [{"logRecords": [record]}]}]})


read = json_format.Parse(request_of(RECORD), ExportLogsServiceRequest())
record = first(read)
print("read:", len(record.trace_id), "bytes", record.trace_id.hex(), len(record.span_id), "bytes", record.span_id.hex())


def written(message):
    text = json_format.MessageToJson(message)
    return json.loads(text)["resourceLogs"][0]["scopeLogs"][0]["logRecords"][0]


print("written again:", *(f"{name}={value}" for name, value in written(read).items()))
record.trace_id, record.span_id = bytes.fromhex(RECORD["traceId"]), bytes.fromhex(RECORD["spanId"])
print("the right one written:", *(f"{name}={value}" for name, value in written(read).items()))
PYTHON
seen=$(PYTHONPATH=$folder/packages python3 "$folder/ids.py")
echo "$seen"
[ "$seen" = "\
read: 24 bytes e5bf1e7df7fbf7cd37f35d37776ebd6fadf7f35ddf73ad1c 12 bytes 79e7b5f5bede7377356f5ef8
written again: severityNumber=SEVERITY_NUMBER_INFO traceId=5b8efff798038103d269b633813fc60c spanId=eee19b7ec3c1b174
the right one written: severityNumber=SEVERITY_NUMBER_INFO traceId=W47/95gDgQPSabYzgT/GDA== spanId=7uGbfsPBsXQ=" ]
