CREATE OR REPLACE FUNCTION reeve.flag_test(app text, name text, max_rows int)
RETURNS TABLE(collection text, key text, label text, words text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  f reeve.flag;
  c reeve.collection;
  batch text[];
  last_key text;
  h record;
BEGIN
  PERFORM reeve.member_require('moderator');
  f := reeve.flag_find(app, name, FALSE);
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
  'Returns the rows that a flag would report if it examined all rows now; reports nothing and '
  'writes nothing. name may include the app: app/flag. RV001 where several apps have a flag of '
  'that name; RV004. NULL: label, words.';

GRANT EXECUTE ON FUNCTION reeve.flag_test(text, text, int) TO reeve_viewer;
