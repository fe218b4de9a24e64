CREATE OR REPLACE FUNCTION reeve.catalog_attempt_one(
  c reeve.collection, verb text, key text, OUT problem text, OUT touched jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC' SET lock_timeout = '2s' SET jit = off
AS $$
DECLARE
  at timestamptz := clock_timestamp();
  act reeve.action;
  reach jsonb;
  before jsonb;
  detail jsonb;
  vals text[];
  said text;
  is_tried boolean := FALSE;
  owner_name text;
  calls text[];
  statements text[];
  tried text[];
  files reeve.file_touched[];
BEGIN
  BEGIN
    PERFORM reeve.app_lock(c.collection_id, ARRAY[key]);
    INSERT INTO reeve.action(verb, collection_id, key, actor, reason, until, evidence_id)
    VALUES (verb, c.collection_id, key, 'system:catalog.try', 'tried', at + interval '1 day',
      reeve.evidence_capture(c.collection_id, key))
    RETURNING * INTO act;
    SELECT jsonb_object_agg(s.affected_id, s.keys) INTO reach
    FROM (
      SELECT r.affected_id, array_agg(DISTINCT h.key)
      FROM reeve.rule r
      CROSS JOIN LATERAL reeve.app_select(
        r.rule_id, ARRAY[catalog_attempt_one.key], at, act.until, '0', 'read', 500) h
      WHERE r.app = c.app AND r.verb = catalog_attempt_one.verb
        AND r.collection_id = c.collection_id AND r.is_live AND r.kind <> 'list'
      GROUP BY r.affected_id) s(affected_id, keys);
    SELECT jsonb_object_agg(a.id || ':' || s.key, s.content) INTO before
    FROM jsonb_each(coalesce(reach, '{}')) a(id, keys)
    CROSS JOIN LATERAL reeve.app_snapshot(a.id::int, reeve.catalog_columns(a.keys)) s;
    -- Writes that somebody may do before a ban, and not after it.
    calls := ARRAY(
      SELECT replace(b, '$key', quote_literal(key))
      FROM reeve.app a
      CROSS JOIN LATERAL unnest(reeve.catalog_columns(
        a.manifest #> ARRAY['collections', c.name, 'enforcement_test'])) WITH ORDINALITY u(b, place)
      WHERE a.app = c.app AND EXISTS (
        SELECT FROM reeve.catalog_action d JOIN reeve.action_kind k ON k.name = d.kind
        WHERE d.collection_id = c.collection_id AND d.verb = catalog_attempt_one.verb AND k.bars)
      ORDER BY u.place);
    owner_name := (SELECT a.owner_name FROM reeve.app a WHERE a.app = c.app);
    statements := ARRAY(SELECT format('SELECT to_jsonb(count(*)) FROM %s x', b)
      FROM unnest(calls) WITH ORDINALITY u(b, place) ORDER BY u.place);
    tried := ARRAY(SELECT coalesce(t.problem, '')
      FROM reeve.role_tries(owner_name, statements) t ORDER BY t.place);
    files := (reeve.rule_run(
      c, verb, act, ARRAY[key], at, defers_files => verb = 'erase')).touched;
    said := (
      SELECT min(CASE WHEN tried[t.place] <> ''
          THEN format('%s fails before any %s: %s', calls[t.place], verb, tried[t.place])
        ELSE format('a %s does not stop %s', verb, calls[t.place]) END)
      FROM reeve.role_tries(owner_name, statements) t
      WHERE tried[t.place] <> '' OR t.problem IS NULL);
    IF said IS NOT NULL THEN
      problem := said;
    ELSIF verb = 'erase' THEN
      vals := ARRAY(
        SELECT DISTINCT f.value
        FROM reeve.app_snapshot(c.collection_id, ARRAY[key]) s
        CROSS JOIN LATERAL jsonb_each_text(s.content) f
        WHERE jsonb_typeof(s.content -> f.key) = 'string' AND c.erase -> 'columns' ? f.key
          AND char_length(f.value) >= 5
          -- A value that other rows hold too says nothing about this one.
          AND reeve.app_remains(c.collection_id, ARRAY[f.value]) = 1);
      PERFORM reeve.erase_begin(act, c, files);
      said := (
        SELECT string_agg(format('%s rows of %s', x.rows, l.name), ', ' ORDER BY l.name)
        FROM reeve.collection l
        JOIN reeve.app a USING (app)
        CROSS JOIN LATERAL reeve.app_remains(l.collection_id, vals) x(rows)
        WHERE l.app = c.app AND l.is_live AND x.rows > 0
          -- Elsewhere the same words are not about this row.
          AND (l.name = c.name OR EXISTS (
            SELECT FROM jsonb_each(coalesce(
              a.manifest #> ARRAY['collections', l.name, 'parents'], '{}')) p
            WHERE p.value ->> 'collection' = c.name)));
      problem := 'erased data remains in ' || said;
    ELSE
      detail := reeve.action_reverse(
        ARRAY[act.action_id], 'undo', 'system:catalog.try', NULL, 'tried');
      problem := (
        SELECT format('undo did not restore %s rows: %s', count(*), min(l ->> 'why'))
        FROM jsonb_array_elements(detail -> 'lost') l
        -- Changes that the catalog declares irreversible are no surprise.
        WHERE l ->> 'why' NOT IN ('irreversible', 'deleted') HAVING count(*) > 0);
      touched := (
        SELECT jsonb_object_agg(d.name, d.columns)
        FROM (
          SELECT l.name, jsonb_agg(DISTINCT f.key)
          FROM jsonb_each(coalesce(reach, '{}')) a(id, keys)
          JOIN reeve.collection l ON l.collection_id = a.id::int
          CROSS JOIN LATERAL reeve.app_snapshot(a.id::int, reeve.catalog_columns(a.keys)) s
          CROSS JOIN LATERAL jsonb_each(s.content) f
          WHERE f.value IS DISTINCT FROM before -> (a.id || ':' || s.key) -> f.key
            AND f.key <> ALL (l.touched_columns)
          GROUP BY l.name) d(name, columns));
    END IF;
    is_tried := TRUE;
    RAISE EXCEPTION USING ERRCODE = 'RV900';
  EXCEPTION WHEN OTHERS THEN
    IF NOT is_tried THEN
      GET STACKED DIAGNOSTICS problem = MESSAGE_TEXT, said = PG_EXCEPTION_DETAIL;
      problem := problem || coalesce(' (' || nullif(rtrim(said, '.'), '') || ')', '');
    END IF;
  END;
END
$$;

COMMENT ON FUNCTION reeve.catalog_attempt_one(reeve.collection, text, text) IS
  'Performs a verb on a row and undoes it, then rolls everything back. problem: what failed, was '
  'not restored, was not erased, or what a banned person could still write; touched: by '
  'collection, the columns that came back different, except those that the catalog lists as '
  'touched.';
