CREATE OR REPLACE FUNCTION buckit.writer_admitted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, buckit, pg_temp AS $body$
DECLARE
  after jsonb := to_jsonb(NEW);
BEGIN
  PERFORM buckit.user_admit((after ->> TG_ARGV[0])::bigint, TG_ARGV[1]::boolean,
    clock_timestamp());
  IF TG_ARGV[2]::boolean THEN
    PERFORM buckit.activity_require((after ->> 'activity_id')::bigint, clock_timestamp());
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION buckit.writer_admitted() IS
'Trigger: who is blocked writes nothing, who is not activated posts nothing, and nothing is said '
'about a tombstone, whoever writes the row. Arguments: the column of the writer, whether it is a '
'post, whether it is about activity_id.';

DO $block$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT * FROM (VALUES
      ('activities', 'author_id', TRUE, FALSE), ('itineraries', 'author_id', TRUE, FALSE),
      ('buckets', 'owner_id', TRUE, FALSE), ('votes', 'user_id', TRUE, TRUE),
      ('comments', 'author_id', TRUE, TRUE), ('favourites', 'user_id', FALSE, TRUE),
      ('follows', 'follower_id', FALSE, FALSE)) l(name, writer, is_post, is_about)
  LOOP
    EXECUTE format($f$
      CREATE OR REPLACE TRIGGER %1$I BEFORE INSERT ON buckit.%2$I
      FOR EACH ROW WHEN (current_user NOT IN ('buckit_owner', 'reeve_writer_buckit'))
      EXECUTE FUNCTION buckit.writer_admitted(%3$L, %4$L, %5$L)
    $f$, t.name || '_writer_admitted', t.name, t.writer, t.is_post, t.is_about);
  END LOOP;
END
$block$;
