-- What the samples draw from, and a draw that is the same each time.

-- A number from 0 to m - 1, well spread over n, another for each seed.
CREATE FUNCTION pg_temp.pick(n bigint, seed bigint, m integer) RETURNS integer LANGUAGE sql
IMMUTABLE RETURN ((hashint8extended(n, seed) & 9223372036854775807) % m)::integer;

CREATE FUNCTION pg_temp.pick_from(choices text[], n bigint, seed bigint) RETURNS text LANGUAGE sql
IMMUTABLE RETURN choices[1 + pg_temp.pick(n, seed, cardinality(choices))];

CREATE FUNCTION pg_temp.subject(n bigint, seed bigint) RETURNS text LANGUAGE sql
IMMUTABLE RETURN pg_temp.pick_from('{Analisi matematica,Geometria,Fisica,Chimica generale,
  Programmazione,Basi di dati,Reti di calcolatori,Sistemi operativi,Diritto privato,
  Storia moderna,Letteratura latina,Economia politica,Statistica,Psicologia sociale,Anatomia,
  Disegno tecnico,日本語,Σχέδιο}', n, seed);

CREATE FUNCTION pg_temp.student_name(n bigint, seed bigint) RETURNS text LANGUAGE sql
IMMUTABLE RETURN pg_temp.pick_from('{Giulia,Marco,Chiara,Lorenzo,Niccolò,Beatrice,Tommaso,Ginevra,
  Wei,Amina,Ilse,Γιώργος}', n, seed) || ' ' || n;
