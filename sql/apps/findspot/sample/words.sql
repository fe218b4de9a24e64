-- What the samples draw from: cities under several names, words for places, and a draw that is the
-- same each time.

-- A number from 0 to m - 1, well spread over n, another for each seed.
CREATE FUNCTION pg_temp.pick(n bigint, seed bigint, m integer) RETURNS integer LANGUAGE sql
IMMUTABLE RETURN ((hashint8extended(n, seed) & 9223372036854775807) % m)::integer;

CREATE FUNCTION pg_temp.pick_from(choices text[], n bigint, seed bigint) RETURNS text LANGUAGE sql
IMMUTABLE RETURN choices[1 + pg_temp.pick(n, seed, cardinality(choices))];

CREATE TEMPORARY TABLE sample_city(
  nr integer PRIMARY KEY,
  -- As geocoders in different languages write it, the commonest first.
  names text[],
  latitude numeric,
  longitude numeric,
  sights text[],
  words text[]
);

INSERT INTO sample_city VALUES
(0, '{Helsinki,Helsinki,Helsinki,Helsingfors,HELSINKI}', 60.1700, 24.9400,
  '{Rantakallio,Uimaranta,Näköalatasanne,Saunalaituri,Metsäpolku}',
  '{"Hiljainen paikka meren rannalla.","Paras auringonlaskun aikaan."}'),
(1, '{Milano,Milano,Milano,Milan,Mailand}', 45.4640, 9.1900,
  '{Terrazza,Naviglio,Cortile,Parco,Scalinata}',
  '{"Un angolo tranquillo in mezzo alla città.","Da vedere al tramonto."}'),
(2, '{Wien,Wien,Wien,Vienna,Vídeň}', 48.2080, 16.3720,
  '{Aussicht,Weinberg,Donauwiese,Hinterhof,Wasserfall}',
  '{"Am Abend fast menschenleer.","Mit dem Rad gut zu erreichen."}'),
(3, '{München,München,Munich}', 48.1370, 11.5750,
  '{Isarstrand,Biergarten,Eisbachwelle,Aussichtshügel,Moosweg}',
  '{"Kühl auch im Hochsommer.","Hunde sind willkommen."}'),
(4, '{Praha,Praha,Prague,Prag}', 50.0880, 14.4210,
  '{Vyhlídka,Ostrov,Schody,Lom,Zahrada}',
  '{"Klidné místo nad řekou.","Nejlepší za rozbřesku."}'),
(5, '{Roma,Roma,Roma,Rome}', 41.8930, 12.4830,
  '{Belvedere,Villa,Fontana,Acquedotto,Terme}',
  '{"Si entra da un portone senza nome.","All''ombra dei pini."}'),
(6, '{Athina,Athens,Αθήνα}', 37.9720, 23.7300,
  '{Λόφος,Παραλία,Βράχος,Αυλή,Μονοπάτι}',
  '{"Με θέα στη θάλασσα.","Ήσυχο το πρωί."}'),
(7, '{Lagos}', 6.0170, 3.4000, '{Lagoon,Beach,Bridge,Market,Creek}',
  '{"Breezy even at noon.","Ask for the boat."}'),
(8, '{Kyoto,京都}', 35.0110, 135.7680, '{竹林,石段,川辺,苔の庭,展望台}',
  '{"朝早くが静かです。","雨の日もきれい。"}'),
(9, '{Suva}', -18.1410, 178.4410, '{Reef,Lookout,Waterfall,Jetty,Grove}',
  '{"Mind the tide.","A short walk from the road."}'),
(10, '{Ushuaia}', -54.8010, -68.3030, '{Glaciar,Faro,Bahía,Sendero,Turbera}',
  '{"Viento todo el año.","Se ve el canal entero."}'),
(11, '{Longyearbyen}', 78.2230, 15.6470, '{Fjord,Mine,Moraine,Hut,Cairn}',
  '{"Polar bears are no legend.","Light all night in June."}');
