"""Plays a round at two tables of a house with a client that openapi-python-client made from the house's document.

A stranger's program has nothing but the document. So this one writes no request and reads no answer by hand: what it
sends and what it gets are the generated types. Called by `cargo xtask test --only api` with the folder of the client
and the address of a house.
"""

import sys
import time
from http import HTTPStatus
from importlib import import_module

CLIENT, HOUSE = sys.argv[1:]
sys.path.insert(0, CLIENT)

from croupier_client import AuthenticatedClient, Client, models  # noqa: E402
from croupier_client.models import View  # noqa: E402

# Between two looks at the table, and how many of them a round may take.
PAUSE, LOOKS = 0.05, 1_200
DOLLAR = 100


def call(operation: str, *path: object, client: Client, **arguments: object) -> object:
    """What the house answers; anything but what was asked for is told and ends the program."""
    answer = import_module(f"croupier_client.api.{operation}").sync_detailed(*path, client=client, **arguments)
    if answer.status_code >= HTTPStatus.BAD_REQUEST or isinstance(answer.parsed, models.Problem):
        sys.exit(f"{operation} {path}: {answer.status_code} {answer.content.decode()}")
    return answer.parsed


class Guest:
    """A guest at a table."""

    def __init__(self, table: int, seat: int) -> None:
        begun = call("session.guest", client=Client(base_url=HOUSE))
        self.client = AuthenticatedClient(base_url=HOUSE, token=begun.token)
        self.person, self.table, self.seat = begun.session.person, table, seat
        self.orders = self.person * 1_000_000

    def look(self) -> View:
        return call("tables.view", self.table, client=self.client).view

    def order(self, command: object) -> None:
        """Gives a command on what he sees; the table may have gone on meanwhile, and then he looks again."""
        operation = import_module("croupier_client.api.tables.command")
        self.orders += 1
        for _ in range(20):
            body = models.TableOrder(id=self.orders, expects=self.look().sequence, command=command)
            answer = operation.sync_detailed(self.table, client=self.client, body=body)
            if isinstance(answer.parsed, models.Accepted):
                return
            if not isinstance(answer.parsed, models.Problem) or answer.parsed.code != "stale":
                break
        sys.exit(f"{command.to_dict()}: {answer.status_code} {answer.content.decode()}")

    def sit_down(self, dollars: int) -> None:
        seat, person = self.seat, self.person
        self.order(models.CommandSit(sit=models.CommandSitFields(seat=seat, player=person)))
        bought = models.CommandBuyInFields(player=person, purse=models.Purse.CHIPS, amount=dollars * DOLLAR)
        self.order(models.CommandBuyIn(buy_in=bought))

    def wager(self, wager: models.Wager, dollars: int) -> None:
        amount, tender = dollars * DOLLAR, models.Tender.CHIPS
        placed = models.CommandPlaceFields(seat=self.seat, wager=wager, amount=amount, tender=tender)
        self.order(models.CommandPlace(place=placed))

    def decide(self, view: View) -> bool:
        """Answers what the table asks of this seat; whether it asked anything."""
        for ask in view.asks:
            match ask:
                case models.PromptPlayOrFold() if ask.play_or_fold.seat == self.seat:
                    played = models.CommandPlayFields(seat=self.seat, amount=ask.play_or_fold.least)
                    self.order(models.CommandPlay(play=played))
                case models.PromptSetHands() if ask.set_hands.seat == self.seat:
                    ways = call("tables.settings", self.table, self.seat, client=self.client).ways
                    lawful = next(way for way in ways if not way.foul)
                    hands = models.CommandSetHandsFields(seat=self.seat, setting=lawful.setting)
                    self.order(models.CommandSetHands(set_hands=hands))
                case models.PromptSurrender() if ask.surrender.seat == self.seat:
                    call("tables.ready", self.table, client=self.client)
                case _:
                    continue
            return True
        return False

    def play(self, before: int) -> View:
        """Plays the round after that one to its close."""
        call("tables.ready", self.table, client=self.client)
        for _ in range(LOOKS):
            view = self.look()
            if view.round_ > before and view.phase == models.Phase.CLOSED:
                return view
            if not self.decide(view):
                time.sleep(PAUSE)
        return sys.exit(f"the round does not end: {view.to_dict()}")


    def chips(self, view: View) -> int:
        """His chips, in cents."""
        own = (balance for balance in view.balances if isinstance(balance.account, models.AccountPlayer))
        return next(own).amount // 100

    def results(self, view: View) -> list[models.WagerResult]:
        return next(seat for seat in view.seats if seat.seat == self.seat).results


def gain(result: models.WagerResult) -> int:
    """What a wager brought its player, in cents."""
    taken = (models.Verdict.LOSES, models.Verdict.FORFEITED)
    lost = isinstance(result.how, models.ResultKindRuled) and result.how.ruled in taken
    return -result.stake if lost else result.won


def round_at(game: str, wagers: dict[models.Wager, int]) -> None:
    """Plays a round of a game, and checks that the results told are the money that moved."""
    tables = call("tables.lobby", client=Client(base_url=HOUSE))
    table = next(table for table in tables if table.game == game)
    guest = Guest(table.id, table.free_seats[0])
    guest.sit_down(500)
    before = guest.look()
    for wager, dollars in wagers.items():
        guest.wager(wager, dollars)
    after = guest.play(before.round_)
    results = guest.results(after)
    told = ", ".join(f"{result.wager} {gain(result) / DOLLAR:+.2f} ({result.clause})" for result in results)
    print(f"{game}, round {after.round_}, seat {guest.seat}: {told}")
    if not set(wagers) <= {result.wager for result in results}:
        sys.exit("a wager came to nothing")
    if guest.chips(after) - guest.chips(before) != sum(gain(result) for result in results):
        sys.exit(f"{guest.chips(before)} cents became {guest.chips(after)}")


def main() -> None:
    round_at("Crazy 4 Poker", {models.Wager.MAIN: 10})
    round_at("Fortune Asia Poker", {models.Wager.MAIN: 10, models.Wager.FORTUNE_BONUS: 5})
    tables = call("tables.lobby", client=Client(base_url=HOUSE))
    table = next(table for table in tables if table.game == "Crazy 4 Poker")
    for _ in range(LOOKS):
        odds = call("tables.odds", table.id, client=Client(base_url=HOUSE))
        if odds.ready:
            break
        time.sleep(PAUSE)
    edge = next(wager.house_edge for wager in odds.report.wagers if wager.wager == "main")
    print(f"Crazy 4 Poker keeps {edge.decimal} of the Ante, exactly {edge.num} / {edge.den}")


if __name__ == "__main__":
    main()
