-- Runs as the app's writer, inside a cell.
CREATE OR REPLACE FUNCTION reeve.cell_import_part(statements jsonb, low bigint, high bigint)
RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  total bigint := (statements -> 'total')::bigint;
  inserted bigint;
  changed bigint := 0;
  kept bigint[] := '{}';
  held bigint[] := '{}';
  repeated bigint[] := '{}';
  ids bigint[];
  id bigint;
  moved bigint[];
  lost bigint;
  lost_children bigint;
  child jsonb;
  more jsonb;
  changes jsonb := '{}';
BEGIN
  IF statements ->> 'way' = 'insert' THEN
    IF (statements -> 'is_noted')::boolean THEN
      EXECUTE statements ->> 'insert' INTO STRICT inserted;
    ELSE
      EXECUTE statements ->> 'insert';
      GET DIAGNOSTICS inserted = ROW_COUNT;
    END IF;
    EXECUTE statements ->> 'sample' INTO id USING low, high;
    ids := ARRAY[id];
  ELSE
    EXECUTE statements ->> (statements ->> 'way')
    INTO STRICT total, inserted, changed, kept, held, ids, repeated USING low, high;
    IF statements ? 'ids' THEN
      EXECUTE statements ->> 'ids' INTO STRICT ids USING low, high, kept || held || repeated;
    END IF;
  END IF;
  lost := total - inserted - changed - cardinality(kept) - cardinality(held)
    - cardinality(repeated);
  FOR child IN SELECT * FROM jsonb_array_elements(statements -> 'children') LOOP
    EXECUTE child ->> 'delete' INTO STRICT moved USING low, high, repeated || held;
    changed := changed + cardinality(ARRAY(SELECT unnest(kept) INTERSECT SELECT unnest(moved)));
    kept := ARRAY(SELECT unnest(kept) EXCEPT SELECT unnest(moved));
    EXECUTE child ->> 'upsert' INTO STRICT moved, lost_children
    USING low, high, repeated || held;
    changed := changed + cardinality(ARRAY(SELECT unnest(kept) INTERSECT SELECT unnest(moved)));
    kept := ARRAY(SELECT unnest(kept) EXCEPT SELECT unnest(moved));
    IF lost_children <> 0 THEN
      RAISE EXCEPTION 'two of its child rows have the same key, or a trigger suppressed one'
        USING ERRCODE = 'triggered_action_exception';
    END IF;
  END LOOP;
  IF lost <> 0 THEN
    RAISE EXCEPTION 'a trigger or a rule suppressed its row'
      USING ERRCODE = 'triggered_action_exception';
  END IF;
  FOR child IN
    SELECT * FROM jsonb_array_elements(jsonb_build_array(statements) || (statements -> 'children'))
  LOOP
    IF child ? 'changes' THEN
      EXECUTE child ->> 'changes' INTO more USING low, high, repeated || held;
      changes := changes || coalesce(more, '{}');
    END IF;
  END LOOP;
  IF statements ? 'note'
    AND NOT (statements ->> 'way' = 'insert' AND (statements -> 'is_noted')::boolean)
  THEN
    EXECUTE statements ->> 'note' USING low, high, repeated, held;
  END IF;
  RETURN jsonb_build_object('inserted', inserted, 'changed', changed, 'same', cardinality(kept),
    'held', held, 'repeated', repeated, 'ids', array_remove(ids, NULL),
    'changes', changes);
END
$$;

COMMENT ON FUNCTION reeve.cell_import_part(jsonb, bigint, bigint) IS
  'Inside a cell: writes the staged records of a range; returns the counts, the records whose '
  'rows stay as they are (held), those with an earlier record''s key, the transactions that '
  'wrote, and the values that columns changed. Raises if a row is refused.';

GRANT EXECUTE ON FUNCTION reeve.cell_import_part(jsonb, bigint, bigint) TO reeve_access;
