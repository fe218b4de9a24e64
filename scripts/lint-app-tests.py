#!/usr/bin/env python3
"""Prints each call, in a test of an app, of a function that the app's login may call, where the test
is not that login: as the owner everything works. Bodies of functions are whoever calls them."""
import glob
import os
import re

for app in sorted(os.listdir("sql/apps")):
    granted = set()
    for path in glob.glob(f"sql/apps/{app}/functions/*.sql"):
        with open(path) as file:
            granted.update(re.findall(
                rf"GRANT EXECUTE ON FUNCTION\s+{app}\.(\w+)[^;]*\b{app}_app\b", file.read()))
    call = re.compile(rf"\b{app}\.({'|'.join(sorted(granted))})\(")
    for path in sorted(glob.glob(f"sql/tests/{app}/*_test.sql")):
        is_app = is_body = False
        with open(path) as file:
            for number, line in enumerate(file, 1):
                if line.startswith(":as_app;"):
                    is_app = True
                elif re.match(r"(RESET|SET) (LOCAL )?(ROLE|SESSION AUTHORIZATION)\b", line):
                    is_app = False
                elif line.startswith(("CREATE ", "INSERT ")):
                    is_body = True
                if not is_app and not is_body and call.search(line):
                    print(f"{path}:{number}: {line.strip()}")
                is_body = is_body and not re.search(r";\s*$|\\gset", line)
