"""Asks a running house everything its OpenAPI document describes, as every role and as nobody, with schemathesis.

The document must be true: every answer has a status, a content type and a body it describes, and none is the house's own
fault. Called by `cargo xtask test --only api` with the address of a house at its first start, its administrator's first
password and the number of examples.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import requests

PASSWORD = "a sentence nobody guesses"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
# They end or lock the session they are asked in; nobody asks them all the same.
OWN_SESSION = ["/api/session", "/api/session/password", "/api/session/lock"]
# The administrator comes last: he can end the others' sessions.
ROLES = ["player", "dealer", "floorperson", "manager", "auditor", "administrator"]


def sign_in(house: str, name: str, password: str) -> dict[str, str]:
    answer = requests.post(f"{house}/api/session", json={"name": name, "password": password}, timeout=20)
    answer.raise_for_status()
    return {"Authorization": f"Bearer {answer.json()['token']}"}


def settle(house: str, name: str, first: str) -> dict[str, str]:
    """Signs in with a first password, changes it, and signs in again."""
    change = {"old": first, "new": PASSWORD}
    signed = sign_in(house, name, first)
    requests.put(f"{house}/api/session/password", json=change, headers=signed, timeout=20).raise_for_status()
    return sign_in(house, name, PASSWORD)


def hire(house: str, administrator: dict[str, str], role: str) -> dict[str, str]:
    person = {"name": f"The {role}", "roles": [role]}
    answer = requests.post(f"{house}/api/people", json=person, headers=administrator, timeout=20)
    answer.raise_for_status()
    return settle(house, person["name"], answer.json()["password"])


def ask(house: str, who: str, signed: dict[str, str], examples: str) -> bool:
    schemathesis = Path(sys.executable).with_name("schemathesis")
    command = [schemathesis, "run", f"{house}/api/openapi.json", "--checks", CHECKS, "--max-examples", examples]
    command += ["--generation-deterministic", "--phases", "fuzzing", "--no-color"]
    for name, value in signed.items():
        command += ["--header", f"{name}: {value}"]
    for path in OWN_SESSION if signed else []:
        command += ["--exclude-path", path]
    print(f"\n--- as {who} ---", flush=True)
    # It leaves a folder behind where it runs.
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(command, check=False, cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
    print(done.stdout if done.returncode else "\n".join(done.stdout.splitlines()[-12:]), flush=True)
    return done.returncode == 0


def main() -> int:
    house, first, examples = sys.argv[1:]
    administrator = settle(house, "administrator", first)
    everybody = {role: hire(house, administrator, role) for role in ROLES if role != "administrator"}
    everybody = {"nobody": {}, **everybody, "administrator": administrator}
    found = [who for who, signed in everybody.items() if not ask(house, who, signed, examples)]
    if found:
        print(f"the document is not true for {', '.join(found)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
