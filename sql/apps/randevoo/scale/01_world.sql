-- Randevoo at scale: as many users as products, a store for a hundred products and about a
-- reservation for each user, the same for the same scale, seed and day. The settings sample.scale,
-- sample.seed and sample.as_of say which. Files that have parameters are run for one range after the
-- other of 1 … scale. The program takes keys, indexes and triggers away before and puts them back
-- after, so what the app's triggers would write is written here.
--
-- Chains of five stores belong to three owners with a tenth of the products each; the rest follows
-- Zipf. Ids are computed, never drawn from a sequence, so that the rows of one file can name those
-- of another. No logarithm and no random(): only integers decide, which are alike on any machine.

SET LOCAL jit = off;

UPDATE sample_language l SET first_names = l.first_names || m.first_names,
  last_names = l.last_names || m.last_names
FROM (VALUES
  ('it', '{Alessandra,Pietro,Serena,Matteo,Fiammetta,Ludovico,Aurora,Davide,Noemi,Elia,Irene,Ugo}'::text[],
    '{Bianchi,Romano,Ricci,Marino,Greco,Conti,Mancini,Lombardi,Barbieri,Moretti,Dell''Acqua,Lo Presti}'::text[]),
  ('fr', '{Margaux,Léa,Gaëlle,Antoine,Maëlys,Rémi,Clémence,Loïc,Océane,Bastien,Aïcha,Jean-Noël}',
    '{Laurent,Girard,Mercier,Lévêque,Fournier,Perrin,d''Arcy,Guérin,Gauthier,Le Goff,Delaunay,Barthélemy}'),
  ('en', '{Imogen,Alfie,Freya,Oscar,Priya,Callum,Niamh,Gareth,Saoirse,Edmund,Winifred,Dafydd}',
    '{Hargreaves,Sinclair,MacLeod,Okafor,Patel,Llewellyn,Gallagher,Fitzroy,Blackwood,Singh,Rees,Thornton}'),
  ('en-US', '{Sophia,Elijah,Imani,Wyatt,Camila,Hunter,Skylar,Malik,Autumn,Diego,Keiko,Grant}',
    '{Martinez,Williams,Chen,O''Brien,Patel,Schwartz,Jefferson,Lopez,Kim,Andersen,Haddad,Fitzgerald}'),
  ('ja', '{結衣,翔太,美優,直樹,彩香,拓海,千尋,亮,恵,一輝,楓,誠}',
    '{小林,加藤,吉田,山田,佐々木,松本,井上,木村,清水,斎藤,長谷川,近藤}'),
  ('de', '{Friederike,Matthias,Annika,Jörg,Ulrike,Moritz,Bärbel,Hannes,Svenja,Götz,Elif,Leopold}',
    '{Schmidt,Hoffmann,Böhm,Lindemann,Yıldız,Zimmermann,Graf,Schröder,zu Solms,Kühn,Pfeiffer,Löwe}'),
  ('es', '{Carmen,Joaquín,Inés,Hugo,Rocío,Andrés,Ximena,Nicolás,Pilar,Germán,Aitana,Iker}',
    '{López Ruiz,Domínguez,Etxeberria,Castaño,Ortiz,Iglesias,Cabrera,Piñeiro,Sáez,Montalvo,Gallego,Ferrer}'),
  ('ru', '{Надежда,Павел,Ирина,Михаил,Юлия,Григорий,Людмила,Артём,Вера,Пётр,Ксения,Илья}',
    '{Кузнецов,Морозова,Волков,Щербаков,Ермолаева,Чайковский,Гусева,Яковлев,Тихонова,Фомин,Рыбакова,Юдин}'),
  ('ar', '{هدى,سامي,ريم,طارق,ياسمين,حسن,لمى,زياد,أمينة,فيصل,دانة,كريم}',
    '{العلي,بن راشد,الحسيني,درويش,الشامي,عبد الله,البغدادي,مراد,الفارسي,صباغ,الكعبي,يعقوب}'),
  ('zh', '{家豪,詠詩,志明,美玲,浩然,雅婷,子軒,慧敏,偉倫,嘉欣,俊傑,思穎}',
    '{吳,周,徐,孫,馬,朱,胡,林,郭,何,歐陽,司徒}'),
  ('el', '{Αναστασία,Θεόδωρος,Ιωάννα,Μιχάλης,Ξένια,Στέλιος,Χρύσα,Λεωνίδας,Φωτεινή,Ηλίας,Ευαγγελία,Θάνος}',
    '{Νικολάου,Σταυρόπουλος,Ξανθάκη,Τσιρίγος,Ζαφειρίου,Κωνσταντίνου,Λάμπρου,Ψαρράς,Θεοδωράκη,Μπέης,Ραγκαβής,Χατζή}'),
  ('tr', '{Elif,Burak,Şebnem,Kaan,Gökçe,İbrahim,Sıla,Oğuz,Ümmü,Tuğba,Barış,Defne}',
    '{Kaya,Demir,Aydın,Özdemir,Koç,Kurt,Şimşek,Polat,Erdoğan,Yıldırım,Ünal,Bozkurt}'))
  m (locale, first_names, last_names)
