"""A guest of a house plays one round of Crazy 4 Poker over the API, with Python's standard library.

Run it against a house that is open: python3 crates/house/examples/talk_to_the_house.py http://127.0.0.1:8080
"""
import itertools, json, sys, time, urllib.request

numbers, headers = itertools.count(1), {"Content-Type": "application/json"}

def ask(method, path, body=None):
    data = json.dumps(body).encode() if body else None
    return json.load(urllib.request.urlopen(urllib.request.Request(sys.argv[1] + path, data, headers, method=method)))

def look(until=lambda view: True):
    while not until(view := ask("GET", f"/api/tables/{table}/view")["view"]):
        time.sleep(0.1)
    return view

def order(command, ready=False):
    # A number of our own, so that it can be sent again, and what we have seen, so that a stale page cannot act.
    wanted = {"id": next(numbers), "expects": look()["sequence"], "command": command, "ready": ready}
    ask("POST", f"/api/tables/{table}/commands", wanted)

guest = ask("POST", "/api/session/guest")
headers["Authorization"], player = f"Bearer {guest['token']}", guest["session"]["person"]
crazy_4 = (each for each in ask("GET", "/api/tables") if each["text"] == "pa-657a")
table, seat = next((each["id"], each["free_seats"][0]) for each in crazy_4)
order({"sit": {"seat": seat, "player": player}})
order({"buy-in": {"player": player, "purse": "chips", "amount": 100_00}})
# The Ante; the Super Bonus, which must equal it, is placed with it.
order({"place": {"seat": seat, "wager": "main", "amount": 10_00, "tender": "chips"}}, ready=True)
look(until=lambda view: any("play-or-fold" in asked for asked in view["asks"]))
order({"play": {"seat": seat, "amount": 10_00}})
view = look(until=lambda view: view["phase"] == "closed")
mine = next(each for each in view["seats"] if each["seat"] == seat)
print(f"seat {seat} holds {mine['hand']['cards']}, the dealer {view['dealer']['cards']}")
for came in mine["results"]:
    print(f"{came['wager']} {came['how']['ruled']}: {came['stake']} cents staked, {came['won']} won, {came['clause']}")
order({"leave": seat})
