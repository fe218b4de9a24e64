-- What the samples draw from: names, destinations, what people do there and what they write.

-- A number from 0 to m - 1, well spread over n, another for each seed.
CREATE FUNCTION pg_temp.pick(n bigint, seed bigint, m integer) RETURNS integer LANGUAGE sql
IMMUTABLE RETURN ((hashint8extended(n, seed) & 9223372036854775807) % m)::integer;

CREATE FUNCTION pg_temp.pick_from(choices text[], n bigint, seed bigint) RETURNS text LANGUAGE sql
IMMUTABLE RETURN choices[1 + pg_temp.pick(n, seed, cardinality(choices))];

CREATE FUNCTION pg_temp.person(n bigint, seed bigint) RETURNS text LANGUAGE sql IMMUTABLE
RETURN pg_temp.pick_from('{Aino,Bruno,Chiara,Dmitri,Élodie,Farah,Giorgos,Hana,Ivo,Jun,Katya,Lars,
  Maïwenn,Nuno,Ömer,Paola,Quentin,Ruta,Søren,Tamar,Ulla,Viktor,Wen,Ximena,Yusuf,Zoë}', n, seed)
  || ' ' || pg_temp.pick_from('{Alves,Berg,Costa,Dubois,Eklund,Fischer,García,Haddad,Ito,Jansen,
  Kovács,Laine,Moretti,Novak,O''Neill,Petrov,Quist,Rossi,Silva,Tanaka,Ueda,Virtanen,Weber,
  Yıldız}', n, seed + 1);

CREATE TEMPORARY TABLE sample_place(
  nr integer PRIMARY KEY,
  place text,
  title text,
  map_kind text,
  latitude double precision,
  longitude double precision
);

INSERT INTO sample_place VALUES
(0, 'Dolomites', 'Hut to hut in the Dolomites', 'mountain', 46.6180, 12.3030),
(1, 'Lisbon', 'A week in Lisbon', 'street', 38.7110, -9.1370),
(2, 'Lofoten', 'Lofoten by kayak', 'mountain', 68.2090, 13.9690),
(3, 'Kyoto', 'Kyoto in autumn', 'street', 35.0040, 135.7780),
(4, 'Mont Blanc', 'Around Mont Blanc', 'mountain', 45.9240, 6.8690),
(5, 'Mexico City', 'Eating through Mexico City', 'street', 19.4190, -99.1620),
(6, 'Taveuni', 'Diving on both sides of the date line', 'mountain', -16.8600, -179.9000),
(7, 'Helsinki', 'Helsinki and its islands', 'street', 60.1680, 24.9420),
(8, 'Annapurna', 'Annapurna circuit', 'mountain', 28.6700, 84.0200),
(9, 'Istanbul', 'Istanbul on foot', 'street', 41.0110, 28.9690);

CREATE FUNCTION pg_temp.outing(n bigint, seed bigint) RETURNS text LANGUAGE sql IMMUTABLE
RETURN pg_temp.pick_from('{Sunrise walk,Dinner together,Boat trip,Climbing lesson,Market visit,
  Night photography,Swim before breakfast,Museum morning,Board games,Farewell drinks}', n, seed);

CREATE FUNCTION pg_temp.words(n bigint, seed bigint) RETURNS text LANGUAGE sql IMMUTABLE
RETURN pg_temp.pick_from('{On my way!,Where do we meet?,Ten minutes late sorry,
  Who has a spare rope?,The bakery opens at seven,I have booked for eight,That view!,
  Bring a warm jacket,Anyone for coffee?,See you at the hut,The ferry leaves at nine,
  Thanks for today}', n, seed);
