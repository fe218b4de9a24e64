CREATE OR REPLACE FUNCTION findspot.heal_authors() RETURNS SETOF text LANGUAGE sql
AS $body$
  WITH guess AS (
    SELECT f.place_id, min(f.user_id) AS user_id
    FROM findspot.favourites f
    WHERE f.is_added AND f.name IS NOT NULL AND f.place_id IS NOT NULL
    GROUP BY f.place_id HAVING count(*) = 1
  ), guessed AS (
    UPDATE findspot.places p SET author_id = g.user_id, is_author_guessed = TRUE
    FROM guess g WHERE g.place_id = p.id AND p.author_id IS NULL
    RETURNING p.id, p.author_id
  )
  SELECT format('place %s has no author: guessed from user %s, who added a copy', g.id, g.author_id)
  FROM guessed g ORDER BY g.id
$body$;

COMMENT ON FUNCTION findspot.heal_authors() IS
'Part of heal: marks as a guessed author whoever alone has a place among those they added.';
