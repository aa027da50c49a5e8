#!/usr/bin/env python3
"""Compute sentences.txt from spec.py with pandas.

Each line is `<lang>\t<sentence>\t<answer>`. Empty cells go into no figure; standard deviation and variance divide by n-1;
correlation is Pearson's over the rows that have both; percentiles are interpolated linearly; percentages are of all rows.
Numbers have up to 6 significant digits and no exponent. A row or group that is asked for by its extreme is `label=figure`;
two group columns are joined by ` / `, as the program writes them; months are YYYY-MM; dates are YYYY-MM-DD; a list of values is separated by `; ` in order.
Rows without a name for their group are the group `(empty)`. What would be ambiguous (a tie for an extreme, a bound that
rows lie on) stops the script.
"""
import random
import unicodedata
from decimal import Decimal
from pathlib import Path

import pandas as pd

from spec import ITEMS

HERE = Path(__file__).resolve().parent
TEXT = {"Part No", "Order ID", "CEP", "code", "Prontuário"}
DATES = {"Data": "%d/%m/%Y", "Start Date": "%Y-%m-%d", "date": "%Y-%m-%d", "Order Date": "%Y-%m-%d", "Data de cadastro": "%Y-%m-%d",
         "Joined": "%Y-%m-%d", "Data da consulta": "%Y-%m-%d"}
COMMA = {"vendas", "notas", "gastos"}
FRAMES = {}


def frame(name):
    if name not in FRAMES:
        comma = name in COMMA
        df = pd.read_csv(HERE / f"{name}.csv", sep=";" if comma else ",", decimal="," if comma else ".", keep_default_na=False,
                         na_values=[""], dtype={c: str for c in TEXT}, encoding="utf-8")
        for c in df.columns:
            if c in DATES:
                df[c] = pd.to_datetime(df[c], format=DATES[c])
        if name == "parts":
            assert df["Price"].str.endswith(" EUR").all()
            df["Price"] = df["Price"].str.removesuffix(" EUR").astype(float)
        FRAMES[name] = df
    return FRAMES[name]


def fold(s):
    return "".join(c for c in unicodedata.normalize("NFD", s) if not unicodedata.combining(c)).casefold()


def mask(df, conds):
    m = pd.Series(True, index=df.index)
    for col, rel, val in conds:
        s = df[col]
        date = pd.api.types.is_datetime64_any_dtype(s)
        v = ([pd.Timestamp(x) for x in val] if isinstance(val, tuple) else pd.Timestamp(val)) if date else val
        if rel == "=":
            k = s == v
            assert k.any(), (col, val)
        elif rel == "!=":
            k = s != v
            assert s.notna().all()
        elif rel == "in":
            k = s.isin(list(v))
            assert all((s == x).any() for x in v), (col, val)
        elif rel == "contains":
            k = s.str.contains(v, regex=False).fillna(False)
            assert (k == s.map(lambda x: fold(v) in fold(x))).all() and k.any(), (col, val)
        elif rel == "between":
            assert not s.isin(list(v)).any(), (col, val, "rows on the bound")
            k = s.between(*v)
        elif rel == "between_incl":
            k = s.between(*v)
        else:
            k = {"<": s < v, ">": s > v, "<=": s <= v, ">=": s >= v}[rel]
        m &= k
    return m


def fmt(x):
    if isinstance(x, str):
        assert ";" not in x and "=" not in x and "\t" not in x
        return x
    if isinstance(x, pd.Timestamp):
        return x.strftime("%Y-%m-%d")
    assert not pd.isna(x)
    d = Decimal(f"{float(x):.6g}")
    s = f"{d:f}"
    if "." in s:
        s = s.rstrip("0").rstrip(".")
    return "0" if s == "-0" else s


