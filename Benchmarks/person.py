"""The line `person` of make bench: the export of somebody who owns a tenth of the products."""

import os

OWN = "SELECT s.id FROM randevoo.stores s WHERE s.owner_id = 1"
PRODUCTS = f"SELECT p.id FROM randevoo.products p WHERE p.store_id IN ({OWN})"
PARTS = (
    f"SELECT * FROM randevoo.stores WHERE id IN ({OWN})",
    f"SELECT * FROM randevoo.products WHERE store_id IN ({OWN})",
    f"SELECT * FROM randevoo.product_variants WHERE product_id IN ({PRODUCTS})",
    f"SELECT * FROM randevoo.product_photos WHERE product_id IN ({PRODUCTS})",
    f"SELECT * FROM randevoo.variant_skus WHERE product_id IN ({PRODUCTS})",
    "SELECT * FROM randevoo.reservations WHERE customer_id = 1",
    "SELECT * FROM randevoo.messages WHERE author_id = 1",
)


def person(bench):
    """Exports them to a file, beside psql's \\copy of the same rows as they are and as JSON."""
    bench.have("sample")
    path = os.path.join(bench.folder, "person.ndjson")
    memory = []

    def ours():
        bench.sql("UPDATE reeve.reveal SET asked_at = asked_at - interval '2 hours'")
        seconds, peak = bench.run(bench.reeve(
            "-c", f"export person randevoo/user:1 {path} --why bench"))
        memory.append(peak)
        return seconds

    def copies(form):
        return lambda: bench.run(bench.psql(*(
            word for part in PARTS
            for word in ("-c", f"\\copy ({form.format(part)}) TO '{path}.copy'"))), "postgres")[0]

    mine, theirs = bench.rounds_of(ours, copies("SELECT row_to_json(r) FROM ({}) r"))
    with open(path, encoding="utf-8") as file:
        rows = sum(1 for _ in file)
    bench.report(f"export of a person with {rows} rows", "\\copy of them as JSON", mine, theirs, 2, True)
    mine, theirs = bench.rounds_of(ours, copies("{}"))
    bench.report("the same", "\\copy of them", mine, theirs, 2, True)
    bench.limit("the same, memory", memory, "MiB", 40)
