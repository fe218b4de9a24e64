CREATE OR REPLACE FUNCTION reeve.tag_list(max_rows int) RETURNS TABLE(tag text, subjects bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  PERFORM reeve.member_require('viewer');
  RETURN QUERY
    SELECT m.name, count(*) FROM reeve.mark m
    WHERE m.kind = 'tag' AND m.until > statement_timestamp()
    GROUP BY m.name ORDER BY count(*) DESC, m.name LIMIT max_rows;
END
$$;

COMMENT ON FUNCTION reeve.tag_list(int) IS 'The tags in use, the most used first.';

GRANT EXECUTE ON FUNCTION reeve.tag_list(int) TO reeve_viewer;
