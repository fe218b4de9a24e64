/// Word lists that give the meaning of column and table names: lower case, without accents.
///
/// The languages are those of the schemas one meets: English, Italian, German, French, Spanish,
/// Portuguese, Dutch, Polish, the Nordic ones and Russian. What is missing is a guess not made.
enum AdoptionWords {
  /// Tables of people, in the singular.
  static let people: Set<String> = [
    "user", "account", "member", "person", "people", "customer", "profile", "player", "client",
    "subscriber", "contact", "utente", "utenti", "persona", "persone", "cliente", "clienti",
    "iscritto",
    "benutzer", "nutzer", "mitglied", "mitglieder", "kunde", "kunden", "personen", "usuario",
    "miembro", "utilisateur", "membre", "compte", "utilizador", "gebruiker", "klant", "leden",
    "lid",
    "anvandare", "bruker", "bruger", "kund", "kunder", "uzytkownik", "uzytkownicy", "klient",
    "пользователь", "пользователи", "клиент", "клиенты",
  ]

  /// Words of a column that leads to the person who made a row.
  static let actors: Set<String> = [
    "author", "owner", "creator", "user", "sender", "recipient", "receiver", "buyer", "seller",
    "customer", "member", "poster", "uploader", "reviewer", "submitter", "by", "person", "account",
    "autore", "proprietario", "mittente", "utente", "autor", "besitzer", "benutzer", "absender",
    "auteur", "utilisateur", "usuario", "propietario", "client", "cliente", "kunde",
  ]

  /// Words of a column that counts, or says whether or how often, and so refers to nothing.
  static let flagging: Set<String> = [
    "is", "has", "can", "may", "allow", "allowed", "create", "block", "enable", "disable", "show",
    "hide", "notify", "require", "required", "count", "counter", "num", "max", "min", "total",
    "limit", "level", "flag", "default", "per", "new",
  ]

  /// Where somebody is: personal where a row belongs to a person.
  private static let coordinates: Set<String> = [
    "latitude", "longitude", "lat", "lng", "lon", "geo", "coordinates", "coords", "geolocation",
    "latlng", "gps",
  ]

  /// Words that with one for a person name somebody.
  private static let naming: Set<String> = ["name", "names", "nome", "nombre", "nom", "naam"]
  private static let named: Set<String> = [
    "first", "last", "full", "real", "display", "nick", "middle", "given", "family", "maiden",
    "legal", "contact", "billing", "shipping", "guest", "cardholder", "holder", "screen", "login",
    "desired", "original", "former", "old", "new", "previous", "preferred",
  ]
  private static let names: Set<String> = [
    "firstname", "lastname", "surname", "fullname", "realname", "displayname", "nickname", "nick",
    "username", "forename", "fname", "lname", "screenname", "initials", "vorname", "nachname",
    "cognome", "apellido", "apellidos", "prenom", "sobrenome", "achternaam", "voornaam",
    "nazwisko", "imie", "efternamn", "fornamn", "фамилия",
  ]
  /// Words that name somebody in a table of people alone.
  private static let namesOfPeople: Set<String> = [
    "login", "handle", "alias", "slug", "description", "company", "organization", "bio",
    "biography", "about", "signature", "tagline",
    "website", "homepage", "url", "twitter", "facebook", "instagram", "github", "linkedin",
  ]

  /// Words that are personal in a table of people.
  private static let personalOfPeople: Set<String> = [
    "photo", "avatar", "picture", "foto", "image", "latitude", "longitude", "lat", "lng", "lon",
    "location", "position", "geo", "ip", "note", "notes", "age",
  ]

  /// Names of texts that say what a row is, the best first; several words stand for themselves.
  static let labels: [[String]] = [
    ["display", "name"], ["full", "name"], ["name"], ["nome"], ["nombre"], ["naam"], ["navn"],
    ["namn"], ["nazwa"], ["имя"], ["название"], ["title"], ["titolo"], ["titel"], ["titulo"],
    ["titre"], ["tytul"], ["заголовок"], ["label"], ["username"], ["login"], ["nickname"], ["nick"],
    ["handle"],
    ["screenname"], ["subject"], ["betreff"], ["oggetto"], ["asunto"], ["sujet"], ["topic"],
    ["bezeichnung"], ["headline"], ["caption"], ["heading"], ["question"], ["slug"],
    ["sku"], ["code"], ["reference"], ["ref"], ["number"], ["numero"], ["nummer"], ["nom"], ["key"],
    ["text"], ["body"], ["raw"], ["content"], ["message"], ["comment"], ["testo"], ["inhalt"],
    ["texto"],
    ["description"], ["descrizione"], ["beschreibung"], ["descripcion"],
  ]