WHERE m.locale = l.locale;

INSERT INTO sample_language VALUES
('ko', 'KR', 'Asia/Seoul',
  '{서연,민준,지우,하준,서윤,도윤,수아,예준,하은,지호,윤서,현우}',
  '{김,이,박,최,정,강,조,윤,장,임,한,황보}',
  '{%s 부티크,"메종 %s",%s 살롱}',
  '{"청담동의 예약제 쇼룸입니다.","장인이 한 땀 한 땀 만든 맞춤 의상."}',
  '{이브닝 드레스,코트,핸드백,펌프스,스카프,정장,손목시계,반지}',
  '{실크,캐시미어,가죽,벨벳,울}', '{로즈골드,스테인리스,플래티넘}', '%2$s %1$s',
  '{"장인의 손바느질.","한정판, 일련번호 부여.","저녁 모임에 어울리는 부드러운 실루엣."}'),
('pt-BR', 'BR', 'America/Sao_Paulo',
  '{Larissa,João,Conceição,Thiago,Isadora,Caetano,Beatriz,Luís,Flávia,Otávio,Iracema,Raí}',
  '{Silva,Gonçalves,Araújo,dos Santos,Magalhães,Leitão,Assunção,Brandão,Teles,Nóbrega,Sá,Falcão}',
  '{Casa %s,Ateliê %s,%s Jardins}',
  '{"Alta-costura com hora marcada nos Jardins.","Couro e joias feitos à mão."}',
  '{Vestido de festa,Casaco,Bolsa,Scarpin,Lenço,Terno,Relógio,Anel}',
  '{de seda,de caxemira,de couro,de veludo,de lã}', '{de ouro rosé,de aço,de platina}',
  '%1$s %2$s',
  '{"Costurado à mão no nosso ateliê.","Edição limitada e numerada.","Caimento leve para a noite."}'),
('he', 'IL', 'Asia/Jerusalem',
  '{נועה,איתי,תמר,יונתן,שירה,אורי,מיכל,דוד,יעל,עומר,רחל,אסף}',
  '{כהן,לוי,מזרחי,פרץ,ביטון,אברהם,פרידמן,שפירא,בן־דוד,אזולאי,הלוי,רוזן}',
  '{"סטודיו %s","בית %s",%s בוטיק}',
  '{"אופנת עילית בתיאום מראש.","תכשיטים ושעונים בעבודת יד."}',
  '{שמלת ערב,מעיל,תיק יד,נעלי עקב,צעיף,חליפה,שעון יד,טבעת}',
  '{ממשי,מקשמיר,מעור,מקטיפה,מצמר}', '{מזהב ורוד,מפלדה,מפלטינה}', '%1$s %2$s',
  '{"תפור ביד בסדנה שלנו.","מהדורה מוגבלת וממוספרת.","גזרה רכה לערבים ארוכים."}'),
('hi', 'IN', 'Asia/Kolkata',
  '{अनन्या,अर्जुन,दिव्या,रोहन,मीरा,विक्रम,काव्या,आदित्य,सुनीता,राजेश,ईशा,कबीर}',
  '{शर्मा,वर्मा,गुप्ता,सिंह,कपूर,मेहता,जोशी,चौधरी,अग्रवाल,मिश्रा,खन्ना,नायर}',
  '{%s साड़ी भवन,"हाउस ऑफ़ %s",%s ज्वेलर्स}',
  '{"केवल पूर्व नियुक्ति पर, शहर के बीचोंबीच।","हाथ की कढ़ाई और दुर्लभ आभूषण।"}',
  '{शाम का गाउन,कोट,हैंडबैग,जूती,दुपट्टा,बंदगला,घड़ी,अँगूठी}',
  '{रेशमी,कश्मीरी,चमड़े का,मखमली,ऊनी}', '{गुलाबी सोने की,इस्पात की,प्लैटिनम की}', '%2$s %1$s',
  '{"हाथ से सिला हुआ।","सीमित और क्रमांकित।","लंबी शामों के लिए मुलायम काट।"}'),
