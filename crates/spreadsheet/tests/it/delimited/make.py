#!/usr/bin/env python3
"""Makes the files of this folder that an editor would spoil: other encodings, ends of lines, quotes, zeros.

    crates/spreadsheet/tests/it/delimited/make.py
"""

from pathlib import Path

HERE = Path(__file__).parent
PLAIN = "Região,Ano,Valor\nNorte,2023,10.50\nSul,2024,20.25\nNorte,2024,30.00\n"


def write(name, text, encoding="utf-8"):
    data = text if isinstance(text, bytes) else text.encode(encoding)
    (HERE / f"{name}.csv").write_bytes(data)


write("utf8", PLAIN)
write("utf8-mark", PLAIN, "utf-8-sig")
write("utf16-little-mark", b"\xff\xfe" + PLAIN.encode("utf-16-le"))
write("utf16-big-mark", b"\xfe\xff" + PLAIN.encode("utf-16-be"))
write("utf16-little", PLAIN, "utf-16-le")
write("utf16-big", PLAIN, "utf-16-be")
write("latin1", PLAIN, "latin-1")
write("windows", PLAIN.replace("Valor", "Valor €"), "cp1252")
write("returns", PLAIN.replace("\n", "\r"))
write("both-ends", PLAIN.replace("\n", "\r\n"))
write("no-last-end", PLAIN.rstrip("\n"))
write("semicolons", "Região;Valor\nNorte;1.234,56\nSul;0,5\nNorte;2.000\n")
write("semicolons-points", "Region;Amount\nNorth;1234.56\nSouth;0.5\n")
write("tabs", "Region\tAmount\nNorth\t1,234.50\nSouth\t2,000\n")
write("bars", "Region|Amount\nNorth|5\nSouth|7\n")
write("told", "sep=;\nRegion;Amount\nNorth;5\nSouth;7\n")
write("one-column", "Amount\n1,5\n2,25\n")
write("quotes", 'Name,Amount\n"Smith, John",10\n"He said ""no""",20\n"two\nlines",30\n5" pipe,40\n')
write("all-quoted", '"Name","Amount"\n"a","1,000.50"\n"b","2.25"\n')
write("backslash", 'Name,Amount\n"a \\"b, c\\" d",10\n"e \\"f, g\\"",20\n"h",30\n')
write("spaces-before-quotes", 'Name, Amount\n"a, b", 10\n"c", 20\n')
write("unclosed", 'Name,Amount\na,1\n"b,2\nc,3\nd,4\n')
write("crossed-quotes", 'Name,Amount\na,1\n"b,2\nc,3\n"d,4\ne,5\n')
write("ragged", "Name,Amount,Note\na,1\nb,2,x,y,z\nc\nd,4,\n")
write("zeros", b"Name,Amount\na,1\nb\x00c,2\nd,3\x00\n")
write("titles", "Sales of ACME,,\nPrinted 2024-05-01,,\n,,\nRegion,Product,Amount\nNorth,Lamp,10\nSouth,Desk,20\n")
write("two-lines", ",2023,,2024,\nRegion,Sales,Cost,Sales,Cost\nNorth,1,2,3,4\nSouth,5,6,7,8\n")
write("units", "Item,Weight,Price\n,kg,EUR\nLamp,1.5,20\nDesk,20,150\n")
write("no-names", "North,10\nSouth,20\nNorth,30\n")
write("total", "Region,Amount,Share\nNorth,10.10,20%\nSouth,20.20,30%\nEast,30.30,50%\nTotal,60.60,100%\n")
write("subtotals", "Region,Amount\nNorth,10\nNorth,20\nSubtotal North,30\nSouth,5\nSubtotal South,5\nGrand total,35\n")
write("late-label", "Day,Shop,Order,Customer,Item,Amount\n" + "".join(f"2024-01-0{n},S,{n},C{n},Lamp,{n}.50\n" for n in range(1, 6)) + ",,,,Total,17.50\n")
write("average-below", "Item,Pieces,Price,Revenue\nLamp,2,10,20\nDesk,1,70,70\nChair,4,15,60\nTotal,7,21.43,150\n")
write("same-by-chance", "Item,Pieces,Price\nApple,1,3\nTotal Yogurt,1,5\nBread,2,4\n")
write("blank-lines", "\n" * 3000 + "Name,Amount\r\n\r\n\n\na,1\n\n\"b\",2\n" + "\n" * 3000 + "c,4\n\n")
write("codes", "Precinct,Votes\n0303,10\n1504,07\n0201,20\n2210,30\n")
write("database", "Name,Amount\na,5\nb,\\N\nc,7\n")
write("missing-first", "x,y,z\nNA,NA,\n1,1,1\n2,2,2\n3,3,3\n")
write("short", "name,value\nName,Clippy\nSpecies,paperclip\nBirth,2007-01-01\nWeight,0.9\n")
write("two-tables", "Kind,Qtr 1,Qtr 2,Qtr 3\nBudget,1,2,3\nSpent,4,5,6\n\nKind,Qtr 1,Qtr 2,Qtr 3\nOpening,7,8,9\nClosing,1,1,1\nMean,2,2,2\nLeast,3,3,3\n")
write("names-over-gaps", "Programme,Rod,Cycles,Stretch,\n,,,Measured,Foretold\nP1,C18,4,0.7,0.76\nP1,C06,4,0.65,0.75\nP2,C07,3,0.5,0.55\n")
write("number-signs", "Report,,,\nCountry,People,#,%\nAA,100,10,0.1\nBB,200,30,0.15\nCC,300,40,0.2\n")
write("footnotes", "Fach;1993;2000\nChirurgie;379;575\nUnfall;1.613;2.003\nKinder;135;123\n;;\n1.;Stand: Dezember;\n2.;Nur frühere Länder;\n")
write("paths", 'Path,Folder,Amount\n"C:\\a","D:\\b\\",1\n"E:\\c\\","F:\\",2\n')
write("called-total", "Shop,Amount\nTotal Wine,10\nOther,20\nTotal,99\n")
write("money", "Item,Price\na,\"R$ 1.234,56\"\nb,\"R$ 10,00\"\nc,\"(R$ 4,56)\"\n")
write("mixed-money", "Item,Price\na,$5.00\nb,€7.50\n")
write("either", "Item,Amount\na,1.234\nb,5.678\n")
write("mixed", 'Item,Amount\na,1.5\nb,"1,5"\nc,1.234\n')
write("mixed-clear", 'Item,Amount\na,1.5\nb,"2,25"\nc,3\n')
write("late-comma", "Item;Amount\n" + "".join(f"a;{n}.000\n" for n in range(1, 400)) + "b;0,5\n")
write("errors", "Name,Amount\na,10\nb,#DIV/0!\nc,N/A\nd,-\ne,TRUE\nf,\ng,text\nh,2024-01-01\ni,5\n")
write("dates", "Event,Day,Due\na,2024-03-01,31/01/2024\nb,2023-12-31,05/02/2024\nc,2024-02-10,\n")
write("identifiers", "Code,Phone,Version\n007,+55 11 91234-5678,1.2.3\n010,555-1234,1.10.0\n")
write("same-names", "Amount,Amount,Other\n1,2,3\n")
write("tenths", "Amount\n" + "0.1\n" * 1000)
write("long", "Amount\n12345678901234567890\n0.1\n1e300\n")
write("text-only", "Name,City\nAnn,Rome\nBob,Oslo\nCid,Rome\n")
write("blank", "\n\n  \n")
write("only-names", "Name,Amount\n")
