/// What names of columns and tables mean, by their words: lower case, without accents.
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

  private static let personal: Set<String> = [
    "email", "mail", "emails", "correo", "courriel", "epost", "poczta", "почта",
    "phone", "tel", "telephone", "telefono", "telefon", "telefoon", "telefone", "mobile", "mobil",
    "cell", "cellulare", "handy", "movil", "celular", "gsm", "fax", "whatsapp", "telegram", "skype",
    "телефон",
    "address", "addr", "addresses", "street", "strasse", "indirizzo", "adresse", "anschrift",
    "direccion", "calle", "endereco", "ulica", "adres", "adress", "straat", "zip", "zipcode",
    "postcode", "postal", "plz", "адрес",
    "birth", "birthday", "birthdate", "dob", "born", "nascita", "geburt", "geburtstag",
    "geburtsdatum", "nacimiento", "naissance", "nascimento", "geboorte", "geboortedatum", "fodelse",
    "urodzenia", "рождения",
    "iban", "bic", "kontonummer", "cvv", "cvc", "pan",
    "ssn", "tin", "nif", "nie", "dni", "cpf", "cnpj", "nin", "bsn", "pesel", "fiscale",
    "steuernummer", "steuerid", "passport", "passaporto", "pasaporte", "passeport", "reisepass",
    "ausweis", "паспорт", "инн", "снилс",
    "gender", "sex", "geschlecht", "sesso", "religion", "ethnicity", "health",
  ]

  /// Words that only together are personal.
  private static let personalPairs: [Set<String>] = [
    ["tax", "id"], ["tax", "number"], ["tax", "code"], ["tax", "no"], ["vat", "id"],
    ["vat", "number"], ["national", "id"], ["identity", "number"], ["ip", "address"],
    ["last", "ip"],
    ["remote", "ip"], ["user", "agent"], ["card", "number"], ["account", "number"], ["id", "card"],
    ["partita", "iva"], ["codice", "fiscale"], ["steuer", "id"], ["steuer", "nr"],
    ["numero", "conto"], ["license", "number"], ["licence", "number"], ["device", "id"],
  ]

  /// Words that are personal in a table of people.
  private static let personalOfPeople: Set<String> = [
    "photo", "avatar", "picture", "foto", "image", "latitude", "longitude", "lat", "lng", "lon",
    "location", "position", "geo", "ip", "note", "notes", "age",
  ]

  private static let secret: Set<String> = [
    "password", "passwd", "pwd", "passwort", "kennwort", "contrasena", "senha", "motdepasse",
    "wachtwoord", "haslo", "losenord", "parola", "пароль", "passphrase", "salt", "secret", "token",
    "otp", "totp", "mfa", "apikey", "pin", "credential", "credentials", "privatekey",
  ]

  private static let secretPairs: [Set<String>] = [
    ["api", "key"], ["private", "key"], ["recovery", "code"], ["recovery", "codes"],
    ["secret", "key"], ["backup", "codes"], ["mot", "passe"], ["access", "key"],
  ]

  /// Names of texts that say what a row is, the best first; several words stand for themselves.
  static let labels: [[String]] = [
    ["display", "name"], ["full", "name"], ["name"], ["nome"], ["nombre"], ["naam"], ["navn"],
    ["namn"], ["nazwa"], ["имя"], ["название"], ["title"], ["titolo"], ["titel"], ["titulo"],
    ["titre"], ["tytul"], ["заголовок"], ["username"], ["login"], ["nickname"], ["nick"],
    ["handle"],
    ["screenname"], ["subject"], ["betreff"], ["oggetto"], ["asunto"], ["sujet"], ["topic"],
    ["label"], ["bezeichnung"], ["headline"], ["caption"], ["heading"], ["question"], ["slug"],
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
    "lock",
    "muted", "silenced", "disabled", "restricted", "barred", "frozen", "gesperrt", "sperre",
    "blockiert", "verborgen", "bloccato", "sospeso", "nascosto", "bannato", "bloqueado",
    "suspendido",
    "oculto", "bloque", "suspendu", "masque", "banni", "geblokkeerd", "zablokowany",
  ]
  private static let ends: Set<String> = [
    "until", "till", "bis", "fino", "hasta", "jusqua", "ate", "tot", "do", "til", "expires", "end",
    "ends",
  ]
  private static let gone: Set<String> = [
    "deleted", "removed", "archived", "trashed", "spam", "cancellato", "geloscht", "eliminado",
    "borrado", "supprime",
  ]
  private static let present: Set<String> = [
    "active", "enabled", "visible", "published", "approved", "public", "aktiv", "attivo", "activo",
    "actif", "visibile", "sichtbar",
  ]

  /// Words of a column that leads to a person who did something with a row that is another's.
  static let handlers: Set<String> = [
    "updated", "edited", "changed", "modified", "deleted", "removed", "approved", "moderated",
    "moderator", "reviewed", "reviewer", "verified", "banned", "blocked", "locked", "assigned",
    "assignee", "resolved", "closed", "handled", "last", "editor", "admin", "recipient", "receiver",
    "target", "mentioned", "invited", "referrer", "approver", "solver",
  ]

  /// Names of texts that are long where nothing else tells.
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
    "url", "uri", "path", "slug", "file", "filename", "hash", "etag", "locale", "ip", "guid", "id",
    "uuid",
    "key", "currency", "zone", "timezone", "lang", "language", "country", "kind", "type", "mime",
    "format", "version", "checksum", "color", "colour", "icon",
  ]

  /// Names of columns that tell where a row stands.
  static let states: Set<String> = ["state", "status", "stato", "estado", "etat", "zustand"]

  /// Whether a name speaks of a person: whom to reach, where they live, who they are.
  static func isPersonal(_ words: [String], ofPeople: Bool) -> Bool {
    let set = Set(words)
    return !personal.isDisjoint(with: set) || personalPairs.contains { $0.isSubset(of: set) }
      || (words.contains("e") && words.contains("mail"))
      || (ofPeople && !personalOfPeople.isDisjoint(with: set))
  }

  /// Whether a name speaks of what nobody should see.
  static func isSecret(_ words: [String], ofPeople: Bool) -> Bool {
    let set = Set(words)
    return !secret.isDisjoint(with: set) || (ofPeople && set.contains("hash"))
      || secretPairs.contains { $0.isSubset(of: set) }
  }

  /// Whether a name speaks of the moment at which a restriction ends.
  static func isRestrictionEnd(_ words: [String]) -> Bool {
    !restricted.isDisjoint(with: words) && !ends.isDisjoint(with: words)
  }

  /// What a flag would be set to if its row were to disappear, as SQL; nil for other names.
  static func hidingValue(_ column: AdoptionColumn) -> String? {
    let isHiding = !gone.union(restricted).isDisjoint(with: column.words)
    switch column.base {
    case "bool":
      return isHiding ? "true" : present.isDisjoint(with: column.words) ? nil : "false"
    case "timestamptz", "timestamp":
      return isHiding && ends.isDisjoint(with: column.words) ? "$at" : nil
    default: return nil
    }
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
