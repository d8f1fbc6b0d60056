#!/usr/bin/env python3
"""Checks a file of draws with nothing but Python 3.11: one file, no package, nothing of the program that drew.

    python3 verify_draws.py draws.json [COMMITMENT]

COMMITMENT is what you noted down before the first draw; without it the one in the file is taken. Exit status: 0 all
that is checked holds, 1 something does not, 2 it is no file of draws. docs/draw-file.md says what the file holds.

Checked for every draw: the opened seed is the one that was sealed; the seed of draw k of round r follows from it, and
the draws of each round are numbered 1, 2, 3 … with one published; everybody who was there is once at a table, at rest
or out; what the draw says it could not keep is what it does not keep, no more and no less.

For random, swiss, danish, equal-wins and winners-losers: the costs are those that docs/draw-systems.md states, in the
order that the seed shuffled; no two tables (nor a table and who rests) can exchange people at a lower cost, down to the
lot; tables and sides are those that the seed deals. For round-robin, even-odd and mitchell: places, meetings, tables
and sides are worked out again from the formulas.

Not checked, and proved only by the full re-run (`manage.py verify_draw`, which takes the engine itself): that the draw
is the best of ALL complete draws, not only of its neighbours; knockouts, pools and mêlées beyond the first paragraph;
draws made by engines before version 2. Nor can any program see whether the list and the scores were true.
"""

import hashlib
import hmac
import json
import re
import struct
import sys
from collections import Counter
from itertools import combinations, product, zip_longest
from pathlib import Path

ENGINE = "2"
DRAWN = ("random", "swiss", "danish", "equal-wins", "winners-losers")
MOVEMENTS = ("round-robin", "even-odd", "mitchell")
APART = {"not_same_club": "same_club", "keep_apart": "kept_apart"}  # rules on groups, and what their cost is called
MOST = 10_000  # more rounds or attempts are none
ATTEMPTS = 24  # so many different draws of a round are tried at most for the sake of the rounds after it
UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
ALL_WEIGHED = 500  # in larger fields a draw that must break a rule weighs near neighbours only


# Seeds and chance


def seed_of(master, number, attempt):
    """The seed of draw `attempt` of round `number`: HMAC-SHA-256 under the opened seed, 64 hexadecimal digits."""
    return hmac.new(bytes.fromhex(master), f"{number}/{attempt}".encode(), hashlib.sha256).hexdigest()