  /// Given names and family names, for labels of people.
  static let givenNames: [[String]] = [
    ["first", "name"], ["firstname"], ["given", "name"], ["fname"], ["forename"], ["vorname"],
    ["nome"], ["nombre"], ["prenom"], ["imie"], ["voornaam"], ["fornamn"], ["fornavn"], ["имя"],
  ]
  static let familyNames: [[String]] = [
    ["last", "name"], ["lastname"], ["surname"], ["family", "name"], ["lname"], ["nachname"],
    ["cognome"], ["apellido"], ["apellidos"], ["nom"], ["sobrenome"], ["achternaam"], ["nazwisko"],
    ["efternamn"], ["etternavn"], ["фамилия"],
  ]

  private static let restricted: Set<String> = [
    "blocked", "block", "banned", "ban", "hidden", "hide", "suspended", "suspension", "locked",
    "lock", "muted", "silenced", "disabled", "restricted", "barred", "frozen", "deactivated",
    "inactive", "gesperrt", "sperre", "blockiert", "verborgen", "bloccato", "sospeso", "nascosto",
    "bannato", "bloqueado", "suspendido", "oculto", "bloque", "suspendu", "masque", "banni",
    "geblokkeerd", "zablokowany",
  ]
  /// Restrictions that are a ban of somebody, the plainest.
  private static let banning: Set<String> = [
    "banned", "ban", "suspended", "suspension", "blocked", "barred", "gesperrt", "blockiert",
    "bloccato", "sospeso", "bannato", "bloqueado", "suspendido", "suspendu", "banni",
    "geblokkeerd", "zablokowany",
  ]
  private static let ends: Set<String> = [
    "until", "till", "bis", "fino", "hasta", "jusqua", "ate", "tot", "do", "til", "expires", "end",
    "ends",
  ]
  private static let gone: Set<String> = [
    "deleted", "removed", "archived", "trashed", "spam", "discarded", "cancellato", "geloscht",
    "eliminado", "borrado", "supprime",
  ]
  private static let present: Set<String> = [
    "active", "activebool", "enabled", "visible", "published", "approved", "public", "aktiv",
    "attivo", "activo", "actif", "visibile", "sichtbar", "isactive",
  ]
  /// Words that change nothing in such a name.
  private static let idle: Set<String> = [
    "is", "was", "at", "on", "date", "time", "timestamp", "flag", "has", "been", "status",
    "account",
    "user", "row", "item", "post", "currently",
  ]

  /// Words of a column that leads to a person who did something with a row that is another's, or
  /// whom it is about.
  static let handlers: Set<String> = [
    "updated", "edited", "changed", "modified", "deleted", "removed", "approved", "moderated",
    "moderator", "reviewed", "reviewer", "verified", "banned", "blocked", "locked", "assigned",
    "assignee", "resolved", "closed", "handled", "last", "editor", "admin", "recipient", "receiver",
    "target", "mentioned", "invited", "referrer", "approver", "solver", "updater", "deleter",
    "hider", "revoker", "banner", "resolver", "handler", "claimed", "claimant", "processed",
    "accepted", "rejected", "confirmed", "to", "subject", "reported", "reportee", "accused",
    "followed", "followee", "following", "friend", "muted", "ignored", "flagged", "tagged",
    "referred", "invitee", "parent", "manager", "supervisor", "support", "staff", "agent",
    "winner", "victim", "offender", "blocker", "flagger", "revoked", "granted", "granter",
    "liked", "viewed", "viewer", "watched", "destinatario", "empfanger",
  ]

  /// Words of a column that can only lead to whoever wrote the row.
  static let authors: Set<String> = [
    "author", "creator", "created", "sender", "poster", "posted", "uploader", "uploaded",
    "submitter", "submitted", "from", "commenter", "writer", "written", "reporter", "initiator",
    "proposer", "requester", "requested", "buyer", "voter", "autore", "mittente", "autor",
    "absender", "auteur", "inviter",
  ]

