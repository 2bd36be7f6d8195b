"""A guest of a house plays one round of Crazy 4 Poker over the API, with Python's standard library.

Run it against a house that is open: python3 crates/house/examples/talk_to_the_house.py http://127.0.0.1:8080
"""

import itertools, json, sys, time, urllib.request

HOUSE, numbers, headers = sys.argv[1], itertools.count(1), {"Content-Type": "application/json"}

def ask(method, path, body=None):
    request = urllib.request.Request(HOUSE + path, json.dumps(body).encode() if body else None, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

def look():
    return ask("GET", f"/api/tables/{table}/view")["view"]

def order(command, ready=False):
    # A number of our own, so that it can be sent again, and what we have seen, so that a stale page cannot act.
    wanted = {"id": next(numbers), "expects": look()["sequence"], "command": command, "ready": ready}
    ask("POST", f"/api/tables/{table}/commands", wanted)

guest = ask("POST", "/api/session/guest")
headers["Authorization"], player = f"Bearer {guest['token']}", guest["session"]["person"]
lobby = ask("GET", "/api/tables")
table, seat = next((each["id"], each["free_seats"][0]) for each in lobby if each["text"] == "pa-657a")
order({"sit": {"seat": seat, "player": player}})
order({"buy-in": {"player": player, "purse": "chips", "amount": 100_00}})
order({"place": {"seat": seat, "wager": "main", "amount": 10_00, "tender": "chips"}})
order({"place": {"seat": seat, "wager": "super-bonus", "amount": 10_00, "tender": "chips"}}, ready=True)
while not any("play-or-fold" in asked for asked in look()["asks"]):
    time.sleep(0.1)
order({"play": {"seat": seat, "amount": 10_00}})
while (view := look())["phase"] != "closed":
    time.sleep(0.1)
mine = next(each for each in view["seats"] if each["seat"] == seat)
print(f"seat {seat} holds {mine['hand']['cards']}, the dealer {view['dealer']['cards']}")
for came in mine["results"]:
    print(f"{came['wager']} {came['how']['ruled']}: {came['stake']} cents staked, {came['won']} won, {came['clause']}")
order({"leave": seat})
