-- What samples are drawn from; temporary, for the session that loads one. pick is a number below m
-- that n and a seed decide, the same on any machine.

CREATE FUNCTION pg_temp.pick(n bigint, seed bigint, m integer) RETURNS integer LANGUAGE sql
IMMUTABLE RETURN ((hashint8extended(n, seed) & 9223372036854775807) % m)::integer;

CREATE FUNCTION pg_temp.pick_from(choices text[], n bigint, seed bigint) RETURNS text LANGUAGE sql
IMMUTABLE RETURN choices[1 + pg_temp.pick(n, seed, cardinality(choices))];

CREATE TEMPORARY TABLE sample_city(
  nr integer PRIMARY KEY,
  city text,
  locale text,
  latitude double precision,
  longitude double precision,
  spots text[]
);

INSERT INTO sample_city VALUES
(0, 'Torino', 'it', 45.0703, 7.6869, '{Parco del Valentino,Monte dei Cappuccini,Lingotto,Superga,Porta Palazzo}'),
(1, 'Helsinki', 'fi', 60.1699, 24.9384, '{Suomenlinna,Kaivopuisto,Kallio,Lauttasaari,Nuuksio}'),
(2, 'Lisboa', 'pt-PT', 38.7223, -9.1393, '{Alfama,Belém,Miradouro da Graça,Cais do Sodré,Sintra}'),
(3, 'Kyoto', 'ja', 35.0116, 135.7681, '{嵐山,伏見稲荷,鴨川,哲学の道,鞍馬}'),
(4, 'Auckland', 'en', -36.8485, 174.7633, '{Rangitoto,Mission Bay,Piha,Waiheke,One Tree Hill}'),
(5, 'Vancouver', 'en', 49.2827, -123.1207, '{Stanley Park,Grouse Mountain,Kitsilano,Deep Cove,Granville Island}');

CREATE TEMPORARY TABLE sample_word(
  locale text PRIMARY KEY,
  first_names text[],
  things text[],
  abouts text[]
);

INSERT INTO sample_word VALUES
('it', '{Giulia,Marco,Chiara,Luca,Francesca,Matteo,Elisa,Davide}',
  '{Alba in canoa,Corsa serale,Picnic letterario,Arrampicata,Concerto in cortile,Giro dei caffè}',
  '{"Portate scarpe comode e una borraccia.","Si parte in orario, anche con la pioggia.","Aperto a tutti, anche ai principianti."}'),
('fi', '{Aino,Väinö,Helmi,Eero,Sofia,Onni,Lumi,Oskari}',
  '{Avantouinti,Yömelonta,Saunailta,Sieniretki,Hiihtolenkki,Kirjapiiri saaressa}',
  '{"Ota pyyhe ja lämmin pipo mukaan.","Sopii aloittelijoille.","Lähdemme täsmälleen sovittuun aikaan."}'),
('pt-PT', '{Inês,Tomás,Leonor,Duarte,Matilde,Afonso,Beatriz,Gonçalo}',
  '{Aula de surf,Noite de fado,Caminhada ao pôr do sol,Pintura de azulejos,Passeio de elétrico,Mergulho de inverno}',
  '{"Tragam água e boa disposição.","Para todas as idades.","Acabamos com um pastel de nata."}'),
('ja', '{葵,陽菜,蓮,湊,結月,律,凛,蒼}',
  '{早朝の坐禅,紅葉の散歩,陶芸体験,夜の川辺ラン,茶摘み,写真さんぽ}',
  '{"歩きやすい靴でお越しください。","初めての方も歓迎です。","雨天決行。"}'),
('en', '{Olivia,Jack,Charlotte,Noah,Amelia,Kauri,Isla,Theo}',
  '{Sunrise paddle,Night hike,Beach clean-up,Open-air film,Wild swimming,Kite workshop}',
  '{"Bring a jacket, it gets windy.","All levels welcome.","We meet at the car park."}');
