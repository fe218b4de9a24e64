CREATE OR REPLACE FUNCTION lode.consent_withdraw(student bigint, at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
BEGIN
  PERFORM lode.at_require(at);
  UPDATE lode.consents c SET withdrawn_at = greatest(at, c.given_at)
  WHERE c.student_id = student AND c.withdrawn_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'student % has given no consent', student USING ERRCODE = 'LD001';
  END IF;
END
$body$;

COMMENT ON FUNCTION lode.consent_withdraw(bigint, timestamptz) IS
'Takes a student''s consent back: no file of theirs is imported any more, and a job erases what is
there. A time before the consent counts as that of the consent. LD001 if there is none in force, so
for a second call.';

GRANT EXECUTE ON FUNCTION lode.consent_withdraw(bigint, timestamptz) TO lode_app;