('pl', 'PL', 'Europe/Warsaw',
  '{Zofia,Wojciech,Małgorzata,Łukasz,Agnieszka,Grzegorz,Święta,Michał,Żaneta,Stanisław,Ewa,Kajetan}',
  '{Nowak,Wiśniewska,Dąbrowski,Zając,Król,Wójcik,Łęcka,Szczepański,Górska,Święcicki,Ziółko,Brzęk}',
  '{Pracownia %s,Dom mody %s,Salon %s}',
  '{"Szycie na miarę, tylko po umówieniu.","Biżuteria i zegarki z duszą."}',
  '{Suknia wieczorowa,Płaszcz,Torebka,Czółenka,Apaszka,Garnitur,Zegarek,Pierścionek}',
  '{z jedwabiu,z kaszmiru,ze skóry,z aksamitu,z wełny}', '{z różowego złota,ze stali,z platyny}',
  '%1$s %2$s',
  '{"Uszyte ręcznie w naszej pracowni.","Limitowana, numerowana seria.","Miękki krój na długie wieczory."}'),
('th', 'TH', 'Asia/Bangkok',
  '{สมชาย,มาลี,กิตติ,พิมพ์ชนก,ณัฐ,อรุณี,ธนา,วิไล,ปกรณ์,ชลธิชา,ศิริ,นรินทร์}',
  '{สุขสวัสดิ์,แสงทอง,วงศ์ไทย,ศรีสุข,บุญมา,รัตนกุล,ทองดี,จันทร์เพ็ญ,มณีวงศ์,เจริญผล,พงษ์พันธ์,ชัยวัฒน์}',
  '{ห้องเสื้อ%s,เมซง %s,%s จิวเวลรี่}',
  '{"ตัดเย็บตามสั่ง เฉพาะผู้ที่นัดหมาย","เครื่องประดับและนาฬิกาหายาก"}',
  '{ชุดราตรี,เสื้อโค้ต,กระเป๋าถือ,รองเท้าส้นสูง,ผ้าพันคอ,สูท,นาฬิกาข้อมือ,แหวน}',
  '{ผ้าไหม,แคชเมียร์,หนัง,กำมะหยี่,ขนสัตว์}', '{โรสโกลด์,สตีล,แพลทินัม}', '%1$s%2$s',
  '{"เย็บด้วยมือในห้องเสื้อของเรา","รุ่นจำกัดพร้อมหมายเลข","ทรงนุ่มสำหรับค่ำคืนอันยาวนาน"}');

INSERT INTO sample_city VALUES
(20, 'Seoul', '청담동', 'ko', 'Asia/Seoul', 'KRW', 37.5250, 127.0490),
(21, 'São Paulo', 'Jardins', 'pt-BR', 'America/Sao_Paulo', 'BRL', -23.5670, -46.6680),
(22, 'Tel Aviv', 'נווה צדק', 'he', 'Asia/Jerusalem', 'ILS', 32.0610, 34.7650),
(23, 'New Delhi', 'मेहरौली', 'hi', 'Asia/Kolkata', 'INR', 28.5240, 77.1850),
(24, 'Warszawa', 'Śródmieście', 'pl', 'Europe/Warsaw', 'PLN', 52.2300, 21.0190),
(25, 'Bangkok', 'สยาม', 'th', 'Asia/Bangkok', 'THB', 13.7460, 100.5340),
(26, 'Lyon', 'Presqu''île', 'fr', 'Europe/Paris', 'EUR', 45.7580, 4.8320),
(27, 'Barcelona', 'Eixample', 'es', 'Europe/Madrid', 'EUR', 41.3920, 2.1650),
(28, 'Kyoto', '祇園', 'ja', 'Asia/Tokyo', 'JPY', 35.0037, 135.7750),
(29, 'Chicago', 'Gold Coast', 'en-US', 'America/Chicago', 'USD', 41.9060, -87.6260),
(30, 'Zürich', 'Bahnhofstrasse', 'de', 'Europe/Zurich', 'CHF', 47.3720, 8.5390),
(31, 'St. John''s', 'Downtown', 'en', 'America/St_Johns', 'CAD', 47.5680, -52.7070),
(32, 'Singapore', 'Orchard', 'zh', 'Asia/Singapore', 'SGD', 1.3040, 103.8320),
(33, 'Riyadh', 'العليا', 'ar', 'Asia/Riyadh', 'SAR', 24.6950, 46.6850),
(34, 'Auckland', 'Parnell', 'en', 'Pacific/Auckland', 'NZD', -36.8540, 174.7810),
(35, 'Reykjavík', 'Miðborg', 'en', 'Atlantic/Reykjavik', 'EUR', 64.1470, -21.9340);

