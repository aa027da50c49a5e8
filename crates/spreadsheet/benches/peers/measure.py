"""Makes spreadsheets, has them read by our example and by its peers in turns, and prints a table.

    measure.py BUILT SCRATCH [--quick]

Rows are tab-separated: what, measured, goal, met. Each reading is a process of its own, the median of several.
"""

import io
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

REGIONS = ["North", "South", "East", "West", "Centre"]
PRODUCTS = ["Desk lamp", "Office chair", "Paper A4", "Stapler", "Monitor 27", "Cable 2m"]
NAMES = ["id", "date", "region", "customer", "product", "quantity", "price", "discount", "amount", "note"]

DUCK = """
import duckdb, sys
c = duckdb.connect()
c.execute("set threads = 2")
c.execute("set enable_progress_bar = false")
print(c.execute(f"select sum(amount) from read_csv('{sys.argv[1]}')").fetchone()[0])
"""

OPENPYXL = """
import openpyxl, sys
rows = openpyxl.load_workbook(sys.argv[1], read_only=True, data_only=True).worksheets[0].iter_rows(values_only=True)
at = next(rows).index("amount")
print(sum(row[at] for row in rows))
"""


def row(chance, number):
    quantity, price = chance.randint(1, 40), chance.randint(100, 90000)
    return [
        1000000 + number,
        f"20{chance.randint(18, 24)}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}",
        chance.choice(REGIONS),
        f"C{chance.randint(1, 99999):05d}",
        chance.choice(PRODUCTS),
        quantity,
        price / 100,
        chance.choice([0, 0.05, 0.1]),
        quantity * price / 100,
        "ok" if chance.random() < 0.9 else "",
    ]


def csv(path, size, quoted):
    """A file of about that size, of sixteen different pieces in turn. Quoted, every text stands in quotes."""
    chance = random.Random(7)
    text = (lambda it: f'"{it}"') if quoted else str
    pieces = []
    for piece in range(16):
        out = io.StringIO()
        for number in range(20000):
            cells = row(chance, piece * 20000 + number)
            shown = [f"{it:.2f}" if isinstance(it, float) else text(it) if isinstance(it, str) else str(it) for it in cells]
            out.write(",".join(shown) + "\n")
        pieces.append(out.getvalue().encode())
    written = 0
    with open(path, "wb") as file:
        file.write(",".join(NAMES).encode() + b"\n")
        while written < size:
            for piece in pieces:
                written += file.write(piece)


def xlsx(path, rows):
    import openpyxl

    chance = random.Random(7)
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Sales")
    sheet.append(NAMES)
    for number in range(rows):
        sheet.append(row(chance, number))
    book.save(path)


def run(command):
    """How long a process takes, how much it has resident at most, and what it says."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    said = process.stdout.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{command[0]} failed")
    return time.perf_counter() - began, used.ru_maxrss / 1024, said


def turns(commands, times):
    """Runs each in turn, so that what else the machine does meets all alike."""
    taken = [[] for _ in commands]
    for _ in range(times):
        for at, command in enumerate(commands):
            taken[at].append(run(command))
    return [(statistics.median(it[0] for it in own), max(it[1] for it in own), own[0][2]) for own in taken]


def tell(what, measured, goal="", met=None):
    print(what, measured, goal, "" if met is None else "yes" if met else "no", sep="\t", flush=True)


def number(said):
    """The sum: the first figure behind `text:`, what is below `sum` in a table, or all that was said."""
    if said.startswith("field,"):
        names, values = (line.split(",") for line in said.splitlines()[:2])
        return float(values[names.index("sum")])
    behind = said.split('text: "', 1)
    return float(behind[1].split('"', 1)[0] if len(behind) == 2 else said)


def main():
    built, scratch = Path(sys.argv[1]), Path(sys.argv[2])
    quick = "--quick" in sys.argv[3:]
    ours = str(built / "examples" / "sum")
    qsv = shutil.which("qsv") or shutil.which("qsvlite")
    size = 100_000_000 if quick else 1_000_000_000
    for quoted in (False, True):
        path = str(scratch / "sales.csv")
        csv(path, size, quoted)
        name = f"CSV of {os.path.getsize(path) / 1e9:.2f} GB{', texts in quotes' if quoted else ''}"
        peers = {"DuckDB, 2 threads,": [sys.executable, "-c", DUCK, path]}
        if qsv:
            # It has no sum alone; these are the fewest figures that have one.
            peers["qsv"] = [qsv, "stats", "--select", "amount", path]
        measured = turns([[ours, path, "sum", "amount"], *peers.values()], 3 if quick else 5)
        own, resident, said = measured[0]
        for peer, (taken, peer_resident, peer_said) in zip(peers, measured[1:]):
            if abs(number(said) / number(peer_said) - 1) > 1e-9:
                raise SystemExit(f"the sums differ: {number(said)} and {number(peer_said)}")
            tell(f"Sum of a column, {name}", f"{own:.2f} s ({peer} {taken:.2f} s; {own / taken:.2f} times)",
                 "≤ 1.0 times", own <= taken)
            tell("The same, resident at most", f"{resident:.0f} MB ({peer.split(',')[0]} {peer_resident:.0f} MB)",
                 "< 100 MB", resident < 100)
        os.remove(path)
    rows = 20_000 if quick else 200_000
    path = str(scratch / "sales.xlsx")
    xlsx(path, rows)
    commands = [
        [ours, path, "sum", "amount"],
        [str(built / "bare_calamine"), path, "amount"],
        [sys.executable, "-c", OPENPYXL, path],
    ]
    (own, resident, _), (bare, *_), (slow, *_) = turns(commands, 3)
    tell(f"Sum of a column, XLSX of {rows:,} rows", f"{own:.2f} s (bare calamine {bare:.2f} s; {own / bare:.2f} times)",
         "≤ 1.2 times", own <= 1.2 * bare)
    tell("The same, beside openpyxl", f"1/{slow / own:.0f} of its {slow:.1f} s", "≤ 1/15", slow >= 15 * own)
    tell("The same, resident at most", f"{resident:.0f} MB")


main()
