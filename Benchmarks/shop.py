"""A catalogue of a shop for electronics with queries and their judgments: made by a seed, so that the
same numbers come out everywhere, and of no real shop.

A product is a kind with a brand, a line and attributes. Its title says some of them, its attributes
say all, its summary says what it goes with: so words of a query are also in products of other kinds
(a case for a phone, a toner for a printer), as in any shop. A query asks for a kind with up to three
properties, each in a spelling of people's; who has all of them is graded 3, who has all but one 2,
another of the kind 1.
"""

import random

COLOURS = ["black", "white", "silver", "grey", "blue", "red"]
ACCESSORIES = {"phone case", "camera bag", "cable", "charger", "memory card", "toner cartridge", "ink cartridge",
               "keyboard", "mouse"}
# What people write for a value, the value itself first.
SPELLINGS = {
    "Wi-Fi": ["wifi", "wi-fi", "wireless"], "Bluetooth": ["bluetooth"],
    "USB-C": ["usb-c", "usbc", "usb c"], "4K Ultra HD": ["4k", "uhd", "ultra hd"],
    "Full HD": ["full hd", "1080p"], "QHD": ["qhd", "1440p"], "grey": ["grey", "gray"],
    "noise cancelling": ["noise cancelling", "noise canceling"], "in-ear": ["in-ear", "in ear", "earbuds"],
    "over-ear": ["over-ear", "over ear"], "touchscreen": ["touchscreen", "touch screen"],
    "RGB backlight": ["rgb", "backlit"], "duplex": ["duplex", "double sided"],
    "waterproof": ["waterproof", "water resistant"], "4G LTE": ["lte", "4g"], "5G": ["5g"],
    "HDMI": ["hdmi"], "DisplayPort": ["displayport", "display port"], "colour": ["colour", "color"],
}
# kind: brands, lines, attributes, what its summary mentions, other words for it.
KINDS = {
    "laptop": ("Lenora Asterus Delvin Hexa Acero", "Think Zen Nitro Pro Swift",
               {"Screen": ["13.3\"", "14\"", "15.6\"", "17.3\""], "Memory": ["8 GB", "16 GB", "32 GB"],
                "Storage": ["256 GB SSD", "512 GB SSD", "1 TB SSD"], "Display": ["touchscreen", "Full HD"]},
               "monitor backpack docking station", ["laptop", "notebook"]),
    "monitor": ("Delvin Samsong Bexar Iiyana Phillips", "Ultra Vue Pro Odyss",
                {"Screen": ["21.5\"", "24\"", "27\"", "32\"", "34\""],
                 "Resolution": ["Full HD", "QHD", "4K Ultra HD"], "Port": ["HDMI", "DisplayPort", "USB-C"]},
                "laptop desktop cable", ["monitor", "display"]),
    "television": ("Samsong Sonia Phillips Lumina", "Crystal Bravo Ambi",
                   {"Screen": ["32\"", "43\"", "55\"", "65\""], "Resolution": ["Full HD", "4K Ultra HD"],
                    "Network": ["Wi-Fi"]}, "wall mount soundbar HDMI cable", ["tv", "television"]),
    "smartphone": ("Samsong Nokara Xiomi Onefive", "Galaxa Note Edge Mi",
                   {"Storage": ["64 GB", "128 GB", "256 GB"], "Network": ["4G LTE", "5G"],
                    "Body": ["waterproof", "dual SIM"]}, "case charger headphones",
                   ["smartphone", "phone", "mobile phone"]),
    "phone case": ("Spigo Belkon Hama Caselogic", "Tough Slim Clear Wallet",
                   {"Fits": ["Samsong Galaxa 21", "Nokara Edge 8", "Xiomi Mi 11", "Onefive Note 9"],
                    "Body": ["leather", "silicone", "waterproof"]}, "smartphone screen protector",
                   ["phone case", "case"]),
    "tablet": ("Samsong Lenora Huawen Acero", "Tab Pad Media",
               {"Screen": ["8\"", "10.1\"", "11\""], "Storage": ["64 GB", "128 GB"],
                "Network": ["Wi-Fi", "4G LTE"]}, "keyboard stylus smartphone", ["tablet"]),
    "headphones": ("Sonia Bosa Sennhaus Jabro Plantron", "Tour Quiet Momentum Elite",
                   {"Fit": ["in-ear", "over-ear"], "Link": ["Bluetooth", "USB-C"],
                    "Sound": ["noise cancelling", "studio"]}, "smartphone laptop", ["headphones", "headset"]),
    "keyboard": ("Logitec Cherro Corsaro Razor", "Craft Stream Prime Black",
                 {"Link": ["Bluetooth", "USB-C", "wired"], "Keys": ["mechanical", "membrane"],
                  "Light": ["RGB backlight", "no light"]}, "mouse desktop tablet", ["keyboard"]),
    "mouse": ("Logitec Razor Corsaro Micros", "Master Viper Basilisk",
              {"Link": ["Bluetooth", "wired"], "Shape": ["ergonomic", "vertical", "gaming"]},
              "keyboard mouse pad laptop", ["mouse"]),
    "inkjet printer": ("Epsal Canora Brothar", "Work Pixa Eco",
                       {"Print": ["colour", "duplex"], "Network": ["Wi-Fi", "Ethernet"], "Paper": ["A4", "A3"]},
                       "ink cartridge photo paper", ["inkjet printer", "printer"]),
    "laser printer": ("Brothar Kyocero Lexmar Xeron", "Eco Phaser Versa",
                      {"Print": ["colour", "duplex", "monochrome"], "Network": ["Wi-Fi", "Ethernet"]},
                      "toner cartridge paper", ["laser printer", "printer"]),
    "toner cartridge": ("Brothar Kyocero Lexmar Xeron", "Eco Phaser Versa",
                        {"Colour": ["black", "cyan", "magenta", "yellow"],
                         "Yield": ["1500 pages", "3000 pages", "6000 pages"]},
                        "laser printer", ["toner", "toner cartridge"]),
    "ink cartridge": ("Epsal Canora Brothar", "Work Pixa Eco",
                      {"Colour": ["black", "cyan", "magenta", "yellow"], "Size": ["XL", "standard"]},
                      "inkjet printer photo", ["ink", "ink cartridge"]),
    "router": ("Netgear Tplinc Asterus Linksis", "Night Archer Deco",
               {"Network": ["Wi-Fi", "4G LTE", "5G"], "Speed": ["AC1200", "AX3000", "AX5400"]},
               "modem network switch cable", ["router"]),
    "network switch": ("Netgear Tplinc Cisca Zyxal", "Pro Smart Edge",
                       {"Ports": ["5 port", "8 port", "16 port", "24 port"], "Power": ["PoE", "fanless"]},
                       "router rack cable", ["switch", "network switch"]),
    "cable": ("Belkon Startek Hama Goobai", "Prime Basic Flex",
              {"Plug": ["HDMI", "USB-C", "DisplayPort", "Cat 6"], "Length": ["0.5 m", "1 m", "2 m", "3 m", "5 m"]},
              "monitor television router laptop", ["cable"]),
    "charger": ("Ankar Belkon Samsong Hama", "Power Boost Nano",
                {"Plug": ["USB-C", "wireless"], "Power": ["20 W", "30 W", "65 W", "100 W"]},
                "smartphone tablet laptop", ["charger", "power adapter"]),
    "external hard drive": ("Seagat Westan Toshibo", "Passport Expansion Canvio",
                            {"Storage": ["1 TB", "2 TB", "4 TB", "8 TB"], "Link": ["USB-C", "USB 3.0"]},
                            "laptop backup desktop", ["external hard drive", "external drive", "hard drive"]),
    "memory card": ("Sandisc Kingstan Samsong", "Extreme Canvas Evo",
                    {"Storage": ["32 GB", "64 GB", "128 GB", "256 GB"], "Type": ["microSD", "SDXC"]},
                    "camera smartphone drone", ["memory card", "sd card"]),
    "camera": ("Canora Nikol Sonia Fujifelm", "Alpha Power Coolshot",
               {"Sensor": ["24 megapixel", "45 megapixel"], "Body": ["mirrorless", "compact", "waterproof"],
                "Video": ["4K Ultra HD", "Full HD"]}, "memory card tripod bag", ["camera", "digital camera"]),
    "camera bag": ("Caselogic Lowepra Hama", "Adventure Event Slim",
                   {"Body": ["waterproof", "leather", "nylon"], "Size": ["small", "medium", "large"]},
                   "camera lens tripod", ["camera bag", "camera case"]),
    "projector": ("Epsal Bexar Optima Viewson", "Home Studio Cinema",
                  {"Resolution": ["Full HD", "4K Ultra HD"], "Light": ["laser", "3000 lumen", "4000 lumen"]},
                  "screen HDMI cable speaker", ["projector", "beamer"]),
    "speaker": ("Bosa Sonia Jbel Harmen", "Flip Link Charge Aura",
                {"Link": ["Bluetooth", "Wi-Fi"], "Body": ["waterproof", "portable", "bookshelf"]},
                "smartphone television", ["speaker", "speakers"]),
    "webcam": ("Logitec Micros Trusto", "Brio Life Studio",
               {"Video": ["Full HD", "4K Ultra HD"], "Focus": ["autofocus", "microphone"]},
               "laptop monitor headset", ["webcam", "web camera"]),
}


