CREATE OR REPLACE FUNCTION reeve.file_wanted(
  app text, buckets text[], objects text[], finals boolean[], hidden text[] DEFAULT '{}',
  gone text[] DEFAULT '{}')
RETURNS TABLE(file bytea, bucket text, object text, wanted text)
-- plpgsql, since a function in SQL is planned at each call.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN QUERY
    WITH row AS MATERIALIZED (
      SELECT row_number() OVER () AS place, r.bucket, r.object, r.is_shown, r.owners
      FROM reeve.app_file_rows(app, ARRAY(SELECT DISTINCT b FROM unnest(buckets) b),
        ARRAY(SELECT DISTINCT o FROM unnest(objects) o)) r),
    owned AS MATERIALIZED (
      SELECT r.place, o.owner FROM row r CROSS JOIN LATERAL unnest(r.owners) o(owner)),
    named AS MATERIALIZED (
      SELECT r.bucket, r.object, bool_or(r.is_shown AND r.place NOT IN (
        SELECT o.place FROM owned o JOIN unnest(hidden) h ON h = o.owner
        UNION ALL
        -- Where the app has no column for it, only Reeve knows.
        SELECT o.place FROM owned o
        CROSS JOIN LATERAL (
          SELECT FROM reeve.subject s
          WHERE s.collection_id = split_part(o.owner, ':', 1)::int
            AND s.key = substr(o.owner, strpos(o.owner, ':') + 1)
            AND s.hidden_until > clock_timestamp() OFFSET 0) s
        WHERE o.owner <> '')) AS is_shown
      FROM row r
      WHERE r.place NOT IN (SELECT o.place FROM owned o JOIN unnest(gone) g ON g = o.owner)
      GROUP BY r.bucket, r.object)
    SELECT d.file, u.bucket, u.object,
      CASE WHEN n.is_shown THEN 'files.restore'
        WHEN n.object IS NOT NULL OR NOT u.is_final THEN 'files.withdraw' ELSE 'files.remove' END
    FROM (
      SELECT t.bucket, t.object, bool_or(t.is_final) AS is_final
      FROM unnest(buckets, objects, finals) t(bucket, object, is_final)
      GROUP BY t.bucket, t.object) u
    LEFT JOIN named n ON n.bucket = u.bucket AND n.object = u.object
    CROSS JOIN LATERAL (
      SELECT sha256(convert_to(
        jsonb_build_array(file_wanted.app, u.bucket, u.object)::text, 'UTF8'))) d(file);
END
$$;

COMMENT ON FUNCTION reeve.file_wanted(text, text[], text[], boolean[], text[], text[]) IS
  'What each of these objects should be, by all rows of the app that name it now: in sight '
  '(files.restore) while one of them is, removed if none names it and it went for good (finals), '
  'else withdrawn. hidden, gone: rows as 12:KEY that count as '
  'hidden or as gone.';
