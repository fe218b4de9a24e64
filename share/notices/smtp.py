"""Sends notices as mail: smtp.py --dsn 'host=… dbname=… user=shop_sender' --secret-file … --spool … --host mail.example
--from 'Shop <notices@shop.example>' --address 'SELECT email FROM shop.person WHERE id = $1::bigint'"""
import email.message
import email.policy
import email.utils
import re
import smtplib
import ssl

from sender import Bounced, Failed, Temporary, options, plain, run

parser = options(__doc__)
parser.add_argument("--host", required=True)
parser.add_argument("--smtp-port", type=int, default=25)
parser.add_argument("--starttls", action="store_true", help="never without TLS")
parser.add_argument("--user")
parser.add_argument("--password-file")
parser.add_argument("--from", dest="sender", required=True)
parser.add_argument("--address", required=True, help="a statement that gives the address of the key $1")
arguments = parser.parse_args()


def deliver(notice, database):
    rows = database.query(arguments.address, notice["recipient"].split(":", 1)[1])
    address = rows[0][0] if rows else None
    # One address and nothing else: it is what a user has typed.
    if not address or not re.fullmatch(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+", address):
        raise Bounced("no valid address")
    message = email.message.EmailMessage(email.policy.SMTP)
    message["From"], message["To"], message["Subject"] = arguments.sender, address, plain(notice["subject"])
    message["Date"] = email.utils.formatdate()
    domain = email.utils.parseaddr(arguments.sender)[1].rpartition("@")[2]
    message["Message-ID"] = f"<notice-{int(notice['outbox_id'])}@{domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message["Content-Language"] = plain(notice["locale"])
    message.set_content(plain(notice["body"], lines=True))
    try:
        with smtplib.SMTP(arguments.host, arguments.smtp_port, timeout=30) as server:
            if arguments.starttls:
                server.starttls(context=ssl.create_default_context())
            if arguments.user:
                server.login(arguments.user, open(arguments.password_file).readline().rstrip("\n"))
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        code, text = error.recipients[address]
        raise (Temporary if code < 500 else Bounced)(f"{code} {text.decode(errors='replace')}") from None
    except smtplib.SMTPResponseException as error:
        text = error.smtp_error.decode(errors="replace") if isinstance(error.smtp_error, bytes) else error.smtp_error
        raise (Temporary if error.smtp_code < 500 else Failed)(f"{error.smtp_code} {text}") from None
    except (smtplib.SMTPServerDisconnected, OSError) as error:
        raise Temporary(str(error)) from None
    except smtplib.SMTPException as error:
        raise Failed(str(error)) from None


run(deliver, arguments)
