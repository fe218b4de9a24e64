-- The functions run as the app's reader. Sorted by path, each document comes right before those
-- below it, so that the tree is written in one pass: an object stays open until a path that is not
-- below it.
CREATE OR REPLACE FUNCTION reeve.move_out(
  app text, form text, functions text[], constants jsonb DEFAULT '{}')
RETURNS SETOF text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET "TimeZone" = 'UTC' SET jit = off
AS $$
DECLARE
  a reeve.app := (SELECT l FROM reeve.app l WHERE l.app = move_out.app);
  reader CONSTANT text := reeve.app_role('reader', a.app);
  routine regprocedure;
  routines text[] := '{}';
  calls text[] := '{}';
  name text;
  r record;
  open text[] := '{}';
  -- The documents of the open objects; NULL for one that is only on the way to another.
  documents jsonb[] := '{}';
  has_member boolean := FALSE;
  leaf text[];
  same int;
BEGIN
  PERFORM reeve.move_agreed(app, constants);
  FOREACH name IN ARRAY functions LOOP
    SELECT p.oid INTO routine FROM pg_proc p
    WHERE p.oid IN (to_regprocedure(format('%I.%I(jsonb)', a.schema_name, name)),
        to_regprocedure(format('%I.%I()', a.schema_name, name)))
      AND p.proretset AND p.proowner = quote_ident(a.owner_name)::regrole
      AND p.proallargtypes[1 + p.pronargs :] = ARRAY['text[]'::regtype, 'jsonb'::regtype]::oid[]
    ORDER BY p.pronargs DESC LIMIT 1;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'app % has no function %() that returns TABLE(path text[], document jsonb) '
        'and belongs to %', app, name, a.owner_name USING ERRCODE = 'RV003';
    END IF;
    PERFORM reeve.role_execute(a.owner_name, ARRAY[
      format('GRANT EXECUTE ON FUNCTION %s TO %I', routine, reader)]);
    routines := routines || routine::text;
    calls := calls || (
      SELECT format(CASE p.pronargs WHEN 1 THEN '%I.%I(($7)[1])' ELSE '%I.%I()' END,
        a.schema_name, p.proname)
      FROM pg_proc p WHERE p.oid = routine);
  END LOOP;
  IF constants <> '{}' AND NOT EXISTS (
    SELECT FROM unnest(calls) u(call) WHERE call LIKE '%(($7)[1])')
  THEN
    RAISE EXCEPTION 'none of the functions % takes what --set says', functions
      USING ERRCODE = 'RV001';
  END IF;
  RETURN NEXT CASE form WHEN 'firebase-auth' THEN '{"users":[' ELSE '{' END;
  FOR r IN EXECUTE
    reeve.reader_call(app, 'path text[], document jsonb', ARRAY['keys', 'vals'])
  USING (
    SELECT format('SELECT %s AS path, d.document FROM (%s) d ORDER BY 1',
      CASE form WHEN 'firestore-json'
        THEN '(SELECT array_agg(x.name ORDER BY s.place, x.place) FROM unnest(d.path) WITH '
          'ORDINALITY s(name, place) CROSS JOIN LATERAL (SELECT s.name, 2 UNION ALL SELECT '
          '''__collections__'', 1 WHERE s.place % 2 = 1) x(name, place)) COLLATE "C"'
        ELSE 'd.path COLLATE "C"' END,
      string_agg('SELECT path, document FROM ' || u.name, ' UNION ALL '))
    FROM unnest(calls) u(name)), '{}'::text[], ARRAY[constants]
  LOOP
    IF r.path IS NULL OR r.path = '{}' OR array_position(r.path, NULL) IS NOT NULL
      OR r.document IS NULL
    THEN
      RAISE EXCEPTION 'a document of app % has no path, or a path none', app
        USING ERRCODE = 'RV005';
    END IF;
    IF form = 'firebase-auth' THEN
      RETURN NEXT CASE WHEN has_member THEN ',' ELSE '' END || r.document::text;
      has_member := TRUE;
      CONTINUE;
    END IF;
    same := 0;
    WHILE open[same + 1] = r.path[same + 1] LOOP
      same := same + 1;
    END LOOP;
    IF same = cardinality(r.path) OR leaf = r.path[1 : cardinality(leaf)]
      OR documents[same] ? r.path[same + 1]
    THEN
      RAISE EXCEPTION 'app % has two documents at %, or one below a value',
        app, array_to_string(r.path, '/') USING ERRCODE = 'RV005';
    END IF;
    RETURN NEXT repeat('}', cardinality(open) - same)
      || CASE WHEN has_member OR same < cardinality(open) THEN ',' ELSE '' END
      || (SELECT string_agg(to_json(s.name)::text, ':{' ORDER BY s.place)
        FROM unnest(r.path[same + 1 :]) WITH ORDINALITY s(name, place)) || ':'
      || CASE WHEN jsonb_typeof(r.document) = 'object' THEN left(r.document::text, -1)
        ELSE r.document::text END;
    documents := documents[1 : same]
      || array_fill(NULL::jsonb, ARRAY[cardinality(r.path) - 1 - same]);
    IF jsonb_typeof(r.document) = 'object' THEN
      open := r.path;
      documents := documents || r.document;
      leaf := NULL;
      has_member := r.document <> '{}';
    ELSE
      open := r.path[1 : cardinality(r.path) - 1];
      leaf := r.path;
      has_member := TRUE;
    END IF;
  END LOOP;
  RETURN NEXT CASE form WHEN 'firebase-auth' THEN ']}' ELSE repeat('}', cardinality(open) + 1) END;
  PERFORM reeve.role_execute(a.owner_name, ARRAY(
    SELECT format('REVOKE EXECUTE ON FUNCTION %s FROM %I', u.name, reader)
    FROM unnest(routines) u(name)));
END
$$;

COMMENT ON FUNCTION reeve.move_out(text, text, text[], jsonb) IS
  'The file of a store, a piece of JSON each row, with the documents that functions of the app '
  'return with their paths: a tree by the paths, for firestore-json with __collections__ before '
  'each name of a collection, for firebase-auth a list. Runs as the installer; the functions run '
  'as the app''s reader, and those with a parameter get the constants. RV001 for constants '
  'that none of them takes, RV003 for a function that is none of these, RV005 where two documents '
  'have one path, or a person does not agree whose consent the catalog asks for.';