  /// Words of tables whose plain reference to a person says whom a row is about, not who wrote it.
  static let about: Set<String> = [
    "ban", "block", "mute", "suspension", "warning", "strike", "notification", "notice", "mention",
    "report", "flag", "feedback", "complaint", "session", "token", "login", "log", "audit",
    "device", "role", "permission", "badge", "award", "invite", "invitation", "verification",
    "statistic", "stat", "count", "metric", "event", "history", "approval", "moderation",
    "penalty", "sanction", "restriction", "appeal", "case", "membership", "grant", "assignment",
    "setting", "preference", "follow", "follower", "friendship", "relationship", "access",
    "subscription", "credential", "authentication", "timeline", "feed", "digest", "quota",
    "credit", "balance", "score", "reputation", "limit", "queue", "job", "email", "mail", "change",
    "version", "profile", "identity", "recipient", "allowlist", "denylist", "blocklist",
  ]

  /// Words of tables of what people make and trade, which others report.
  static let contents: Set<String> = [
    "post", "comment", "message", "topic", "thread", "article", "photo", "image", "picture",
    "video",
    "upload", "media", "product", "item", "listing", "ad", "offer", "order", "review", "rating",
    "store", "shop", "page", "note", "trace", "group", "community", "channel", "event", "booking",
    "reservation", "payment", "invoice", "film", "book", "track", "story", "entry", "artist",
    "forum", "pool", "blog", "feed", "prodotto", "produkt", "producto", "produit", "articolo",
    "artikel", "ordine", "bestellung", "pedido", "commande",
  ]

  /// Words of tables of what people write to each other.
  private static let letters: Set<String> = [
    "message", "msg", "dm", "pm", "chat", "inbox", "whisper", "nachricht", "messaggio", "mensaje",
    "dmail", "letter", "correspondence", "conversation",
  ]
  /// Words of tables that hold such messages together.
  static let talks: Set<String> = [
    "conversation", "chat", "thread", "dialog", "dialogue", "room", "channel", "talk", "mailbox",
    "convo", "inbox", "unterhaltung", "gesprach", "conversazione", "conversacion", "conversa",
    "gesprek", "rozmowa", "sohbet", "беседа", "диалог", "чат",
  ]
  /// Words of the person to whom something is written.
  static let receivers: Set<String> = [
    "recipient", "receiver", "to", "destinatario", "empfanger", "addressee", "recipients",
    "receivers", "destinataire", "ontvanger", "odbiorca", "alici", "получатель", "受信者", "收件人",
  ]
  /// Words of what is written.
  private static let bodies: Set<String> = [
    "body", "text", "message", "content", "subject", "title", "raw", "cooked", "html", "markdown",
    "words", "testo", "inhalt", "texto", "contenu", "comment", "snippet", "preview", "excerpt",
    "attachment", "attachments",
  ]

  /// Names of texts that are taken to be long where nothing else is known.
  static let long: Set<String> = [
    "description", "descr", "about", "body", "content", "text", "bio", "message", "comment",
    "details",
    "summary", "abstract", "note", "notes", "raw", "cooked", "markdown", "html", "excerpt",
    "answer",
    "descrizione", "testo", "contenuto", "beschreibung", "inhalt", "descripcion", "texto",
    "contenido",
    "contenu", "texte", "beschrijving", "opis", "beskrivning", "описание", "текст",
  ]

  /// Names of texts that nobody searches for.
  static let unsearched: Set<String> = [
    "url", "uri", "path", "slug", "file", "filename", "hash", "etag", "md5",
    "sha1", "sha256", "locale", "ip", "guid", "id",
    "uuid",
    "key", "currency", "zone", "timezone", "lang", "language", "country", "kind", "type", "mime",
    "format", "version", "checksum", "color", "colour", "icon",
  ]

  /// Names of columns with the location of a row.
  static let states: Set<String> = ["state", "status", "stato", "estado", "etat", "zustand"]

  /// Whether a name speaks of a person: whom to reach, where they live, who they are.
  static func isPersonal(_ words: [String], ofPeople: Bool) -> Bool {
    let set = bare(words)
    if !set.isDisjoint(with: ["count", "counts", "size", "default", "preferred"]) { return false }
    let lexicon = AdoptionLexicon.shared
    return !lexicon.personal.isDisjoint(with: set)
      || lexicon.pairs.contains { $0.isSubset(of: set) }
      || (words.contains("e") && words.contains("mail"))
      || (ofPeople && !personalOfPeople.isDisjoint(with: set))
  }

