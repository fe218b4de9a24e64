"""Tantivy as a peer of the line `search`: reads {"language", "documents", "queries"} as JSON from its
input and prints {"answers": {query: keys}, "milliseconds": [of each query]}.

All texts are one field, which does better than fields with boosts on every set here.
"""

import json
import re
import sys
import time

import tantivy


def main():
    given = json.load(sys.stdin)
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("key", stored=True, tokenizer_name="raw")
    builder.add_text_field("text", tokenizer_name="en_stem" if given["language"] else "default")
    index = tantivy.Index(builder.build())
    writer = index.writer(100_000_000, 1)
    for key, *texts in given["documents"]:
        writer.add_document(tantivy.Document(key=[key], text=[" ".join(texts)]))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    answers, times = {}, []
    for query, text in given["queries"].items():
        begin = time.perf_counter()
        words = re.findall(r"\w+", text.lower())
        found = []
        if words:
            parsed = index.parse_query(" ".join(f'"{word}"' for word in words), ["text"])
            found = searcher.search(parsed, 100).hits
        answers[query] = [searcher.doc(address)["key"][0] for _, address in found]
        times.append(1000 * (time.perf_counter() - begin))
    json.dump({"answers": answers, "milliseconds": times}, sys.stdout)


if __name__ == "__main__":
    main()
