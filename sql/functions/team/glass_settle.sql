CREATE OR REPLACE FUNCTION reeve.glass_settle(verb text, glass bigint, why text)
RETURNS reeve.outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '500ms'
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  login CONSTANT text := session_user;
  given text := nullif(btrim(why), '');
  is_senior CONSTANT boolean :=
    reeve.rank_suffices(reeve.member_rank_own(session_user), 'senior');
  g reeve.glass;
  is_own boolean;
  code text;
  message text;
BEGIN
  IF coalesce(verb NOT IN ('end', 'review'), TRUE) THEN
    RAISE EXCEPTION 'an emergency can be ended or reviewed' USING ERRCODE = 'RV001';
  END IF;
  BEGIN
    IF is_senior OR verb = 'end' AND reeve.member_rank_own(session_user) IS NOT NULL THEN
      SELECT x.* INTO g FROM reeve.glass x WHERE x.glass_id = glass_settle.glass FOR UPDATE;
    END IF;
    is_own := g.role_name = ANY (reeve.person_logins(login, g.begun_at));
    SELECT b.code, b.message INTO code, message
    FROM (VALUES
      (1, 'rank', CASE verb WHEN 'end' THEN 'whoever has taken a rank ends it, or a senior'
        ELSE 'a review needs the rank senior, not one taken in an emergency' END,
        NOT is_senior AND (verb = 'review' OR is_own IS NOT TRUE)),
      (2, 'notfound', format('there is no emergency G%s', glass_settle.glass), g.glass_id IS NULL),
      (3, 'self', format('G%s is your own: another senior reviews it', g.glass_id),
        verb = 'review' AND is_own),
      (4, 'argument', CASE verb WHEN 'end' THEN 'a reason has at most 2000 characters'
        ELSE 'say what you found, in at most 2000 characters' END,
        char_length(given) > 2000 OR verb = 'review' AND given IS NULL),
      (5, 'state', format('%s reviewed G%s at %s', g.reviewed_by, g.glass_id,
        reeve.moment_text(g.reviewed_at)), g.reviewed_at IS NOT NULL),
      (6, 'state', format('G%s has ended', g.glass_id), verb = 'end'
        AND coalesce(g.ended_at, g.ends_at) <= clock_timestamp()),
      (7, 'state', format('G%s lasts until %s: end it first', g.glass_id,
        reeve.moment_text(g.ends_at)), verb = 'review'
        AND coalesce(g.ended_at, g.ends_at) > clock_timestamp())
      ) b(place, code, message, is_so)
    WHERE b.is_so
    ORDER BY b.place LIMIT 1;
    IF code IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'RV900';
    END IF;
    IF verb = 'end' THEN
      UPDATE reeve.glass x SET ended_at = clock_timestamp(), ended_by = login
      WHERE x.glass_id = g.glass_id;
      PERFORM reeve.console_ring();
    ELSE
      UPDATE reeve.glass x
      SET reviewed_at = clock_timestamp(), reviewed_by = login, review = given
      WHERE x.glass_id = g.glass_id;
    END IF;
    message := format('G%s', g.glass_id);
  EXCEPTION WHEN SQLSTATE 'RV900' THEN
    NULL;  -- Releases the lock, so that a refused caller blocks nobody.
  WHEN lock_not_available THEN
    code := 'busy';
    message := format('somebody else is ending or reviewing G%s; try again', glass_settle.glass);
  END;
  PERFORM reeve.command_record('glass.' || verb, login, key => g.role_name, code => code,
    detail => jsonb_strip_nulls(jsonb_build_object('glass', g.glass_id)));
  RETURN reeve.outcome_of(code, message, '{}');
END
$$;

COMMENT ON FUNCTION reeve.glass_settle(text, bigint, text) IS
  'Ends a rank taken in an emergency early (end: whoever took it, or a senior), or records what '
  'another senior found of it afterwards (review). A rank taken in an emergency is not enough to '
  'review, and nobody reviews their own. A refusal is returned and recorded, not raised.';

GRANT EXECUTE ON FUNCTION reeve.glass_settle(text, bigint, text) TO reeve_viewer;