  /// The columns of a table that say where its rows are, in degrees: latitude and longitude.
  ///
  /// Of several pairs, such as a start and an end, returns the one whose names say no more.
  static func place(in columns: [AdoptionColumn]) -> (latitude: String, longitude: String)? {
    let latitudes: Set<String> = ["latitude", "lat"]
    let longitudes: Set<String> = ["longitude", "lng", "lon", "long"]
    let numbers = columns.filter { ["numeric", "float8", "float4"].contains($0.base) }
    let pairs = numbers.flatMap { one in
      numbers.filter { other in
        !latitudes.isDisjoint(with: one.words) && !longitudes.isDisjoint(with: other.words)
          && one.words.filter { !latitudes.contains($0) }
            == other.words.filter { !longitudes.contains($0) }
      }.map { (one.words.count, one.name, $0.name) }
    }
    return pairs.min { $0.0 < $1.0 }.map { ($0.1, $0.2) }
  }

  /// The column with the town that a row is in.
  static func town(in columns: [AdoptionColumn]) -> String? {
    let towns: Set<String> = [
      "city", "town", "village", "municipality", "locality", "citta", "ville", "stadt", "ciudad",
    ]
    return columns.first { $0.isText && !towns.isDisjoint(with: $0.words) }?.name
  }

  /// Whether the texts of a column name pictures.
  static func isPhoto(_ column: AdoptionColumn) -> Bool {
    let pictures: Set<String> = ["photo", "picture", "image", "img", "avatar", "thumbnail", "pic"]
    let words = column.words.map(singular)
    return column.isText && !pictures.isDisjoint(with: words)
      && Set(words).isDisjoint(with: ["caption", "alt", "title", "description", "type", "credit"])
  }

  /// Whether a column says where something is.
  static func isPlace(_ column: AdoptionColumn) -> Bool {
    !coordinates.isDisjoint(with: column.words)
      || ["point", "geometry", "geography"].contains(column.base)
  }

  /// Whether a text names a person.
  static func isName(_ words: [String], ofPeople: Bool) -> Bool {
    let set = bare(words)
    if ["file", "host", "domain", "table", "class", "tag", "type"].contains(where: set.contains) {
      return false
    }
    return !names.union(AdoptionLexicon.shared.names).isDisjoint(with: set)
      || !naming.isDisjoint(with: set)
        && (ofPeople || !named.isDisjoint(with: set) || set.contains { people.contains($0) }
          || !actors.subtracting(["by"]).isDisjoint(with: set))
      || ofPeople && !namesOfPeople.isDisjoint(with: set)
  }

  /// Whether a table's name speaks of what people write to each other.
  static func isLetters(_ words: [String]) -> Bool {
    words.contains { letters.contains(singular($0)) || isLetter($0) }
  }

  /// Whether a table's name says that the app writes down in it what happened.
  static func isLog(_ words: [String]) -> Bool {
    let logs: Set<String> = [
      "log", "audit", "history", "journal", "activity", "trail", "changelog", "revision", "version",
      "protokoll", "verlauf", "registro", "historial", "historique", "cronologia", "archive",
    ]
    return words.contains { logs.contains(singular($0)) }
  }

  /// Whether a column holds what is written.
  static func isBody(_ words: [String]) -> Bool { !bodies.isDisjoint(with: words) }

  /// Whether a table is a framework's own, such as that of its migrations.
  static func isFramework(_ name: String) -> Bool {
    let names: Set<String> = [
      "schema_migrations", "schema_migration", "ar_internal_metadata", "delayed_jobs",
      "alembic_version", "flyway_schema_history", "databasechangelog", "databasechangeloglock",
      "knex_migrations", "knex_migrations_lock", "__diesel_schema_migrations", "_prisma_migrations",
      "__efmigrationshistory", "goose_db_version", "gorp_migrations", "pgmigrations", "migrations",
      "migrations_lock", "typeorm_metadata", "sequelizemeta", "_sqlx_migrations",
      "django_migrations", "django_session", "django_content_type", "django_site",
      "django_admin_log", "auth_permission", "auth_group_permissions", "failed_jobs",
      "job_batches", "cache", "cache_locks", "spatial_ref_sys", "sessions", "data_migrations",
      "schema_version", "phinxlog", "doctrine_migration_versions", "active_storage_blobs",
      "active_storage_variant_records", "active_storage_attachments", "que_jobs", "que_values",
      "que_lockers", "queue_classic_jobs", "procrastinate_jobs", "procrastinate_events",
    ]
    let beginnings = [
      "good_job", "solid_queue_", "solid_cache_", "solid_cable_", "oban_", "pghero_", "pg_stat_",
      "graphile_worker", "pgboss", "awsdms_", "hdb_", "blazer_",
    ]
    let name = name.lowercased()
    return names.contains(name) || beginnings.contains { name.hasPrefix($0) }
  }

  /// Whether a name speaks of the moment at which a restriction ends.
  static func isRestrictionEnd(_ words: [String]) -> Bool {
    !restricted.isDisjoint(with: words) && !ends.isDisjoint(with: words)
  }

