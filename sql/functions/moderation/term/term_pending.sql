CREATE OR REPLACE FUNCTION reeve.term_pending(
  only_app text, kind text, after text, max_rows int)
RETURNS TABLE(
  app text, terms text, version text, collection text, key text, label text, is_barred boolean,
  is_reminded boolean, limited_by text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET jit = off
AS $$
DECLARE
  t reeve.term;
  v reeve.term_version;
  page record;
  upto text := term_pending.after;
  rest int := max_rows;
BEGIN
  PERFORM reeve.member_require('moderator');
  t := reeve.term_named(only_app, term_pending.kind);
  v := reeve.term_in_force(t.app, t.kind, statement_timestamp());
  WHILE v.term_id IS NOT NULL AND rest > 0 LOOP
    SELECT * INTO page FROM reeve.term_page(v, t, upto, 10000);
    EXIT WHEN page.seen = 0;
    upto := page.last;
    page.pending := (page.pending)[1:rest];
    rest := rest - coalesce(cardinality(page.pending), 0);
    RETURN QUERY
      SELECT t.app, t.kind, v.version, c.name, k.key, n.label,
        coalesce(s.hidden_until > statement_timestamp(), FALSE), r.term_id IS NOT NULL,
        'A' || CASE WHEN l.ended_at IS NULL THEN l.action_id END
      FROM unnest(page.pending) WITH ORDINALITY k(key, place)
      JOIN reeve.collection c ON c.collection_id = t.collection_id
      LEFT JOIN reeve.app_find(t.collection_id, '', page.pending,
        greatest(cardinality(page.pending), 1)) n ON n.key = k.key
      LEFT JOIN reeve.subject s ON s.collection_id = t.collection_id AND s.key = k.key
      LEFT JOIN reeve.term_reminder r ON r.term_id = v.term_id AND r.key = k.key
      LEFT JOIN reeve.term_limit l ON l.term_id = v.term_id AND l.key = k.key
      ORDER BY k.place;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.term_pending(text, text, text, int) IS
  'Who has accepted neither the version of terms that is in force nor a later one, in the order of '
  'the key, after a key (NULL: from the first), at most max_rows: whether somebody is banned or '
  'hidden, was reminded of this version, and the action that limits them because of it. Erased '
  'people are left out. Needs moderator. RV003; RV001 if kind is NULL and the app (NULL: any) has '
  'several. NULL: label, limited_by.';

GRANT EXECUTE ON FUNCTION reeve.term_pending(text, text, text, int) TO reeve_viewer;
