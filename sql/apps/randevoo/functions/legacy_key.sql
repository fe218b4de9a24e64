CREATE OR REPLACE FUNCTION randevoo.legacy_key(
  legacy_id text, kind text, id bigint, at timestamptz) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $body$
  SELECT coalesce(legacy_id, left(md5(concat_ws('/', kind, id, extract(epoch FROM at))), 20))
$body$;

COMMENT ON FUNCTION randevoo.legacy_key(text, text, bigint, timestamptz) IS
'The id of a row''s document in the former app''s store: its own, or 20 letters and digits made of
the number and time of what came since.';
