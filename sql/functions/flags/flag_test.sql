CREATE OR REPLACE FUNCTION reeve.flag_test(app text, name text, max_rows int)
RETURNS TABLE(collection text, key text, label text, words text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC'
AS $$
#variable_conflict use_column
DECLARE
  f reeve.flag;
  c reeve.collection;
  batch text[];
  last_key text;
  h record;
BEGIN
  PERFORM reeve.member_require('moderator');
  SELECT l.* INTO f FROM reeve.flag l
  WHERE l.app = coalesce(flag_test.app, l.app) AND l.name = flag_test.name AND l.is_live
  ORDER BY l.app LIMIT 1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no flag %', name USING ERRCODE = 'RV004',
      HINT = '`flags` lists them.';
  END IF;
  c := reeve.collection_get(f.subject_id);
  LOOP
    -- Texts in pieces, so that a large collection is never held in memory whole.
    IF f.kind = 'words' THEN
      batch := ARRAY(SELECT reeve.app_keys(f.collection_id, last_key, 2000));
      EXIT WHEN batch = '{}';
      last_key := batch[cardinality(batch)];
    END IF;
    FOR h IN
      SELECT j.key, j.words, n.label
      FROM (
        SELECT j.key, j.words
        FROM reeve.flag_judge(f, batch, clock_timestamp(), TRUE) j
        ORDER BY j.key LIMIT max_rows) j
      LEFT JOIN LATERAL reeve.app_find(c.collection_id, '', ARRAY[j.key], 1) n ON TRUE
    LOOP
      collection := c.name;
      key := h.key;
      label := h.label;
      words := h.words;
      RETURN NEXT;
      max_rows := max_rows - 1;
      IF max_rows <= 0 THEN
        RETURN;
      END IF;
    END LOOP;
    EXIT WHEN f.kind <> 'words';
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.flag_test(text, text, int) IS
  'What a flag would find if it examined all rows now; reports nothing and writes nothing. '
  'RV004. NULL: label, words.';

GRANT EXECUTE ON FUNCTION reeve.flag_test(text, text, int) TO reeve_viewer;
