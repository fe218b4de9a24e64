CREATE OR REPLACE FUNCTION lode.view_agenda(key text)
RETURNS TABLE(item text, what text, "when" timestamptz, days integer, state text)
LANGUAGE sql STABLE AS $body$
  SELECT * FROM lode.agenda(key::bigint, statement_timestamp())
$body$;

COMMENT ON FUNCTION lode.view_agenda(text) IS
'For the back office: a student''s exams and assignments, with the days that are left.';