-- The one moment that everything is relative to: the day's first, so that it has passed already.
CREATE TEMPORARY TABLE sample AS
SELECT s.scale, s.seed * 1000 AS seed, s.at, greatest(1, s.scale / 100) AS stores,
  least(3, s.scale / 10000) AS chains
FROM (SELECT current_setting('sample.scale')::bigint AS scale,
    current_setting('sample.seed')::bigint AS seed,
    current_setting('sample.as_of')::timestamp AT TIME ZONE 'UTC' AS at) s;

CREATE FUNCTION pg_temp.is_blocked(user_id bigint, seed bigint) RETURNS boolean LANGUAGE sql
IMMUTABLE RETURN pg_temp.pick(user_id, seed + 1, 100) = 0;

-- upto and visited_upto share out the products and the reservations: a chain's store has a fiftieth
-- of the products, and shops of some renown have more visitors than the last of them.
CREATE TEMPORARY TABLE sample_store AS
SELECT s.id, s.owner_id, s.city, pg_temp.is_blocked(s.owner_id, s.seed) AS is_blocked,
  (sum(s.weight) OVER w)::bigint AS upto, (sum(s.visits) OVER w)::bigint AS visited_upto,
  (ARRAY['09:00', '09:30', '10:00', '10:00', '11:00'])[1 + pg_temp.pick(s.id, s.seed + 2, 5)]::time
    AS opens_at,
  (ARRAY['18:00', '19:00', '19:30', '20:00', '21:30'])[1 + pg_temp.pick(s.id, s.seed + 3, 5)]::time
    AS closes_at,
  CASE WHEN s.locale = 'ar' THEN 5 WHEN s.locale = 'he' THEN 6 ELSE 7 END AS rest,
  pg_temp.pick_from('{30 minutes,45 minutes,1 hour,90 minutes}', s.id, s.seed + 4)::interval
    AS slot_duration,
  CASE WHEN s.is_chain THEN 24 ELSE 2 + pg_temp.pick(s.id, s.seed + 5, 4) END AS capacity,
  (36 + 12 * pg_temp.pick(s.id, s.seed + 6, 4)) * interval '1 hour' AS answer_deadline
FROM (
  SELECT s.*, c.locale,
    CASE WHEN s.is_chain THEN 202 * sum(s.share) OVER () / (10000 - 1010 * s.chains)
      ELSE s.share END::bigint AS weight,
    CASE WHEN s.is_chain THEN sum(s.share) OVER () / 200 ELSE 400000000 / (s.id + 400) END::bigint
      AS visits
  FROM (
    SELECT o.seed, o.chains, id, id <= 5 * o.chains AS is_chain,
      CASE WHEN id <= 5 * o.chains THEN 0 ELSE 1000000000 / (id + 30) END AS share,
      1 + (CASE WHEN id <= 5 * o.chains THEN (id - 1) / 5 ELSE id - 4 * o.chains - 1 END)
        * (o.scale / (o.stores - 4 * o.chains)) AS owner_id,
      pg_temp.pick(id, o.seed + 7, (SELECT count(*)::integer FROM sample_city)) AS city
    FROM sample o CROSS JOIN LATERAL generate_series(1, o.stores) id) s
    JOIN sample_city c ON c.nr = s.city) s
WINDOW w AS (ORDER BY s.id);

CREATE UNIQUE INDEX ON sample_store (id);

ANALYZE sample, sample_store, sample_language, sample_city;

-- A user's own column decides on the language: owners speak their first store's.
CREATE TEMPORARY TABLE sample_owner AS
SELECT DISTINCT ON (s.owner_id) s.owner_id AS id, c.locale
FROM sample_store s JOIN sample_city c ON c.nr = s.city ORDER BY s.owner_id, s.id;

CREATE UNIQUE INDEX ON sample_owner (id);

-- What reservations may ask for, filled with the products.
CREATE TEMPORARY TABLE sample_product(store_id bigint, id bigint, variants integer);

-- Reservations to be, some of which have no room, and those that have.
CREATE TEMPORARY TABLE sample_wish(nr bigint, store_id bigint, customer_id bigint, seat integer,
  slot_start timestamptz, slot_end timestamptz);
