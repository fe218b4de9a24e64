"""Sends notices to phones, by APNs and FCM: push.py --dsn 'host=… dbname=… user=shop_sender' --secret-file … --spool …
--app shop --apns-token FILE --apns-topic com.example.shop --fcm-token FILE --fcm-project shop-1

The app's catalog declares where the tokens are, under devices.

The token files hold what authorizes a request, and are read for each: another program renews them (a JWT of the key
from Apple, at most an hour old; an access token of a service account, as `gcloud auth print-access-token` prints it).
Needs curl, since APNs speaks only HTTP/2."""
import json
import os
import re
import subprocess

from sender import Bounced, Failed, Refused, Temporary, options, plain, run

parser = options(__doc__)
parser.add_argument("--app", required=True)
parser.add_argument("--apns", default="https://api.push.apple.com")
parser.add_argument("--apns-token")
parser.add_argument("--apns-topic")
parser.add_argument("--fcm", default="https://fcm.googleapis.com")
parser.add_argument("--fcm-token")
parser.add_argument("--fcm-project")
arguments = parser.parse_args()


def post(url, headers, body):
    """The status and the answer; what is secret is in no argument of a program."""
    lines = [("url", url)] + [("header", f"{name}: {value}") for name, value in headers.items()]
    for _, value in lines:
        if re.search(r'[\x00-\x1f"\\]', value):
            raise Failed("a character that no header may have")
    read, write = os.pipe()
    with os.fdopen(write, "w") as config:
        config.writelines(f'{name} = "{value}"\n' for name, value in lines)
    try:
        done = subprocess.run(
            ["curl", "-q", "-sS", "--http2", "--max-time", "30", "--proto", "=https,http", "-K", f"/dev/fd/{read}",
             "--data-binary", "@-", "-w", "\n%{http_code}"], input=json.dumps(body).encode(), capture_output=True,
            pass_fds=[read], check=False)
    finally:
        os.close(read)
    if done.returncode:
        raise Temporary(done.stderr.decode(errors="replace").strip()[:200])
    answer, _, status = done.stdout.decode(errors="replace").rpartition("\n")
    return int(status), answer[:500]


def secret(path):
    return "Bearer " + open(path).readline().strip()


def apns(notice, token, badge):
    if not re.fullmatch("[0-9A-Fa-f]{8,200}", token):  # It becomes part of an address.
        return 410, "not a token"
    alert = {"title": plain(notice["subject"]), "body": plain(notice["body"], lines=True)[:1500].strip()}
    return post(f"{arguments.apns}/3/device/{token}", {
        "authorization": secret(arguments.apns_token), "apns-topic": arguments.apns_topic, "apns-push-type": "alert",
        "apns-collapse-id": f"notice-{int(notice['outbox_id'])}"}, {"aps": {"alert": alert, "badge": badge}})


def fcm(notice, token, badge):
    return post(f"{arguments.fcm}/v1/projects/{arguments.fcm_project}/messages:send", {
        "authorization": secret(arguments.fcm_token), "content-type": "application/json"}, {"message": {
            "token": token, "notification": {"title": plain(notice["subject"]),
                                             "body": plain(notice["body"], lines=True)[:1500].strip()},
            "android": {"notification": {"notification_count": badge, "tag": f"notice-{int(notice['outbox_id'])}"}}}})


def remove(notice, token, answer, database):
    """Removes a dead token, unless it is by now another person's, or was seen since it died."""
    since = re.search(r'"timestamp"\s*:\s*(\d{10,13})', answer)  # APNs says when, in milliseconds.
    try:
        database.query("SELECT reeve.device_dead($1, $2, $3, to_timestamp($4::numeric / 1000))", arguments.app,
                       notice["recipient"], token, since and since[1])
    except Refused as error:
        if error.state != "RV004":
            raise


def deliver(notice, database):
    collection, _, key = notice["recipient"].partition(":")
    devices = database.query("SELECT platform, token FROM reeve.device_tokens($1, $2)", arguments.app,
                             notice["recipient"])
    # This one is unread, whether or not the worker has committed yet that it was sent.
    badge = 1 + int(database.query("SELECT reeve.notice_unread($1, $2, $3, $4)", arguments.app, collection, key,
                                   notice["outbox_id"])[0][0])
    taken, later, refused = 0, [], []
    for platform, token in devices:
        try:
            status, answer = {"ios": apns, "android": fcm}[platform](notice, token, badge)
        except Temporary as error:
            later.append(str(error))
            continue
        if status == 200:
            taken += 1
        elif status in (404, 410) or "UNREGISTERED" in answer or "BadDeviceToken" in answer:
            remove(notice, token, answer, database)
        elif status == 429 or status >= 500:
            later.append(f"{status} {answer}")
        else:
            refused.append(f"{status} {answer}")
    # A second try would ring the phones again that have it.
    if not taken:
        if later:
            raise Temporary(later[0])
        raise Failed(refused[0]) if refused else Bounced("no device")


run(deliver, arguments)
