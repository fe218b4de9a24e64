#!/usr/bin/env python3
"""page-check.py FILE [FOLDER]: looks at a page of `reeve report --html` in headless Chromium.

On a phone and on a desk, light and dark: nothing is wider than the screen or cut by it, all text is large
enough and stands out from what is behind it, no script runs, nothing is fetched, nothing is complained of.
FOLDER gets a picture of each. Speaks Chromium's DevTools protocol over two pipes."""
import base64
import json
import os
import subprocess
import sys
import tempfile

SCREENS = {"phone": (360, 780, True), "desk": (1440, 900, False)}
# What WCAG 2 asks of text (AA), and the smallest that is read on a phone without zooming.
CONTRAST, PIXELS = 4.5, 10
LOOK = r"""
(() => {
  const faults = [], width = document.documentElement.clientWidth;
  const parse = c => { const m = c.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
  const light = c => {
    const [r, g, b] = c.map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3]));
  const root = document.documentElement;
  const base = matchMedia('(prefers-color-scheme: dark)').matches ? [0, 0, 0, 1] : [255, 255, 255, 1];
  const behind = element => {
    const chain = [];
    for (let e = element; e; e = e.parentElement) chain.unshift(parse(getComputedStyle(e).backgroundColor));
    return chain.reduce((under, top) => [...over(top, under), 1], base);
  };
  if (root.scrollWidth > width) faults.push(`it is ${root.scrollWidth} wide on a screen of ${width}`);
  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement, words = node.data.trim();
    if (!words || ['STYLE', 'TITLE', 'title', 'desc'].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width || style.visibility === 'hidden') continue;
    texts += 1;
    const told = `“${words.slice(0, 40)}”`;
    if (box.left < -0.5 || box.right > width + 0.5) faults.push(`${told} leaves the screen`);
    const svg = element.closest('svg');
    const scale = svg && element.getScreenCTM ? element.getScreenCTM().a : 1;
    const size = parseFloat(style.fontSize) * scale;
    if (size < PIXELS) faults.push(`${told} is ${size.toFixed(1)} px`);
    const under = behind(svg ? svg.parentElement : element);
    const ink = over(parse(svg ? style.fill : style.color), under), ground = under.slice(0, 3);
    const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < CONTRAST) faults.push(`${told} has a contrast of ${contrast.toFixed(2)}`);
  }
  for (const svg of document.querySelectorAll('svg')) {
    const box = svg.getBoundingClientRect();
    if (box.left < -0.5 || box.right > width + 0.5) faults.push('a drawing leaves the screen');
  }
  const ground = light(behind(document.body).slice(0, 3));
  return JSON.stringify({faults: [...new Set(faults)], texts, ground, drawings: document.querySelectorAll('svg').length,
    scripts: document.scripts.length});
})()
""".replace("PIXELS", str(PIXELS)).replace("CONTRAST", str(CONTRAST))


class Browser:
    """A headless Chromium with one page."""

    def __init__(self, profile):
        ours, theirs = os.pipe(), os.pipe()
        # It reads commands from descriptor 3 and answers on 4.
        read, write = os.dup(ours[0]), os.dup(theirs[1])

        def place():
            os.dup2(read, 3)
            os.dup2(write, 4)

        program = ["chromium", "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
                   "--disable-dev-shm-usage", "--user-data-dir=" + profile]
        if os.geteuid() == 0:
            program.append("--no-sandbox")
        self.process = subprocess.Popen(program, pass_fds=(read, write, 3, 4), preexec_fn=place,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (read, write, ours[0], theirs[1]):
            os.close(end)
        self.commands, self.answers = os.fdopen(ours[1], "wb", 0), os.fdopen(theirs[0], "rb", 0)
        self.number, self.rest, self.session = 0, b"", None
        self.events = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def message(self):
        while b"\0" not in self.rest:
            more = self.answers.read(65536)
            if not more:
                sys.exit("Chromium has ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        self.commands.write(json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())


def look(browser, file, width, height, is_phone, scheme):
    """What is wrong with the page on a screen, and a picture of it."""
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, mobile=is_phone,
                deviceScaleFactor=2 if is_phone else 1)
    browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.events = []
    browser.ask("Page.navigate", url="file://" + file)
    browser.wait("Page.loadEventFired")
    found = json.loads(browser.ask("Runtime.evaluate", expression=LOOK, returnByValue=True)["result"]["value"])
    faults = found["faults"]
    if (found["ground"] < 0.2) != (scheme == "dark"):
        faults.append(f"its ground has a brightness of {found['ground']:.2f}")
    if found["scripts"] or found["texts"] < 20 or found["drawings"] < 5:
        faults.append(f"{found['scripts']} scripts, {found['texts']} texts, {found['drawings']} drawings")
    for event in browser.events:
        asked = event.get("params", {})
        if event.get("method") == "Network.requestWillBeSent" and asked["request"]["url"] != "file://" + file:
            faults.append("it fetches " + asked["request"]["url"])
        elif event.get("method") == "Log.entryAdded":
            faults.append(asked["entry"]["text"])
    picture = browser.ask("Page.captureScreenshot", captureBeyondViewport=True)["data"]
    return found, faults, base64.b64decode(picture)


def main():
    file = os.path.abspath(sys.argv[1])
    bad = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        for domain in ("Page", "Network", "Log", "Runtime"):
            browser.ask(domain + ".enable")
        for name, (width, height, is_phone) in SCREENS.items():
            for scheme in ("light", "dark"):
                found, faults, picture = look(browser, file, width, height, is_phone, scheme)
                print(f"{name} {scheme}: {found['texts']} texts, {found['drawings']} drawings, {len(faults)} faults")
                for fault in faults:
                    print("  " + fault)
                bad += len(faults)
                if len(sys.argv) > 2:
                    with open(f"{sys.argv[2]}/{name}-{scheme}.png", "wb") as out:
                        out.write(picture)
        browser.session = None
        browser.ask("Browser.close")
        browser.process.wait()
    sys.exit(1 if bad else 0)


main()
