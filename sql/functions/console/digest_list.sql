CREATE OR REPLACE FUNCTION reeve.digest_list(only_app text, on_day date)
RETURNS TABLE(day date, section text, figure text, amount bigint, note text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET "TimeZone" = 'UTC'
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  on_day := coalesce(on_day, current_date - 1);
  RETURN QUERY
    SELECT on_day, l.section, l.figure, l.amount, l.note
    FROM reeve.digest_lines(only_app, on_day) l;
END
$$;

COMMENT ON FUNCTION reeve.digest_list(text, date) IS
  'The digest of a day by UTC (NULL = yesterday) of an app (NULL = all): the rows of '
  'reeve.digest_lines. RV001 for a day to come or over ten years ago, RV003.';

GRANT EXECUTE ON FUNCTION reeve.digest_list(text, date) TO reeve_viewer;
