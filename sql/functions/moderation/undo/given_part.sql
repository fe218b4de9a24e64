CREATE OR REPLACE FUNCTION reeve.given_part(
  r reeve.rule, names text[], rows reeve.given[], originals bigint[])
RETURNS SETOF reeve.given
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  c reeve.collection := reeve.rule_target(r);
  hides constant boolean := r.kind = 'hide';
  renamed constant jsonb := reeve.given_renamed(c, names);
  wanted constant text[] := ARRAY(SELECT coalesce(renamed ->> n, n) FROM unnest(names) n);
  have constant text[] := ARRAY(SELECT a.attname::text FROM pg_attribute a
    WHERE a.attrelid = c.relation AND a.attname = ANY (wanted));
  -- Columns that no longer exist hold no row back, and are not restored.
  gone constant text := CASE WHEN c.relation IS NULL THEN 'the table is gone' ELSE (
    SELECT format('%s is gone from %s', string_agg(n, ', '), c.table_sql)
    FROM unnest(wanted) n WHERE n <> ALL (have) HAVING count(*) > 0) END;
  -- A row that is not seen may still be there.
  is_blind constant boolean := reeve.app_blind(c);
  present text[] := '{}';
  written text[];
  standing text[] := '{}';
  suspects constant text := CASE WHEN c.relation IS NOT NULL THEN
    nullif(rtrim(reeve.app_suspects(ARRAY[c.relation]), '.'), '') END;
  refused jsonb := '{}';
  said text;
  detail text;
BEGIN
  BEGIN
    IF c.relation IS NULL THEN
      NULL;
    ELSIF hides THEN
      PERFORM reeve.table_require(c);
      -- Locked by a statement of their own, so that the next one sees the actions of the
      -- transactions it waited for.
      present := ARRAY(SELECT reeve.app_hold(c, ARRAY(SELECT g.key FROM unnest(rows) g)));
    ELSE
      present := ARRAY(SELECT reeve.app_present(c, ARRAY(SELECT g.key FROM unnest(rows) g)));
    END IF;
  EXCEPTION WHEN SQLSTATE 'RV006' THEN
    GET STACKED DIAGNOSTICS said = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
    RETURN QUERY
      SELECT r.rule_id, g.key, g.action_ids, g.value, g.expect, have, FALSE,
        coalesce(substring(detail FROM '^SQLSTATE ([0-9A-Z]{5})'), 'RV006'),
        format('%s (%s)', left(said, 300), coalesce(nullif(rtrim(detail, '.'), ''), 'RV006'))
      FROM unnest(rows) g;
    RETURN;
  END;
  IF hides THEN
    rows := ARRAY(SELECT g FROM reeve.given_hide(r, names, rows, originals) g);
  END IF;
  IF renamed <> '{}' THEN
    rows := ARRAY(
      SELECT (g.rule_id, g.key, g.action_ids, reeve.given_named(g.value, renamed), CASE
          WHEN hides THEN (
            SELECT jsonb_agg(reeve.given_named(e, renamed)) FROM jsonb_array_elements(g.expect) e)
          ELSE reeve.given_named(g.expect, renamed) END,
        g.columns, g.is_done, g.code, g.why)::reeve.given
      FROM unnest(rows) g);
  END IF;
  written := present;
  IF have <> '{}' THEN
    SELECT coalesce(jsonb_object_agg(x.key, jsonb_build_array(x.code, x.why)), '{}') INTO refused
    FROM (
      SELECT array_agg(g.key), array_agg(g.value), array_agg(g.expect - x.missing)
      FROM unnest(rows) g
      CROSS JOIN (SELECT ARRAY(SELECT n FROM unnest(wanted) n WHERE n <> ALL (have))) x(missing)
      WHERE g.key IN (SELECT unnest(present))) t(keys, vals, expect)
    CROSS JOIN LATERAL reeve.app_restore(c, have, t.keys, t.vals, t.expect) x;
    SELECT ARRAY(SELECT reeve.app_written(c, have, array_agg(g.key), array_agg(g.value)))
    INTO written FROM unnest(rows) g;
    IF cardinality(written) < cardinality(rows) THEN
      SELECT ARRAY(SELECT reeve.app_written(c, have, array_agg(g.key), array_agg(o.expect)))
      INTO standing
      FROM unnest(rows) g
      CROSS JOIN LATERAL jsonb_array_elements(
        CASE WHEN hides THEN g.expect ELSE jsonb_build_array(g.expect) END) o(expect)
      WHERE g.key NOT IN (SELECT unnest(written));
    END IF;
  END IF;
  RETURN QUERY
    SELECT r.rule_id, g.key, g.action_ids, CASE WHEN s.is_theirs THEN '{}' ELSE g.value END,
      g.expect, CASE WHEN s.is_theirs THEN '{}' ELSE have END, x.is_done,
      CASE WHEN x.is_done THEN NULL ELSE x.code END, x.why
    FROM unnest(rows) g
    LEFT JOIN (
      SELECT v.key FROM reeve.given_hidden(r, ARRAY(
        SELECT o.key FROM unnest(rows) o WHERE o.code = 'last'), have) v) still USING (key)
    CROSS JOIN LATERAL (
      SELECT g.key IN (SELECT unnest(present)) AS exists,
        g.key IN (SELECT unnest(written)) AS is_written,
        refused -> g.key AS refusal) f
    CROSS JOIN LATERAL (
      -- What the app wrote over it is not taken back.
      SELECT f.*, hides AND have <> '{}' AND f.exists AND NOT f.is_written AND f.refusal IS NULL
        AND g.expect IS NOT NULL AND g.key <> ALL (standing) AS is_theirs) s
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN c.relation IS NULL THEN hides OR names = '{}'
        WHEN s.is_theirs THEN TRUE
        WHEN names = '{}' AND NOT hides THEN TRUE
        WHEN gone IS NOT NULL AND hides THEN still.key IS NULL AND s.exists
        ELSE s.is_written AND (hides OR have <> '{}') END,
        CASE WHEN s.refusal IS NOT NULL THEN s.refusal ->> 0
          WHEN is_blind AND NOT s.exists AND (hides OR names <> '{}') THEN '42501'
          WHEN gone IS NOT NULL AND hides AND still.key IS NOT NULL THEN '42703'
          WHEN s.exists AND NOT s.is_written AND (hides OR g.key = ANY (standing))
            THEN 'RV006' END,
        CASE WHEN names = '{}' AND NOT hides THEN NULL
          WHEN c.relation IS NOT NULL AND NOT s.exists THEN CASE WHEN is_blind
            THEN format('gone, or hidden by row security of %s (SQLSTATE 42501)',
              c.table_sql) ELSE 'gone' END
          WHEN s.refusal IS NOT NULL THEN s.refusal ->> 1
          WHEN gone IS NOT NULL THEN concat_ws(', and ', gone, CASE WHEN still.key IS NOT NULL
            THEN 'the app still hides it' END)
          WHEN NOT s.is_written AND NOT s.is_theirs AND (hides OR g.key = ANY (standing))
            THEN 'code of the app suppressed the change or took it back' || coalesce(
              ' (' || suspects || ')', '')
          WHEN NOT s.is_written THEN 'changed since'
          WHEN still.key IS NOT NULL THEN
            'its column is as before, and the app still hides it by another' END
      ) x(is_done, code, why);
END
$$;

COMMENT ON FUNCTION reeve.given_part(reeve.rule, text[], reeve.given[], bigint[]) IS
  'Part of reeve.action_give_back: the rows that one rule changed in the same columns. Locks '
  'hidden rows FOR NO KEY UPDATE first.';