class Chance:
    """Random numbers for one purpose: block c is SHAKE-256 of the seed, the purpose, a zero byte and c in 8 bytes."""

    def __init__(self, seed, purpose):
        self.start, self.next = bytes.fromhex(seed) + purpose.encode() + b"\0", 0

    def block(self, index, count):
        """The first `count` words (64 bits each, big-endian) of a block."""
        data = hashlib.shake_256(self.start + index.to_bytes(8, "big")).digest(8 * count)
        return struct.unpack(f">{count}Q", data)

    def below(self, bound):
        """A number from 0 to bound - 1: the next block's first word, unless it would favour the low numbers."""
        while True:
            (word,) = self.block(self.next, 1)
            self.next += 1
            if word < 2**64 - 2**64 % bound:
                return word % bound

    def shuffled(self, items):
        """Fisher-Yates from the end."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


# Who plays, and what was before


def pair(one, other):
    return (one, other) if one < other else (other, one)


class Field:
    """Those who play, known by their place 0, 1, … in the order of their numbers, and their past among themselves."""

    def __init__(self, request):
        self.who = sorted((one for one in request["entries"] if one["plays"]), key=lambda one: one["number"])
        self.request, self.size, self.seed = request, len(self.who), request["seed"]
        self.place = {one["id"]: place for place, one in enumerate(self.who)}
        self.met, self.partners = {}, {}
        self.rested = [[] for _ in self.who]
        self.tables = [{} for _ in self.who]
        self.north = [0] * self.size  # rounds sat north-south less those sat east-west
        self.past = sorted(request["played"], key=lambda one: one["number"])
        self.last = self.past[-1]["number"] if self.past else 0
        for past in self.past:
            for one in past["meetings"]:
                self._met(past["number"], self.places(one["ns"]), self.places(one["ew"]), one["table"])
            for who in self.places(past["byes"]):
                self.rested[who].append(past["number"])
        locked = [(one["table"], self.places(one["ns"]), self.places(one["ew"])) for one in request["locked"]]
        self.locked = {frozenset(row[1] + row[2]): row for row in sorted(locked, key=people)}

    def places(self, ids):
        return [self.place[who] for who in ids if who in self.place]

    def _met(self, number, ns, ew, table):
        for both in product(ns, ew):
            self.met.setdefault(pair(*both), []).append(number)
        for side, step in ((ns, 1), (ew, -1)):
            for both in combinations(side, 2):
                self.partners.setdefault(pair(*both), []).append(number)
            for who in side:
                self.north[who] += step
                self.tables[who].setdefault(table, []).append(number)

    def together(self, both):
        return sorted(self.met.get(both, []) + self.partners.get(both, []))

    def rules(self, kind, *names):
        return [rule for rule in self.request[kind] if not names or rule["name"] in names]

    def groups(self, rule):
        """Of a rule on clubs or groups, the groups each is in: two of one must not meet. Of none once it has ended."""
        if rule["until"] is not None and self.request["round"] > rule["until"]:
            return [set() for _ in self.who]
        if rule["name"] == "not_same_club":
            return [{one["club"]} - {None, ""} for one in self.who]
        mine = [{one["id"], *one["persons"]} for one in self.who]
        return [{number for number, group in enumerate(rule["groups"]) if ids & set(group)} for ids in mine]

    def setting(self, name, usual):
        return self.request["settings"].get(name, usual)


def people(table):
    """Who sits at a table (number, ns, ew): what tables are sorted by."""
    return sorted(table[1] + table[2])


# What a draw does not keep


def breaches(field, tables, byes, wishes):
    """Every (rule, must, ids, rounds before) that is not kept; `tables`: (number, ns, ew), people by their places."""
    found, who = [], field.who
    at = {i: number for number, ns, ew in tables for i in ns + ew}
    mates = [pair(*both) for _, ns, ew in tables for side in (ns, ew) for both in combinations(side, 2)]
    seated = [pair(*both) for _, ns, ew in tables for both in product(ns, ew)] + mates
    found += [("partner_again", True, both, field.partners[both]) for both in mates if both in field.partners]
    counts = [len(rounds) for rounds in field.rested]
    waiting = [counts[i] for i in range(field.size) if who[i]["may_rest"] and not who[i]["stand_in"] and i not in byes]
    for i in byes:
        again = field.last > 0 and field.last in field.rested[i]
        early = counts[i] > min(waiting, default=counts[i])
        unfair = field.rules("musts", "one_bye") and not who[i]["stand_in"] and (again or early)
        if unfair or not who[i]["may_rest"]:
            found.append(("one_bye", True, (i,), field.rested[i]))
    needs = {i: one["fixed_table"] for i, one in enumerate(who) if one["fixed_table"] is not None}
    found += [("fixed_table", True, (i,), []) for i in at if i in needs and needs[i] != at[i]]
    for must, rule in [(True, rule) for rule in field.request["musts"]] + [(False, rule) for rule in wishes]:
        name = rule["name"]
        if name == "new_table":
            again = [i for i in at if at[i] in field.tables[i] and i not in needs]
            found += [(name, must, (i,), field.tables[i][at[i]]) for i in again]
        elif name in ("no_rematch", "limited_repeats"):
            most = rule["times"] if name == "limited_repeats" else 1
            found += [(name, must, both, met) for both in seated if len(met := field.together(both)) >= most]
        elif name in APART:
            group = field.groups(rule)
            found += [(name, must, both, []) for both in seated if group[both[0]] & group[both[1]]]
    return Counter((name, must, tuple(who[i]["id"] for i in both), tuple(met)) for name, must, both, met in found)


# What it costs: systems that draw each round


def levels(field, rests):
    """The ranked costs, the heaviest first: (name, of two who meet, of a rest), as functions of places."""
    who, met = field.who, field.met
    yield "bye_refused", None, lambda i: not who[i]["may_rest"]
    if field.size % 2 and any(one["stand_in"] for one in who):
        yield "bye_stand_in", None, lambda i: not who[i]["stand_in"]
    needs = [one["fixed_table"] for one in who]
    if sum(table is not None for table in needs) > 1:
        yield "fixed_tables", lambda i, j: None is not needs[i] != needs[j] is not None, None
    counts = [len(rounds) for rounds in field.rested]
    fewest = min([counts[i] for i, one in enumerate(who) if one["may_rest"] and not one["stand_in"]] or counts)
    for rule in field.request["musts"] + field.request["wishes"]:
        name = rule["name"]
        if name == "one_bye":
            yield "bye_running", None, lambda i: field.last in field.rested[i] and not who[i]["stand_in"]
            yield "bye_excess", None, lambda i: 0 if who[i]["stand_in"] else max(0, counts[i] - fewest)
        elif name == "no_rematch":
            yield "rematches", lambda *two: two in met, None
            # Fewer earlier meetings weigh less, then those longer ago.
            yield (
                "rematch_weight",
                lambda *two: len(met[two]) * (field.last + 1) + met[two][-1] if two in met else 0,
                None,
            )
        elif name == "limited_repeats":
            yield "repeats_over", lambda i, j, most=rule["times"]: max(0, len(met.get((i, j), ())) + 1 - most), None
        elif name in APART:
            group = field.groups(rule)
            yield APART[name], lambda i, j, group=group: bool(group[i] & group[j]), None
    if rests is not None:
        yield "bye_place", None, lambda i: rests[i]


def line_of(field, system, attempt):
    """How the system lines people up: the line (people by place), what the places a < b of it cost when they meet, and
    how soon each person rests (the lower the sooner, None where the system does not mind)."""
    locked, everybody = {i for both in field.locked for i in both}, range(field.size)
    first = field.setting("first_round", "random") if field.request["round"] == 1 else ""
    if system == "random" or first == "random":
        line = [i for i in everybody if i not in locked]
        return Chance(field.seed, f"order/{attempt}").shuffled(line), lambda a, b: (b - a,), None
    order, scores, floats = list(everybody), None, [0] * field.size
    if first == "rating":
        order.sort(key=lambda i: (field.who[i]["rating"] is None, -(field.who[i]["rating"] or 0), i))
        return folded(field, order, locked)
    if not first:
        order = Chance(field.seed, "order/0").shuffled(everybody)
        depth = max((len(one["standing"]) for one in field.who), default=0) or 1
        scores = [[*one["standing"], *[0] * (depth - len(one["standing"]))] for one in field.who]
        if system == "equal-wins":
            scores, floats = wins_of(field)
        elif system == "winners-losers":
            scores = outcomes_of(field)
        order.sort(key=lambda i: scores[i], reverse=True)
    line, rests = [i for i in order if i not in locked], resting(field, order)
    if first or system == "danish" or (system == "swiss" and field.setting("nearest", "figure") == "places"):
        return line, lambda a, b: ((b - a) ** 2,), rests
    if system == "swiss":
        return line, lambda a, b: ((scores[line[a]][0] - scores[line[b]][0]) ** 2, (b - a) ** 2), rests
    if field.setting("bye", "lowest") != "random":  # one of the lowest group, or of any but that one
        ranks = sorted(set(scores))
        rests = [ranks.index(score) for score in scores]
        rests = rests if field.setting("bye", "lowest") == "lowest" else [rest or len(ranks) for rest in rests]

    def own(a, b):
        gap = scores[line[a]] - scores[line[b]]
        return gap**2, floats[line[a]] + floats[line[b]] if gap else 0, b - a

    return line, own, rests


def resting(field, order):
    """The setting `bye`: from the lowest up; `not_last` the very last after all others; `random` by the seed."""
    upwards, how = order[::-1], field.setting("bye", "lowest")
    if how == "not_last":
        upwards = [*upwards[1:], upwards[0]]
    elif how == "random":
        upwards = Chance(field.seed, "byes").shuffled(sorted(upwards))
    return [upwards.index(i) for i in range(field.size)]


def folded(field, order, locked):
    """Seeded by rating: the first meets the last, the second the last but one, and so on; who rests cheapest rests."""
    left, rests, rester = [i for i in order if i not in locked], resting(field, order), []
    if len(left) % 2:
        price = [[-(rest(i) if rest else 0) for _, _, rest in levels(field, rests)] for i in left]
        rester = [left.pop(max(range(len(left)), key=lambda place: (price[place], place)))]
    line = [i for turn in range(len(left) // 2) for i in (left[turn], left[-1 - turn])] + rester
    return line, lambda a, b: (int((b - a) % 2 == 0), (b // 2 - a // 2) ** 2), rests


def wins_of(field):
    """Wins (what ranks first, if anything does), and how often each met somebody with other wins than its own."""
    wins, floats = Counter(), Counter()
    for past in field.past:
        won = list(past["byes"]) if field.setting("bye_wins", True) else []
        for one in past["meetings"]:
            both = [*one["ns"], *one["ew"]]
            floats.update(both if len({wins[who] for who in both}) > 1 else [])
            won += one[one["won"]] if one["won"] else []
        wins.update(won)
    standing = [one["standing"][0] if one["standing"] else wins[one["id"]] for one in field.who]
    return standing, [floats[one["id"]] for one in field.who]


def outcomes_of(field):
    """2 for who won in the last round, 0 for who lost, 1 for neither."""
    found, last = {}, field.past[-1] if field.past else {"meetings": [], "byes": []}
    for one in last["meetings"]:
        if one["won"]:
            found |= dict.fromkeys([*one["ns"], *one["ew"]], 0) | dict.fromkeys(one[one["won"]], 2)
    if field.setting("bye_wins", True):
        found |= dict.fromkeys(last["byes"], 2)
    return [found.get(one["id"], 1) for one in field.who]


def is_free(field):
    """Whether the rounds still announced can be drawn without a rematch whatever is drawn now (a theorem of Dirac's),
    or need not: then the cheapest draw is taken, and no other for the sake of later rounds."""
    rest, size, odd = field.request["announced_rounds"] - field.request["round"], field.size, field.size % 2
    if rest <= 0 or not field.rules("musts", "no_rematch"):
        return True
    always = [rule for rule in field.rules("musts", *APART) if rule["until"] is None]
    apart, new = [field.groups(rule) for rule in always], [size - 1] * size
    for i, j in combinations(range(size), 2):
        if (i, j) in field.met or any(group[i] & group[j] for group in apart):
            new[i], new[j] = new[i] - 1, new[j] - 1
    return 2 * (min(new) - odd - rest) >= size - odd


class Prices:
    """What two (by place) pay who meet, or one with `field.size` who rests: ranked levels, own costs, the lot."""

    def __init__(self, field, system, attempt):
        self.field, self.known = field, {}
        self.line, self.own, self.rests = line_of(field, system, attempt)
        self.levels, end = list(levels(field, self.rests)), len(self.line)
        self.at = {field.size: end} | {i: place for place, i in enumerate(self.line)}
        lot = Chance(field.seed, f"pairs/{attempt}")
        # Block a holds the lots of place a with the places after it; the block after the last place those of the rests.
        self.lots = [lot.block(a, end - 1 - a) for a in range(end)] + [lot.block(end, end)]

    def __call__(self, i, j):
        i, j = pair(i, j)
        if (i, j) not in self.known:
            rests, own, word = j == self.field.size, [], 0
            ranked = [rest(i) if rest else 0 for _, _, rest in self.levels] if rests else []
            ranked = ranked or [meet(i, j) if meet else 0 for _, meet, _ in self.levels]
            if i in self.at:  # a table fixed by hand is not in the line
                a, b = sorted((self.at[i], self.at[j]))
                own, word = (self.own(a, a), self.lots[b][a]) if rests else (self.own(a, b), self.lots[a][b - a - 1])
            self.known[i, j] = [*map(int, ranked), *([0] * len(own) if rests else own), word >> 16]
        return self.known[i, j]

    def sums(self, pairs):
        """Each cost's name and sum over all pairs, as a draw tells them; the system's own costs have no name here."""
        rows = [self(*both)[:-1] for both in pairs]
        sums = [sum(column) for column in zip_longest(*rows, fillvalue=0)]
        return list(zip_longest([name for name, _, _ in self.levels], sums))

    def exchange(self, pairs, reach):
        """Two of the pairs whose people would pay less the other way round; None where there are none. `reach`: how
        far apart in the line two may be who are seated anew."""
        for (a, b), (c, d) in combinations([both for both in pairs if frozenset(both) not in self.field.locked], 2):
            now = added(self(a, b), self(c, d))
            for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
                far = max(abs(self.at[i] - self.at[j]) for i, j in (one, other) if self.field.size not in (i, j))
                if far <= reach and added(self(*one), self(*other)) < now:
                    return (a, b), (c, d)
        return None


def added(one, other):
    return [a + b for a, b in zip(one, other, strict=True)]


def check_costs(field, system, result, pairs):
    """(what is wrong, what is worth a note) about the costs of a draw whose `pairs` hold the rests too."""
    told = [(re.sub(r"_\d+$", "", name), value) for name, value in result["cost"][:-1]]
    reach = result["window"] if field.size > ALL_WEIGHED and not result["proved"] else field.size
    for attempt in range(ATTEMPTS):
        price = Prices(field, system, attempt)
        real = price.sums(pairs)
        if len(told) == len(real) and all(
            said[1] == is_[1] and is_[0] in (None, said[0]) for said, is_ in zip(told, real, strict=True)
        ):
            break
        if price.rests is not None or attempt == ATTEMPTS - 1:  # only who draws by lot tries other orders
            return "its costs are not those of its tables", ""
    found = price.exchange(pairs, reach)
    if found is None and (attempt == 0 or not is_free(field)):
        return "", ""
    names = ["-".join(str(field.who[i]["number"]) if i < field.size else "rest" for i in both) for both in found or ()]
    said = f"{' and '.join(names)} cost less the other way round" if found else "another order of the seed comes first"
    return (said, "") if is_free(field) else ("", f"{said}: for the sake of later rounds? Only the full re-run tells")


# Tables and sides


def dealt(field, placed):
    """The tables (number, ns, ew) as the seed deals numbers and sides; `placed`: the same in order, with None for a
    number to be dealt, and whether the sides are settled. A number stays None where tables had to be changed because
    somebody had sat there before."""
    chance, taken, rows = Chance(field.seed, "sides"), {}, []
    for table, ns, ew, settled in placed:
        coin, lock = chance.below(2), field.locked.get(frozenset(ns + ew))
        more = sum(field.north[i] for i in ns) - sum(field.north[i] for i in ew)
        if lock:
            _, ns, ew = lock
        elif not settled and (more > 0 if more and field.rules("wishes", "balanced_sides") else coin == 1):
            ns, ew = ew, ns
        if number := (lock and lock[0]) or table:
            taken[len(rows)] = number
        rows.append((ns, ew))
    at = {i: place for place, (ns, ew) in enumerate(rows) for i in ns + ew}
    for i, one in enumerate(field.who):
        if one["fixed_table"] and i in at and at[i] not in taken and one["fixed_table"] not in taken.values():
            taken[at[i]] = one["fixed_table"]
    loose = [place for place in range(len(rows)) if place not in taken]
    free = [number for number in range(1, 2 * len(rows) + 1) if number not in taken.values()][: len(loose)]
    deal = dict(zip(loose, Chance(field.seed, "tables").shuffled(free), strict=True))
    seen = any(deal[place] in field.tables[i] for place in loose for side in rows[place] for i in side)
    if seen and field.rules("wishes", "new_table"):
        deal = dict.fromkeys(loose)
    return [((taken | deal)[place], ns, ew) for place, (ns, ew) in enumerate(rows)]


# Systems that follow a movement


def movement(field, system, places, number):
    """Round `number` of the movement over so many places: (table, north-south, east-west)."""
    half, turn = places // 2, number - 1
    if system == "even-odd":
        return [(t + 1, 2 * t, 2 * ((t - turn) % half) + 1) for t in range(half)]
    if system == "mitchell":
        skips = field.setting("movement", "") == "skip"
        turn %= half - skips
        steps = turn + (skips and 2 * turn >= half)
        return [(t + 1, t, half + (t - steps) % half) for t in range(half)]
    circle = places - 1
    leg, turn = divmod(turn % (circle * field.setting("legs", 1)), circle)
    pairs = [(circle, turn) if turn % 2 == 0 else (turn, circle)]
    for step in range(1, half):
        two = (turn + step) % circle, (turn - step) % circle
        pairs.append(two if step % 2 else two[::-1])
    return [(None, *(both[::-1] if leg % 2 else both)) for both in pairs]


def places_of(field, system):
    """Who stands on which place of the movement (ids, "" for nobody): as settled in the first round, then as before;
    who came later takes a vacant place, else that of somebody who has left."""
    request = field.request
    plans = [past["plan"] for past in field.past if past.get("plan") and past["plan"]["system"] == system]
    places = list(plans[-1]["places"]) if plans else settled(field, system)
    left = {one["id"] for one in request["entries"] if not one["comes"]}
    vacant = [i for i, who in enumerate(places) if not who] + [i for i, who in enumerate(places) if who in left]
    new = [one["id"] for one in field.who if one["id"] not in places]
    for who, place in zip(new, vacant, strict=False):
        places[place] = who
    return places


def settled(field, system):
    """The places before the first round: by number, by lot, by rating or standing; a table that somebody needs is given
    with the place that stays there."""
    entries = sorted(field.request["entries"], key=lambda one: one["number"])
    comers = [one for one in entries if one["comes"]]
    order = field.setting("order", "number" if system == "even-odd" else "drawn")
    if order != "number":
        comers = Chance(field.seed, "order").shuffled(comers)
    if order == "rating":
        comers.sort(key=lambda one: (one["rating"] is None, -(one["rating"] or 0)))
    elif order == "standing":
        comers.sort(key=lambda one: [-figure for figure in one["standing"]] or [float("inf")])
    places = [one["id"] for one in comers] + [""] * (len(comers) % 2)
    stays = range(0, len(places), 2) if system == "even-odd" else range(len(places) // 2)
    stays = {} if system == "round-robin" else dict(enumerate(stays, 1))
    for one in entries:
        if one["fixed_table"] in stays and one["id"] in places:
            here, there = stays.pop(one["fixed_table"]), places.index(one["id"])
            places[here], places[there] = places[there], places[here]
    return places


def check_movement(field, system, result, tables):
    """What is wrong with the meetings of a movement, "" if nothing; and the tables in the order they are dealt in."""
    plan, holder = result["plan"], [field.place.get(who) for who in result["plan"]["places"]]
    if list(plan["places"]) != places_of(field, system):
        return "people stand on other places of the movement", []
    repeats, legs = field.setting("repeats", False), field.setting("legs", 1) if system == "round-robin" else 1
    placed = [(*row, True) for row in field.locked.values()]
    seated, taken = {i for both in field.locked for i in both}, {row[0] for row in placed}
    seats = dict(exchanges(field, result))
    for table, *both in movement(field, system, len(holder), field.request["round"] - plan["since"] + 1):
        ns, ew = holder[both[0]], holder[both[1]]
        free = ns is not None and ew is not None and not {ns, ew} & seated
        met = [when for when in field.met.get(pair(ns, ew), ()) if when >= plan["since"]] if free else []
        if free and (repeats or len(met) < legs):
            placed.append((None if table in taken else table, [seats.get(ns, ns)], [seats.get(ew, ew)], True))
            seated |= {ns, ew, seats.get(ns, ns), seats.get(ew, ew)}
    if not {frozenset(row[1] + row[2]) for row in placed} <= {frozenset(row[1] + row[2]) for row in tables}:
        return "its meetings are not those of the movement", []
    # Whoever has no opponent by the plan may meet somebody else who has none.
    extra = sorted(people(row) for row in tables if not set(people(row)) & seated)
    return "", placed + [(None, [i], [j], False) for i, j in extra]


def exchanges(field, result):
    """Who gave up a seat of the movement to whom: to one who would have rested again, and had rested more often."""
    for table in result["tables"]:
        for why in table["reasons"]:
            if why["code"] == "rested_less" and why["params"]["for"] in result["byes"]:
                giver, taker = field.places([why["params"]["for"], why["params"]["takes"]])
                if len(field.rested[giver]) < len(field.rested[taker]):
                    yield giver, taker


# A draw, and all of them


def check_frame(one, master):
    """What can be said against a draw without its rules: its seed, its round, and that everybody is there once."""
    request, result = one["request"], one["result"]
    if master and not request["seed"] == result["seed"] == seed_of(master, one["round"], one["attempt"]):
        yield "its seed is not the one that the opened seed gives"
    if not request["round"] == result["round"] == one["round"] or request["system"] != result["system"]:
        yield "it is the draw of another round or system"
    playing = sorted(entry["id"] for entry in request["entries"] if entry["plays"])
    for rows in (result, one.get("hand") or result) if result["engine_version"] == ENGINE else ():
        seated = [who for table in rows["tables"] for who in (*table["ns"], *table["ew"])]
        if sorted([*seated, *rows["byes"], *result["out"]]) != playing:
            yield "somebody is missing, there twice, or not to play"
        if len({table["table"] for table in rows["tables"]}) < len(rows["tables"]):
            yield "a table is there twice"


def check_draw(one, master):
    """(what is wrong with a draw, what is worth a note), each a list of sentences."""
    result, wrong = one["result"], list(check_frame(one, master))
    notes = ["changed by hand after it was drawn"] if one.get("hand") else []
    if result["engine_version"] != ENGINE:
        notes.append("made by an older engine: only the full re-run checks it")
        sides = [table[side] for table in result["tables"] for side in ("ns", "ew")]  # one id each in version 1
        if result["engine_version"] != "1" or "bye" not in result or not all(isinstance(side, str) for side in sides):
            wrong.append("it is told to be of an engine that tells otherwise")
    if wrong or result["engine_version"] != ENGINE:
        return wrong, notes
    field = Field(one["request"])
    system = field.setting("teams_by", "swiss") if result["system"] == "teams" else result["system"]
    tables = [(table["table"], field.places(table["ns"]), field.places(table["ew"])) for table in result["tables"]]
    byes = field.places(result["byes"])
    wrong, said, note, placed = check_breaches(field, system, result, tables, byes), "", "", []
    if system in DRAWN:
        pairs = sorted([*(pair(*ns, *ew) for _, ns, ew in tables), *((i, field.size) for i in byes)])
        said, note = check_costs(field, system, result, pairs)
        placed = [(None, [i], [j], False) for i, j in pairs if j != field.size]
    elif system in MOVEMENTS and any(why["code"] == "rearranged" for one in result["tables"] for why in one["reasons"]):
        notes.append("rearranged so that nobody rests too often: only the full re-run checks its meetings")
        return wrong, notes
    elif system in MOVEMENTS:
        said, placed = check_movement(field, system, result, tables)
    for right, real in zip(sorted(dealt(field, placed), key=people), sorted(tables, key=people), strict=False):
        if right[1:] != real[1:] or right[0] not in (None, real[0]):
            said = said or f"table {real[0]} is not the one, or not seated as, the seed deals"
    return wrong + [said] * bool(said), notes + [note] * bool(note)


def check_breaches(field, system, result, tables, byes):
    """Whether the breaches told are those that there are. Plans tell neither who rests, but for who may not, nor who
    keeps a table."""
    wishes = field.request["wishes"]
    if result["plan"] and system != "melee":
        byes = [i for i in byes if not field.who[i]["may_rest"]]
        codes = {why["code"] for table in result["tables"] for why in table["reasons"]}
        free = field.locked or any(one["fixed_table"] for one in field.who)
        stays = "pool" in codes and not free
        if system in MOVEMENTS:
            stays = ("planned" in codes and system != "round-robin") or any(row[0] for row in field.locked.values())
        wishes = [rule for rule in wishes if rule["name"] != "new_table" or not stays]
    told = ((why["rule"], why["must"], tuple(why["entries"]), tuple(why["rounds"])) for why in result["breaches"])
    real = breaches(field, tables, byes, wishes)
    again = sum(count for (name, *_), count in real.items() if name == "new_table")
    return [] if Counter(told) == real and result["cost"][-1][1] == again else ["it tells other breaches than it has"]


def story(rows, name, teams):
    """Who met where, and who rested: to compare what was published with the past that later draws go by. Half of a
    team's pairs sit north-south, so that of teams the sides say nothing."""
    sides = sorted if teams else list
    return {(one["table"], *map(tuple, sides([one["ns"], one["ew"]]))) for one in rows[name]} | set(rows["byes"])


def check_all(draws, first):
    """(what is wrong, what is worth a note) about the draws of a file among each other; `first`: its first round."""
    wrong, notes, published = [], [], {}
    last = max((one["round"] for one in draws), default=0)
    for number in range(first, last + 1):
        mine = [one for one in draws if one["round"] == number]
        if sorted(one["attempt"] for one in mine) != list(range(1, len(mine) + 1)) or not mine:
            wrong.append(f"round {number}: its draws are not numbered 1, 2, 3 …, so one was left out")
        out = [one.get("hand") or one["result"] for one in mine if one["state"] == "published"]
        if out:
            published[number] = out[-1]
        if len(out) > 1 or (not out and number < last):
            wrong.append(f"round {number}: not exactly one draw was published")
    for one in draws:
        name, past = f"round {one['round']}, draw {one['attempt']}", one["request"]["played"]
        if sorted(before["number"] for before in past) != list(range(1, one["round"])):
            wrong.append(f"{name}: the past it goes by lacks a round")
        for before in past:
            rows = published.get(before["number"])
            teams = one["request"]["system"] == "teams"
            if rows and "byes" in rows and story(before, "meetings", teams) != story(rows, "tables", teams):
                notes.append(f"{name} goes by another round {before['number']} than was drawn: set right, or made up")
    return wrong, notes


def check(data, noted=""):
    """The report as lines, the last of them the verdict; and whether all holds. `noted`: the commitment that was noted
    down, as its digits."""
    master, sealed = data["seed"], noted or data["commitment"]
    opened = master is None or hashlib.sha256(master.encode()).hexdigest() == sealed
    lines = [
        "The opened seed is the one that was sealed." if opened else "The opened seed is NOT the one that was sealed."
    ]
    if master is None:
        lines = ["The seed is still sealed: whether the draws follow from it cannot be checked yet."]
    bad = [] if opened else lines[:]
    for one in sorted(data["draws"], key=lambda one: (one["round"], one["attempt"])):
        try:
            wrong, notes = check_draw(one, master)
        except UNREADABLE as problem:
            wrong, notes = [f"it cannot be read ({problem!r})"], []
        said = "WRONG: " + "; ".join(wrong) if wrong else "as drawn"
        lines.append(f"round {one['round']}, draw {one['attempt']}, {one['state']}: {'; '.join([said, *notes])}")
        bad += wrong
    wrong, notes = check_all(data["draws"], data.get("first_round", 1))
    bad += wrong
    lines += [f"WRONG: {text}" for text in wrong] + [f"note: {text}" for text in notes]
    return [*lines, "NOT everything holds." if bad else "All that this program checks holds."], not bad


def main(arguments):
    try:
        data = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        if (data["format"], data["version"]) != ("draw-file", 1):
            raise ValueError("another format")
        numbers = [one[name] for one in data["draws"] for name in ("round", "attempt")]
        if not all(type(one) is int and 0 < one <= MOST for one in [data.get("first_round", 1), *numbers]):
            raise ValueError("a round or attempt that is none")
        lines, holds = check(data, "".join(arguments[1:]).replace("-", "").lower())
    except (OSError, RecursionError, *UNREADABLE) as problem:
        print(f"This is no file of draws ({problem!r}). Run: verify_draws.py FILE [COMMITMENT]", file=sys.stderr)
        return 2
    print("\n".join("".join(c if c.isprintable() else "?" for c in line) for line in lines))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