def make(products=20_000, queries=300, seed=18):
    """Returns documents (key, title, brand and kind, summary, attributes), queries and judgments."""
    draw = random.Random(seed)
    documents, facts = [], []
    for number in range(products):
        kind = draw.choice(list(KINDS))
        brands, lines, attributes, near, _ = KINDS[kind]
        brand, line = draw.choice(brands.split()), draw.choice(lines.split())
        model = f"{draw.choice('ABDEGHKLMPSTVXZ')}{draw.randrange(10, 9000)}{draw.choice(['', '', 'W', 'DN', 'i'])}"
        values = {name: draw.choice(choices) for name, choices in attributes.items()}
        colour = draw.choice(COLOURS)
        shown = [value for value in values.values() if draw.random() < 0.6]
        name = kind if draw.random() < 0.7 else ""
        friend = draw.choice([other for other in KINDS if other.split()[-1] in near] or list(KINDS))
        theirs = KINDS[friend]
        whose = f"{draw.choice(theirs[0].split())} {draw.choice(theirs[1].split())}"
        title = [brand, line, model, *draw.sample([*shown, name], len(shown) + 1)]
        if draw.random() < 0.5:
            title.append(colour)
        if draw.random() < (0.6 if kind in ACCESSORIES else 0.1):
            title.append(f"for {whose} {friend}")
        extra = [draw.choice(choice) for choice in theirs[2].values()]
        promise = draw.choice(["Two year warranty", "Energy class A", "Made for home and office", "Free returns"])
        summary = (f"The {brand} {line} {model} in {colour} with {draw.choice(list(values.values()))}. "
                   f"Goes well with any {friend} {' or '.join(extra)}, such as the {whose}. "
                   f"Also for {draw.choice(near.split())} and {draw.choice(near.split())}. "
                   f"{promise}.")
        shelf = kind if draw.random() < 0.8 else draw.choice(["accessories", "electronics", "computers"])
        documents.append((
            f"p{number}", " ".join(filter(None, title)), f"{brand} {shelf}", summary,
            "; ".join(f"{key}: {value}" for key, value in {**values, "Colour": colour, "Model": model}.items())))
        facts.append((kind, {brand, line, colour, *values.values()}, model))
    asked, judged = {}, {}
    while len(asked) < queries:
        kind = draw.choice(list(KINDS))
        brands, lines, attributes, _, names = KINDS[kind]
        wanted = set()
        for pool in draw.sample([[draw.choice(brands.split())], [draw.choice(lines.split())], *attributes.values(),
                                 *attributes.values(), [draw.choice(COLOURS)]], draw.choice([0, 1, 1, 2, 2, 3])):
            wanted.add(draw.choice(pool))
        words = [draw.choice(SPELLINGS.get(value, [value])) for value in sorted(wanted)]
        words = [word.replace("\"", draw.choice(["\"", " inch", " in"])) for word in words]
        name = draw.choice(names)
        if draw.random() < 0.3:
            name += "" if name.endswith("s") else "es" if name.endswith("ch") else "s"
        words.insert(draw.randrange(len(words) + 1), name)
        text = " ".join(words).lower()
        grades = {}
        for (key, *_), (its_kind, its_values, _) in zip(documents, facts):
            if its_kind == kind or name.rstrip("s") == "printer" and its_kind.endswith(" printer"):
                lacking = len(wanted - its_values)
                grades[key] = 3 if lacking == 0 else 2 if lacking == 1 and len(wanted) > 1 else 1
        if text not in asked.values() and 3 in grades.values():
            asked[f"s{len(asked)}"] = text
            judged[f"s{len(judged)}"] = grades
    for number in range(queries // 10):  # A product by its number.
        key = draw.randrange(products)
        kind, values, model = facts[key]
        asked[f"m{number}"] = f"{documents[key][1].split()[0]} {model}".lower()
        judged[f"m{number}"] = {f"p{key}": 3}
    return documents, asked, judged
