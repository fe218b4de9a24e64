CREATE OR REPLACE FUNCTION reeve.term_limit_sweep(at timestamptz, max_rows int, principal text)
RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC'
AS $$
DECLARE
  t reeve.term;
  v reeve.term_version;
  page record;
  due text[];
  one text;
  tried int := 0;
BEGIN
  FOR t IN
    SELECT x.* FROM reeve.term x
    WHERE x.is_live AND x.limit_name IS NOT NULL
      AND (x.scan_key IS NOT NULL OR (x.scanned_at > at - interval '1 hour') IS NOT TRUE)
    ORDER BY x.app, x.kind FOR NO KEY UPDATE SKIP LOCKED
  LOOP
    EXIT WHEN tried >= max_rows;
    v := reeve.term_in_force(t.app, t.kind, at);
    CONTINUE WHEN v.term_id IS NULL
      OR v.effective_on::timestamp AT TIME ZONE 'UTC' + t.limit_after > at;
    LOOP
      SELECT * INTO page FROM reeve.term_page(v, t, t.scan_key, 10000);
      due := ARRAY(
        SELECT k.key FROM unnest(page.pending) WITH ORDINALITY k(key, place)
        WHERE NOT EXISTS (
            SELECT FROM reeve.term_limit l WHERE l.term_id = v.term_id AND l.key = k.key)
          AND NOT EXISTS (
            SELECT FROM reeve.subject s
            WHERE s.collection_id = t.collection_id AND s.key = k.key AND s.hidden_until > at)
        ORDER BY k.place LIMIT max_rows - tried);
      FOREACH one IN ARRAY due LOOP
        PERFORM reeve.term_limit_put(t, v, one, at, principal);
        tried := tried + 1;
      END LOOP;
      t.scan_key := CASE WHEN tried >= max_rows THEN due[cardinality(due)] ELSE page.last END;
      EXIT WHEN page.seen = 0 OR tried >= max_rows;
    END LOOP;
    UPDATE reeve.term x SET scan_key = t.scan_key, scanned_at = at
    WHERE x.app = t.app AND x.kind = t.kind;
  END LOOP;
  RETURN tried;
END
$$;

COMMENT ON FUNCTION reeve.term_limit_sweep(timestamptz, int, text) IS
  'Limits at most max_rows people who have not accepted terms by the day that their catalog '
  'declares: hourly it looks at everybody, in the order of the key. Returns how many it looked '
  'at closely.';
