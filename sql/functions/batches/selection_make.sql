CREATE OR REPLACE FUNCTION reeve.selection_make(
  name text, app text, collection text, keys text[], query text, hidden_only boolean)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
SET "TimeZone" = 'UTC' SET jit = off SET work_mem = '64MB'
AS $$
DECLARE
  c reeve.collection := reeve.collection_resolve(app, collection);
  most int := 100000;
  found text[];
  made bigint;
  code text;
  message text;
  detail jsonb;
BEGIN
  IF NOT reeve.member_acts('moderator') THEN
    code := 'rank';
    message := 'selecting needs the rank moderator and a login of your own';
  ELSIF coalesce(name !~ '^[a-z][a-z0-9_-]{0,39}$', TRUE) THEN
    code := 'argument';
    message := format('%s is not a name of a selection: lower-case letters, digits, - and _, '
    'first a '
      'letter, at most 40', quote_literal(name));
  ELSIF EXISTS (
    SELECT FROM reeve.selection s WHERE s.owner = session_user AND s.name = selection_make.name)
  THEN
    code := 'state';
    message := format('the selection @%s already exists', name);
  ELSIF cardinality(keys) > most * 2 THEN
    code := 'argument';
    message := format('%s keys are given, but a selection holds at most %s', cardinality(keys),
      most);
  ELSE
    IF keys IS NULL THEN
      found := ARRAY(
        SELECT f.key FROM reeve.subject_find(app, collection, query, hidden_only, most + 1) f);
      detail := jsonb_build_object('missing', 0, 'duplicates', 0);
    ELSE
      WITH known AS MATERIALIZED (
        SELECT h.place, h.key FROM reeve.app_known(c.collection_id, keys) h),
      first AS (SELECT k.key, min(k.place) AS place FROM known k GROUP BY k.key),
      missing AS (
        SELECT u.key, u.place FROM unnest(keys) WITH ORDINALITY u(key, place)
        WHERE NOT EXISTS (SELECT FROM known k WHERE k.place = u.place))
      SELECT ARRAY(SELECT f.key FROM first f ORDER BY f.place), jsonb_build_object(
        'duplicates', (SELECT count(*) FROM known) - (SELECT count(*) FROM first),
        'missing', (SELECT count(*) FROM missing),
        'examples', ARRAY(SELECT m.key FROM missing m ORDER BY m.place LIMIT 20))
      INTO found, detail;
    END IF;
    detail := detail || jsonb_build_object('name', name, 'app', app, 'collection', collection,
      'subjects', cardinality(found));
    IF found = '{}' THEN
      code := 'notfound';
      message := format('there is no such %s: nothing to select', collection);
    ELSIF cardinality(found) > most THEN
      code := 'argument';
      message := format('it would hold more than %s subjects, the most allowed', most);
    ELSE
      INSERT INTO reeve.selection(name, collection_id, keys, owner)
      VALUES (name, c.collection_id, found, session_user)
      ON CONFLICT ON CONSTRAINT selection_owner_name DO NOTHING
      RETURNING selection_id INTO made;
      IF made IS NULL THEN
        code := 'state';
        message := format('the selection @%s already exists', name);
      END IF;
    END IF;
  END IF;
  detail := coalesce(detail, '{}');
  PERFORM reeve.command_record('select', session_user, NULL, c.collection_id, code => code);
  RETURN reeve.outcome_of(code, message, detail);
END
$$;

COMMENT ON FUNCTION reeve.selection_make(text, text, text, text[], text, boolean) IS
  'Freezes a list of subjects under a name: those with these keys, or with NULL all that '
  'subject_find finds. Each once, in order; keys without a row are counted and 20 of them named. '
  'A refusal is returned and recorded, not raised.';

GRANT EXECUTE ON FUNCTION reeve.selection_make(text, text, text, text[], text, boolean)
  TO reeve_viewer;