def one(op, s):
    """A figure of the series s, empty cells left out."""
    if op == "missing":
        return int(s.isna().sum())
    if op == "present":
        return int(s.notna().sum())
    if op == "nunique":
        assert s.notna().all(), f"{s.name}: are empty cells a value?"
        return int(s.nunique())
    s = s.dropna()
    assert len(s), s.name
    if op in ("min", "max"):
        return getattr(s, op)()
    assert pd.api.types.is_numeric_dtype(s), (op, s.name)
    if op[0] == "p" and op[1:].isdigit():
        return s.quantile(int(op[1:]) / 100, interpolation="linear")
    return {"mean": s.mean, "sum": s.sum, "median": s.median, "std": s.std, "var": s.var}[op]()


def extreme(s, op):
    """The label and value of the single highest or lowest of s, indexed by labels."""
    s = s.dropna()
    best = s.max() if op == "argmax" else s.min()
    hit = s[s == best]
    assert len(hit) == 1, f"tie: {list(hit.index)}"
    return hit.index[0], best


def keys(df, by):
    out = []
    for b in by:
        col, _, part = b.partition("@")
        named = df[col].dt.strftime({"month": "%Y-%m", "year": "%Y"}[part]) if part else df[col].fillna("(empty)")
        out.append(named)
    return out


def key(k):
    return " / ".join(fmt(x) for x in (k if isinstance(k, tuple) else (k,)))


def answer(it):
    op = it["ops"][0]
    if op in ("ask", "refuse"):
        return op
    df = frame(it["file"])
    for c in it["cols"]:
        assert c in df.columns, c
    df = df[mask(df, it["where"])]
    more, cols, by = it["more"], it["cols"], it["by"]
    if op in ("argmax", "argmin"):
        if by:
            s = df.groupby(keys(df, by))[cols[0]].agg(more["agg"])
        else:
            s = df.set_index(more["label"])[cols[0]]
        k, v = extreme(s, op)
        k = k.strftime("%Y-%m-%d") if isinstance(k, pd.Timestamp) else key(k)
        return f"{k}={fmt(v)}"
    if op.startswith("top"):
        n = int(op[3:])
        s = df.set_index(more["label"])[cols[0]].sort_values(ascending=False)
        assert s.iloc[:n + 1].is_unique, "tie"
        return "; ".join(f"{k}={fmt(v)}" for k, v in s.iloc[:n].items())
    if op == "mode":
        k, v = extreme(df[cols[0]].value_counts(), "argmax")
        return f"{k}={v}"
    if op == "values":
        return "; ".join(sorted(df[cols[0]].dropna().unique(), key=fold))
    if op == "value":
        assert len(df) == 1 and df[cols[0]].notna().all(), (it["sentence"], len(df))
        return fmt(df[cols[0]].iloc[0])
    if op == "percent":
        for c, _, _ in more["of"]:
            assert df[c].notna().all()
        return fmt(100 * mask(df, more["of"]).mean())
    if op == "corr":
        return fmt(df[cols[0]].corr(df[cols[1]], method="pearson"))
    if op == "columns":
        return fmt(len(df.columns))
    if by:
        assert len(it["ops"]) == 1 and len(cols) <= 1
        groups = df.groupby(keys(df, by) if len(by) > 1 else keys(df, by)[0], sort=True)
        return "; ".join(f"{key(k)}={fmt(len(g) if op == 'rows' else one(op, g[cols[0]]))}" for k, g in groups)
    if op == "rows":
        return fmt(len(df))
    return "; ".join(fmt(one(o, df[c])) for o in it["ops"] for c in cols)


def main():
    lines = []
    for it in ITEMS:
        try:
            lines.append(f"{it['lang']}\t{it['sentence']}\t{answer(it)}")
        except Exception as e:
            raise SystemExit(f"{it['sentence']}: {type(e).__name__}: {e}")
    assert len({x.split("\t")[1] for x in lines}) == len(lines)
    random.Random("figures").shuffle(lines)
    (HERE / "sentences.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
