CREATE OR REPLACE FUNCTION reeve.flag_raise(f reeve.flag, keys text[], at timestamptz) RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  room int := f.most - (
    SELECT count(*) FROM reeve.flag_hit h
    WHERE h.flag_id = f.flag_id AND h.at > flag_raise.at - interval '24 hours');
  reported int;
  kept int;
BEGIN
  WITH found AS MATERIALIZED (
    SELECT j.*, h.flag_id IS NOT NULL AS is_known, h.mark AS earlier,
      h.flag_id IS NOT NULL AND p.withdrawn_by IS NULL
        AND (p.case_id IS NULL OR o.closed_at IS NULL) AS is_open
    FROM reeve.flag_judge(f, keys, at, FALSE) j
    LEFT JOIN reeve.flag_hit h ON h.flag_id = f.flag_id AND h.key = j.key
    LEFT JOIN reeve.report p ON p.report_id = h.report_id
    LEFT JOIN reeve.case k ON k.case_id = p.case_id
    LEFT JOIN reeve.case o ON o.case_id = coalesce(k.duplicate_of, k.case_id)),
  -- The person who decides the open case sees the row as it is now.
  followed AS (
    UPDATE reeve.flag_hit h SET mark = n.mark, upto = n.upto
    FROM found n WHERE h.flag_id = f.flag_id AND h.key = n.key AND n.is_open
      AND n.mark <> h.mark),
  fresh AS (
    SELECT n.*, row_number() OVER (ORDER BY n.key) AS place
    FROM found n WHERE NOT n.is_open AND n.mark IS DISTINCT FROM n.earlier),
  raised AS (
    INSERT INTO reeve.flag_hit AS h(flag_id, key, mark, upto, report_id, at)
    SELECT f.flag_id, n.key, n.mark, n.upto, reeve.report_put(f.subject_id, n.key, f.policy,
      format('%s: %s%s', f.name, n.words, '; ' || f.proposes || ' is proposed'), NULL, NULL,
      f.app || '/' || f.name, NULL, f.proposes), flag_raise.at
    FROM fresh n WHERE n.place <= room
    ON CONFLICT ON CONSTRAINT flag_hit_pkey DO UPDATE SET mark = EXCLUDED.mark,
      upto = EXCLUDED.upto, report_id = EXCLUDED.report_id, at = EXCLUDED.at
    RETURNING 1)
  SELECT (SELECT count(*) FROM raised), (SELECT count(*) FROM fresh n WHERE n.place > room)
  INTO reported, kept;
  UPDATE reeve.flag_state s SET ran_at = flag_raise.at, hits = s.hits + reported,
    withheld = s.withheld + kept
  WHERE s.flag_id = f.flag_id;
  RETURN reported;
END
$$;

COMMENT ON FUNCTION reeve.flag_raise(reeve.flag, text[], timestamptz) IS
  'Reports what a flag finds among the rows with these keys, for people to decide: each subject '
  'once while its case is open, and afterwards only for another finding. At most so many a day; '
  'the rest is counted. Returns how many.';
