-- $1 … $2: products by id.
WITH made AS (
INSERT INTO randevoo.products
  (id, store_id, name, brand, description, category, collection, price, currency, sizes, colours,
   hidden_until, name_folded, created_at, updated_at)
OVERRIDING SYSTEM VALUE
SELECT p.n, p.store_id, p.name,
  pg_temp.pick_from('{Casa Velluti,Maison Orphée,Ashgrove,Tsubaki,Sternwald,Lirio,Nocturne,
    Bellafiore,Halcyon,Palazzo Nero,Vasílissa,Nordlys,Çınar,Белая Роща,雅,דקל,Rue Perdue,Quill & Vane,
    Sabbia,Ondine}', p.n, p.seed + 50),
  p.praise[1 + p.said] || ' '
    || p.praise[1 + (p.said + 1 + pg_temp.pick(p.n, p.seed + 52, 2)) % cardinality(p.praise)]
    || ' ' || p.city || ', '
    || pg_temp.pick_from('{FW 2025,SS 2026,FW 2026,Cruise 2026}', p.n, p.seed + 53) || '.',
  (ARRAY['dresses', 'coats', 'bags', 'shoes', 'scarves', 'suits', 'watches', 'jewellery'])[p.kind],
  pg_temp.pick_from('{Archive,Evening,Capsule,Atelier}', p.n, p.seed + 54),
  -- Half to three times the usual price; one in eighty is a piece for collectors, ten times that.
  round((ARRAY[1800, 2400, 1500, 650, 240, 2100, 5200, 3900])[p.kind] * p.rate
    * (50 + pg_temp.pick(p.n, p.seed + 55, 100)
      + CASE WHEN pg_temp.pick(p.n, p.seed + 56, 6) = 0
        THEN pg_temp.pick(p.n, p.seed + 57, 150) ELSE 0 END) / 100
    * CASE WHEN pg_temp.pick(p.n, p.seed + 58, 80) = 0 THEN 10 ELSE 1 END, -1),
  p.currency,
  CASE WHEN p.kind IN (1, 2, 6) THEN (ARRAY['XS', 'S', 'M', 'L', 'XL'])[p.size + 1 : p.size + p.sizes]
    WHEN p.kind = 4 THEN (ARRAY['36', '37', '38', '39', '40'])[p.size + 1 : p.size + p.sizes]
    ELSE '{}' END,
  (ARRAY['black', 'ivory', 'emerald', 'bordeaux', 'sand', 'navy'])[
    1 + p.colour : 1 + p.colour + pg_temp.pick(p.n, p.seed + 59, 2)],
  CASE WHEN p.is_blocked THEN 'infinity'::timestamptz
    WHEN pg_temp.pick(p.n, p.seed + 60, 97) = 0 THEN p.at + interval '10 days' END,
  randevoo.fold(p.name), p.created_at, p.created_at
FROM (
  SELECT p.*, o.seed, o.at, s.is_blocked, c.city, c.currency, r.rate, l.praise,
    1 + pg_temp.pick(p.n, o.seed + 62, 3) AS sizes, pg_temp.pick(p.n, o.seed + 63, 3) AS size,
    pg_temp.pick(p.n, o.seed + 64, 5) AS colour,
    pg_temp.pick(p.n, o.seed + 51, cardinality(l.praise)) AS said,
    t.created_at + pg_temp.pick(p.n, o.seed + 65, 1000) * (o.at - interval '45 days' - t.created_at)
      / 1000 AS created_at,
    CASE pg_temp.pick(p.n, o.seed + 66, 3000)
      WHEN 0 THEN E'Borsa \x1b[31mrossa\x1b[0m'
      WHEN 1 THEN E'Silk \u202Eecaf tsuj\u202C scarf'
      WHEN 2 THEN E'Two\nlines, one coat'
      WHEN 3 THEN E'Bell\x07 and \u009b31m tab\there'
      WHEN 4 THEN '<script>alert(1)</script> "ring"'
      WHEN 5 THEN repeat('長', 200)
      ELSE overlay(w.words PLACING upper(left(w.words, 1)) FROM 1 FOR 1) || ' '
        || pg_temp.pick_from('{Aurora,Vesper,Notte,Iris,Solstice,Camelia,Lumen,Perla,Zéphyr,Onyx,
          Brina,Amarena,Zenith,Mirage,Corallo,Étoile,Luce,Opal,Saffron,Velia,Ambra,Cirrus,Dalia,
          Ebano,Fauve,Giada,Halo,Indigo,Jasmin,Kairos,Larimar,Meridian,Nacre,Oltremare,Papyrus,
          Quarzo,Roseau,Selene,Topazio,Umbra,Vanity,Wisteria,Xenia,Yuzu,Zibeline}',
          p.n, o.seed + 67)
        || CASE WHEN pg_temp.pick(p.n, o.seed + 68, 3) = 0
          THEN ' N° ' || 1 + pg_temp.pick(p.n, o.seed + 69, 999) ELSE '' END
    END AS name
  FROM sample o
    CROSS JOIN LATERAL (
      SELECT n, 1 + pg_temp.pick(n, o.seed + 61, 8) AS kind, 1::bigint + width_bucket(
        (hashint8extended(n, o.seed + 70) & 9223372036854775807) % x.upto[cardinality(x.upto)],
        x.upto) AS store_id
      FROM (SELECT array_agg(s.upto ORDER BY s.id) AS upto FROM sample_store s) x
        CROSS JOIN generate_series($1::bigint, $2::bigint) n
      OFFSET 0) p
    JOIN sample_store s ON s.id = p.store_id
    JOIN randevoo.stores t ON t.id = p.store_id
    JOIN sample_city c ON c.nr = s.city
    JOIN sample_language l ON l.locale = c.locale
    JOIN (VALUES ('EUR', 1), ('GBP', 0.9), ('USD', 1.1), ('JPY', 160), ('AED', 4), ('HKD', 8.5),
      ('TRY', 40), ('AUD', 1.7), ('INR', 90), ('ARS', 1400), ('NPR', 140), ('KRW', 1500),
      ('BRL', 6), ('ILS', 4), ('PLN', 4.3), ('THB', 38), ('CHF', 0.95), ('CAD', 1.5), ('SGD', 1.5),
      ('SAR', 4), ('NZD', 1.9)) r (currency, rate) ON r.currency = c.currency
    CROSS JOIN LATERAL (SELECT format(l.pattern, l.goods[p.kind], pg_temp.pick_from(
      CASE WHEN p.kind < 7 THEN l.fabric ELSE l.metal END, p.n, o.seed + 71))) w (words)
  OFFSET 0) p
ORDER BY p.n
RETURNING id, store_id, hidden_until, sizes, colours)
INSERT INTO sample_product (store_id, id, variants)
SELECT m.store_id, m.id, greatest(1, cardinality(m.sizes)) * cardinality(m.colours)
FROM made m
WHERE m.hidden_until IS NULL OR m.hidden_until = 'infinity'
