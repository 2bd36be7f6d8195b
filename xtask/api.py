"""Asks a running house everything its OpenAPI document describes, as every role and as nobody, with schemathesis.

The document must be true: every answer has a status, a content type and a body it describes, and none is the house's
own fault. Called by `cargo xtask test --only api` with the address of a house at its first start, its administrator's
first password, and how many right and how many wrong examples are made for each operation. Making them takes longer
than asking, so they are made once and asked by everybody.
"""

import sys
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy

import hypothesis
import requests
import schemathesis
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

PASSWORD = "a sentence nobody guesses"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
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


def examples(operation: schemathesis.APIOperation, mode: GenerationMode, number: int) -> list[schemathesis.Case]:
    """Requests that the document allows, or that it does not; the same ones in every run."""
    made = []

    @hypothesis.settings(
        max_examples=number,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    def make(case: schemathesis.Case) -> None:
        made.append(case)

    try:
        make()
    except hypothesis.errors.Unsatisfiable:
        # Nothing can be wrong about a request that takes nothing.
        if mode is not GenerationMode.NEGATIVE:
            raise
    return made


def faults(case: schemathesis.Case, session: requests.Session, signed: dict[str, str]) -> Iterator[Failure]:
    """What is wrong with the answer to a request."""
    answer = case.call(session=session, headers=signed, timeout=20)
    try:
        case.validate_response(answer, checks=CHECKS, headers=signed)
    except FailureGroup as found:
        yield from found.exceptions


def ask(house: str, who: str, signed: dict[str, str], cases: list[schemathesis.Case]) -> bool:
    """Asks everything as somebody; whether the document was true."""
    session = requests.Session()
    # Whoever begins a session by asking for one is still who he was.
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    asked, found = 0, {}
    for case in cases:
        if signed and case.operation.path in OWN_SESSION:
            continue
        asked += 1
        for fault in faults(case, session, signed):
            found.setdefault((case.operation.label, fault.title), (case, fault))
    print(f"as {who}: {asked} requests, {len(found)} faults", flush=True)
    for (operation, _), (case, fault) in found.items():
        print(f"\n{operation}: {fault}\n{case.as_curl_command(headers=signed)}", flush=True)
    if signed:
        session.get(f"{house}/api/session", headers=signed, timeout=20).raise_for_status()
    return not found


def main() -> int:
    house, first, right, wrong = sys.argv[1:]
    administrator = settle(house, "administrator", first)
    everybody = {role: hire(house, administrator, role) for role in ROLES if role != "administrator"}
    everybody = {"nobody": {}, **everybody, "administrator": administrator}
    schema = schemathesis.openapi.from_url(f"{house}/api/openapi.json")
    operations = [operation.ok() for operation in schema.get_all_operations()]
    cases = []
    for mode, number in [(GenerationMode.POSITIVE, int(right)), (GenerationMode.NEGATIVE, int(wrong))]:
        cases += [case for operation in operations for case in examples(operation, mode, number)]
    print(f"{len(operations)} operations, {len(cases)} examples", flush=True)
    found = [who for who, signed in everybody.items() if not ask(house, who, signed, cases)]
    if found:
        print(f"the document is not true for {', '.join(found)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
