CREATE OR REPLACE FUNCTION lode.consent_give(
  student bigint, text_version text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, lode, pg_temp AS $body$
BEGIN
  PERFORM FROM lode.students s WHERE s.id = student AND NOT s.is_erased FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no student %', student USING ERRCODE = 'LD001';
  END IF;
  PERFORM lode.require(char_length(consent_give.text_version) BETWEEN 1 AND 100,
    'text_version is 1 to 100 characters'), lode.at_require(at);
  INSERT INTO lode.consents (student_id, text_version, given_at)
  VALUES (student, consent_give.text_version, at)
  ON CONFLICT (student_id) WHERE withdrawn_at IS NULL DO NOTHING;
END
$body$;

COMMENT ON FUNCTION lode.consent_give(bigint, text, timestamptz) IS
'Records that a student agreed to a text: their files may be imported from now on. text_version: 1
to 100 characters, as the app names its texts. While a consent is in force nothing changes. LD001:
no such student, or erased.';

GRANT EXECUTE ON FUNCTION lode.consent_give(bigint, text, timestamptz) TO lode_app;
