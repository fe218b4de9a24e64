-- Reads as the app's reader.
CREATE OR REPLACE FUNCTION reeve.file_sweep(
  app text, collection text, bucket text, max_rows int)
RETURNS TABLE(
  finding text, total bigint, object text, subject text, rows bigint, note text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s' SET jit = off SET work_mem = '256MB'
SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET "IntervalStyle" = 'postgres'
SET bytea_output = 'hex' SET extra_float_digits = 1
AS $$
DECLARE
  buckets text[];
  statement text;
BEGIN
  PERFORM reeve.member_require('senior');
  PERFORM reeve.file_listing_require();
  IF collection IS NOT NULL THEN
    PERFORM reeve.collection_resolve(app, collection);
  END IF;
  SELECT array_agg(DISTINCT f.bucket ORDER BY f.bucket) INTO buckets
  FROM reeve.file_source f
  WHERE f.app = file_sweep.app
    AND (file_sweep.collection IS NULL OR f.collection = file_sweep.collection)
    AND (file_sweep.bucket IS NULL OR f.bucket = file_sweep.bucket);
  IF cardinality(buckets) IS DISTINCT FROM 1 THEN
    RAISE EXCEPTION USING ERRCODE = 'RV001', MESSAGE = CASE
      WHEN buckets IS NOT NULL THEN
        format('the listing is of one bucket: name it, of %s', array_to_string(buckets, ', '))
      WHEN file_sweep.bucket IS NOT NULL THEN
        format('nothing of %s names objects of a bucket %s', coalesce(collection, app),
          file_sweep.bucket)
      ELSE format('nothing of %s names objects of a bucket', coalesce(collection, app)) END,
      HINT = 'The catalog declares them under `files`.';
  END IF;
  PERFORM reeve.verb_record('files.sweep', NULL, concat_ws('/', app, buckets[1]), NULL);
  ANALYZE pg_temp.reeve_listing;
  statement := (
    SELECT string_agg(format(
        'SELECT %L::text, %s, o.object, %s, %s, %L::boolean FROM %s WHERE o.object <> ''''',
        f.collection, f.key, f.visible, reeve.file_condition('o.object'), f.is_personal,
        f.source), ' UNION ALL ' ORDER BY f.path)
    FROM (
      SELECT f.path, f.collection, f.key, f.source, f.is_personal,
        string_agg(format('(%s)', f.owner_visible), ' AND ') AS visible
      FROM reeve.file_source f
      WHERE f.app = file_sweep.app AND f.bucket = buckets[1]
      GROUP BY f.path, f.collection, f.key, f.source, f.is_personal) f);
  RETURN QUERY EXECUTE format($q$
    WITH named AS MATERIALIZED (
      SELECT n.collection || ':' || n.key AS subject, n.object COLLATE "C" AS object,
        n.is_shown AND NOT EXISTS (
          SELECT FROM reeve.subject s JOIN reeve.collection c USING (collection_id)
          WHERE c.app = $3 AND c.name = n.collection AND s.key = n.key
            AND s.hidden_until > clock_timestamp()) AS is_shown,
        n.is_sound, n.is_personal
      FROM (%s) n),
    listed AS MATERIALIZED (SELECT DISTINCT l.name FROM pg_temp.reeve_listing l),
    orphan AS MATERIALIZED (
      SELECT l.name FROM listed l
      WHERE NOT EXISTS (SELECT FROM named n WHERE n.object = l.name)),
    dead AS MATERIALIZED (
      SELECT n.subject, n.object, n.is_sound, n.is_personal FROM named n
      WHERE NOT EXISTS (SELECT FROM listed l WHERE l.name = n.object)),
    -- Only letters beyond ASCII have several forms.
    form AS MATERIALIZED (
      SELECT DISTINCT normalize(o.name, NFC) AS name FROM orphan o
      WHERE octet_length(o.name) > char_length(o.name) AND EXISTS (
        SELECT FROM dead d WHERE octet_length(d.object) > char_length(d.object))),
    grouped AS MATERIALIZED (
      SELECT n.object, min(n.subject) AS subject, count(DISTINCT n.subject) AS rows,
        bool_or(n.is_shown) AS is_shown, bool_or(n.is_personal) AS is_personal
      FROM named n GROUP BY n.object),
    shared AS MATERIALIZED (SELECT * FROM grouped g WHERE g.rows > 1),
    hidden AS MATERIALIZED (
      SELECT * FROM grouped g
      WHERE NOT g.is_shown AND EXISTS (SELECT FROM listed l WHERE l.name = g.object)
        AND NOT EXISTS (
          SELECT FROM reeve.outside o
          WHERE o.file = sha256(convert_to(jsonb_build_array($3, $4, g.object)::text, 'UTF8'))
            AND o.sends = 'files.withdraw' AND o.state <> 'withdrawn')),
    found AS (
      (SELECT 1 AS place, 'orphan' AS finding, (SELECT count(*) FROM orphan) AS total,
          o.name::text AS object, NULL::text AS subject, 0::bigint AS rows, NULL::text AS note
        FROM orphan o ORDER BY o.name LIMIT $2)
      UNION ALL
      (SELECT 2, 'dead link', (SELECT count(*) FROM dead),
          CASE WHEN NOT d.is_personal THEN left(d.object, 1100) END, d.subject, 1,
          CASE WHEN NOT d.is_sound THEN 'it cannot be the name of an object'
            WHEN f.name IS NOT NULL THEN 'the bucket has it in another Unicode form' END
        FROM dead d LEFT JOIN form f ON d.is_sound AND f.name = normalize(d.object, NFC)
        ORDER BY d.object, d.subject LIMIT $2)
      UNION ALL
      (SELECT 3, 'shared', (SELECT count(*) FROM shared),
          CASE WHEN NOT g.is_personal THEN g.object END, g.subject, g.rows, NULL
        FROM shared g ORDER BY g.object LIMIT $2)
      UNION ALL
      (SELECT 4, 'hidden', (SELECT count(*) FROM hidden),
          CASE WHEN NOT g.is_personal THEN g.object END, g.subject, g.rows,
          'nothing has withdrawn it'
        FROM hidden g ORDER BY g.object LIMIT $2))
    SELECT f.finding, f.total, f.object, f.subject, f.rows, f.note
    FROM found f ORDER BY f.place, f.object COLLATE "C", f.subject$q$,
    reeve.reader_call(app, 'collection text, key text, object text, is_shown boolean, '
      'is_sound boolean, is_personal boolean', '{}'))
  USING statement, max_rows, app, buckets[1];
END
$$;

COMMENT ON FUNCTION reeve.file_sweep(text, text, text, int) IS
  'Compares the listing of a bucket that reeve.file_listed was given with the rows that name its '
  'objects (bucket: NULL for the only one of the app, or of the collection): objects that no row '
  'names (orphan), rows whose object is not there (dead link), objects that several rows name '
  '(shared), and those that only hidden rows name and nothing has withdrawn (hidden); the first '
  'max_rows of each, and how many there are (total). Names are compared byte by byte. Names in '
  'personal columns are left out. For seniors, and recorded. RV001, RV002, RV003. NULL: object, '
  'subject, note.';

GRANT EXECUTE ON FUNCTION reeve.file_sweep(text, text, text, int) TO reeve_viewer;
