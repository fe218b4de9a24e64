CREATE OR REPLACE FUNCTION reeve.reply_text(
  reply_id int, locale text, zone text, arguments jsonb, OUT rendered text, OUT missing text)
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
  SELECT n.rendered, n.missing
  FROM reeve.reply r
  CROSS JOIN LATERAL (
    -- The reader's language, else the language without its region, else English, else any.
    SELECT x.value FROM jsonb_each_text(r.texts) x
    ORDER BY x.key = reply_text.locale DESC, x.key = split_part(reply_text.locale, '-', 1) DESC,
      x.key = 'en' DESC, x.key LIMIT 1) t(body)
  CROSS JOIN LATERAL reeve.notice_render(t.body, coalesce(zone, 'UTC'), arguments) n
  WHERE r.reply_id = reply_text.reply_id
$$;

COMMENT ON FUNCTION reeve.reply_text(int, text, text, jsonb) IS
  'A saved reply in a language (NULL: English, or any), with times of a zone (NULL: UTC); missing: '
  'the placeholder that has no value.';
