-- Keeps notices in a table of the app, where its phones list them. Run as the app's owner, with psql:
-- psql -v schema=shop -f inbox.sql; then name the function in the catalog, and apply it:
--
--   person:
--     recipient: {locale: t.locale, zone: t.zone, inbox: notice_take}

CREATE TABLE :"schema".notice(
  notice_id bigint PRIMARY KEY,
  person text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  link text,
  at timestamptz NOT NULL,
  read_at timestamptz
);

CREATE INDEX notice_person ON :"schema".notice(person, notice_id);

-- Called by a job, as the app's writer; perhaps twice for one notice.
CREATE FUNCTION :"schema".notice_take(recipient text, notice jsonb, at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  -- Without words: an erasure has emptied it.
  DELETE FROM :"schema".notice n
  WHERE n.notice_id = (notice ->> 'outbox_id')::bigint AND notice ->> 'body' IS NULL;
  INSERT INTO :"schema".notice(notice_id, person, subject, body, link, at)
  SELECT (notice ->> 'outbox_id')::bigint, recipient, notice ->> 'subject', notice ->> 'body',
    notice ->> 'link', at
  WHERE notice ->> 'body' IS NOT NULL
  ON CONFLICT (notice_id) DO NOTHING;
END;

REVOKE ALL ON FUNCTION :"schema".notice_take FROM PUBLIC;