  /// A way to hide a row by a column.
  struct Hiding: Sendable {
    /// The column.
    let column: String
    /// The value of the column while the row is hidden, as SQL; nil for the time at which that
    /// ends.
    let value: String?
    /// How much it looks like what the app checks, the more the better.
    let weight: Int
    /// Whether it says that the app has deleted or archived the row, and not that it is barred.
    var isGone = false
  }

  /// How a column would hide its row; nil where it says something else.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - table: The words of its table's name.
  ///   - isPeople: Whether the table's rows are the people who use the app.
  /// - Returns: The way; one of greater weight is likelier to be what the app checks.
  static func hiding(
    by column: AdoptionColumn,
    of table: [String],
    isPeople: Bool
  ) -> Hiding? {
    let rest = Set(column.words).subtracting(idle).subtracting(table.map(singular))
      .subtracting(table)
    // A lock of a post, or of a job, takes nobody away from it.
    let others: Set<String> = [
      "locked", "lock", "disabled", "muted", "silenced", "restricted", "frozen", "inactive",
    ]
    let bad = isPeople ? restricted : restricted.subtracting(others)
    func weight(_ words: Set<String>) -> Int {
      let kind =
        !banning.isDisjoint(with: words)
        ? 40 : !bad.isDisjoint(with: words) ? 30 : !present.isDisjoint(with: words) ? 20 : 10
      // Deletion is not restriction, so it weighs less; columns that the app's own code reads weigh
      // most.
      return (isPeople ? kind : gone.isDisjoint(with: words) ? kind : 25) * 2
        + (column.heeded > 0 ? 40 : 0) + min(column.heeded, 6) * 5
    }
    if isRestrictionEnd(column.words), column.base.hasPrefix("timestamp"), !column.isRequired {
      return Hiding(
        column: column.name,
        value: column.base == "timestamptz" ? nil : "$until",
        weight: weight(rest) + 10
      )
    }
    if !column.values.isEmpty || !states.isDisjoint(with: column.words) && column.isText {
      let values = column.values.isEmpty ? column.sample?.values ?? [] : column.values
      let known = values.map { (value: $0, words: Set([$0.lowercased()])) }
      let found =
        known.first { !banning.isDisjoint(with: $0.words) }
        ?? known.first { !bad.isDisjoint(with: $0.words) }
        ?? known.first { !gone.isDisjoint(with: $0.words) }
      // A type of any name may be how people stand; of other rows its values may be about anything.
      guard let found,
        !states.isDisjoint(with: column.words) || isPeople && !banning.isDisjoint(with: found.words)
      else { return nil }
      return Hiding(
        column: column.name,
        value: "'" + found.value.replacing("'", with: "''") + "'",
        weight: weight(found.words) - 1,
        isGone: bad.isDisjoint(with: found.words)
      )
    }
    guard !rest.isEmpty, rest.subtracting(ends).isSubset(of: bad.union(gone).union(present))
    else { return nil }
    let isGone = bad.union(present).isDisjoint(with: rest)
    switch column.base {
    case "bool":
      let isPresent = !present.isDisjoint(with: rest)
      let value = isPresent != rest.contains("not") ? "false" : "true"
      return Hiding(column: column.name, value: value, weight: weight(rest), isGone: isGone)
    case "timestamptz", "timestamp":
      guard !column.isRequired, present.isDisjoint(with: rest), ends.isDisjoint(with: rest)
      else { return nil }
      return Hiding(
        column: column.name,
        value: "$at",
        weight: weight(rest) - 2,
        isGone: isGone
      )
    default: return nil
    }
  }

  /// Words, and what is left of them without trailing digits: `token2` is a token, too.
  static func bare(_ words: [String]) -> Set<String> {
    var set = Set(words)
    for word in words {
      let letters = String(word.reversed().drop { $0.isNumber }.reversed())
      if letters.count > 2 { set.insert(letters) }
    }
    return set
  }

  /// The singular of an English plural; other words stay.
  static func singular(_ word: String) -> String {
    for (ending, instead) in [
      ("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"),
    ]
    where word.hasSuffix(ending) && word.count > ending.count + 1 {
      return word.dropLast(ending.count) + instead
    }
    if word == "people" { return "person" }
    let isPlural =
      word.count > 3 && word.hasSuffix("s") && !["ss", "us", "is"].contains { word.hasSuffix($0) }
    return isPlural ? String(word.dropLast()) : word
  }
}
