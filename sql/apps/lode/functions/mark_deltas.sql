CREATE OR REPLACE FUNCTION lode.mark_deltas(points numeric, credits bigint, more integer)
RETURNS TABLE(mark integer, average numeric, delta numeric)
LANGUAGE sql IMMUTABLE AS $body$
  SELECT m.mark, a.average, a.average - points / nullif(credits, 0)
  FROM generate_series(18, 30) m(mark)
    CROSS JOIN LATERAL (SELECT (points + m.mark * more) / nullif(credits + more, 0)) a (average)
  ORDER BY m.mark
$body$;

COMMENT ON FUNCTION lode.mark_deltas(numeric, bigint, integer) IS
'Part of the deltas: for each mark from 18 to 30 of so many credits more, what the average of points
over credits would be, and how far that moves it.';

GRANT EXECUTE ON FUNCTION lode.mark_deltas(numeric, bigint, integer) TO reeve_access;
