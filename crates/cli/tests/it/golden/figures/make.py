#!/usr/bin/env python3
"""Write the invented data files of the `figures` set next to this script.

Everything is made up. Each file has a generator of its own, seeded by SEED and the file's name, so a change to one
leaves the others as they are. Money and measures are made as whole hundredths or tenths, never as binary fractions.
"""
import csv
import random
from datetime import date, timedelta
from pathlib import Path

SEED = 20240611
HERE = Path(__file__).resolve().parent


def rng(name):
    return random.Random(f"{SEED}:{name}")


def clip(x, lo, hi):
    return max(lo, min(hi, x))


def dec(n, places, comma=False):
    """The whole number n of 10**-places as decimal text."""
    s = f"{abs(n):0{places + 1}d}"
    s = f"{'-' if n < 0 else ''}{s[:-places]}.{s[-places:]}"
    return s.replace(".", ",") if comma else s


def write(name, header, rows, delimiter=","):
    with open(HERE / name, "w", encoding="utf-8", newline="") as f:
        w = csv.writer(f, delimiter=delimiter, lineterminator="\n")
        w.writerow(header)
        w.writerows(rows)


SURNAMES = ("Okafor Lindqvist Hargreave Moreau Petrov Castellan Whitlock Andersson Brannigan Delacroix Eklund Fairweather "
            "Goldstein Hollis Ivarsson Jankowski Kessler Larkin Marchetti Novak Ormond Pemberton Quigley Rasmussen Sorensen "
            "Thackeray Ulrich Vance Winterton Yardley Zeller Ashdown Bellamy Corrigan Dunmore").split()
MEN = ("Albert Bernard Cedric David Edgar Felix George Harold Isaac Julian Karl Leon Martin Nils Oscar Patrick Quentin "
       "Roland Simon Theodor Victor Walter").split()
WOMEN = ("Agnes Beatrice Clara Dora Edith Frances Greta Helen Irene Judith Karin Lena Martha Nora Olga Paula Rosa Sofia "
         "Tilda Una Vera Winifred").split()


def passengers():
    r = rng("passengers")
    rows, seen = [], set()
    n = 620
    no_age = set(r.sample(range(n), 118))
    for i in range(n):
        pclass = r.choices([1, 2, 3], [24, 21, 55])[0]
        sex = r.choices(["male", "female"], [64, 36])[0]
        age = clip(r.gauss({1: 38, 2: 31, 3: 26}[pclass], 13), 1, 71)
        age = round(age * 2) / 2 if r.random() < 0.06 else round(age)
        while True:
            if sex == "male":
                name = f"{r.choice(SURNAMES)}, {'Master' if age < 13 else 'Mr'}. {r.choice(MEN)} {r.choice(MEN)}"
            else:
                title = "Mrs" if age > 22 and r.random() < 0.6 else "Miss"
                name = f"{r.choice(SURNAMES)}, {title}. {r.choice(WOMEN)} {r.choice(WOMEN)}"
            if name not in seen:
                seen.add(name)
                break
        fare = round(clip(r.lognormvariate({1: 4.1, 2: 3.0, 3: 2.4}[pclass], 0.5), 4.05, 280) * 100)
        chance = {1: 0.40, 2: 0.22, 3: 0.13}[pclass] + (0.50 if sex == "female" else 0)
        survived = int(r.random() < clip(chance, 0, 0.95))
        cabin = ""
        if r.random() < {1: 0.78, 2: 0.1, 3: 0.03}[pclass]:
            cabin = r.choice({1: "ABC", 2: "DE", 3: "FG"}[pclass]) + str(r.randint(1, 120))
        port = r.choices(["S", "C", "Q"], [70, 20, 10])[0]
        a = "" if i in no_age else f"{age:g}"
        rows.append([i + 1, survived, pclass, name, sex, a, dec(fare, 2), cabin, port])
    rows[402][5] = "79"  # one oldest
    rows[233][6] = "311.40"  # one dearest
    write("passengers.csv", "PassengerId,Survived,Pclass,Name,Sex,Age,Fare,Cabin,Embarked".split(","), rows)


def insurance():
    r = rng("insurance")
    rows = []
    for _ in range(540):
        age = r.randint(18, 64)
        bmi = round(clip(r.gauss(30.4, 5.9), 16.03, 49.9) * 100)
        if bmi % 100 == 0:
            bmi += 1  # no bmi is a whole number, so that "between 20 and 30" has nothing on its bounds
        kids = r.choices(range(6), [42, 24, 18, 12, 2, 2])[0]
        smoker = r.random() < 0.21
        charges = -2800 + 262 * age + 420 * kids + r.gauss(0, 1900)
        if smoker:
            charges += 9500 + 760 * (bmi / 100 - 20)
        rows.append([age, r.choice(["male", "female"]), dec(bmi, 2), kids, "yes" if smoker else "no",
                     r.choice(["northeast", "northwest", "southeast", "southwest"]),
                     dec(round(clip(charges, 1121.87 + r.random() * 300, 70000) * 100), 2)])
    rows[311][2] = "53.17"
    write("insurance.csv", "age,sex,bmi,children,smoker,region,charges".split(","), rows)


def cars():
    r = rng("cars")
    makers = {"usa": ["Brandt", "Colby", "Dawson", "Ridgeway"], "europe": ["Aurelia", "Falk", "Montclair"],
              "japan": ["Hikari", "Sento", "Yamari"]}
    models = ("Comet Falcon Ranger Lark Sprite Atlas Vista Meteor Pilot Nomad Zephyr Corsair Juniper Onyx Sable Torrent "
              "Wren Cadet").split()
    rows, seen = [], set()
    n = 240
    no_hp = set(r.sample(range(n), 9))
    while len(rows) < n:
        origin = r.choices(["usa", "europe", "japan"], [60, 18, 22])[0]
        name = f"{r.choice(makers[origin])} {r.choice(models)} {r.choice(['', 'GT', 'LX', 'wagon', '100', 'custom'])}".strip()
        if name in seen:
            continue
        seen.add(name)
        cyl = r.choices([4, 6, 8], {"usa": [28, 30, 42], "europe": [90, 10, 0], "japan": [88, 12, 0]}[origin])[0]
        disp = round(cyl * r.uniform(22, 46))
        hp = round(disp * 0.38 + r.gauss(22, 8))
        weight = round(1350 + disp * 7.4 + r.gauss(0, 170))
        year = r.randint(70, 82)
        mpg = clip(46 - weight / 160 + (year - 76) * 0.75 + r.gauss(0, 2), 9, 44)
        speed = round(78 + hp * 0.36 + r.gauss(0, 4))
        rows.append([dec(round(mpg * 10), 1), cyl, disp, "" if len(rows) in no_hp else hp, weight, year, origin, speed, name])
    rows[77][0] = "46.8"  # one thriftiest
    rows[150][4] = 5212  # one heaviest
    write("cars.csv", ["mpg", "cylinders", "displacement", "horsepower", "weight", "model year", "origin", "Max speed",
                       "car name"], rows)


def employees():
    r = rng("employees")
    base = {"Sales": 41000, "Engineering": 62000, "Marketing": 45000, "Finance": 54000, "Support": 34000,
            "Human Resources": 43000}
    names = set()
    while len(names) < 85:
        names.add(f"{r.choice(MEN + WOMEN)} {r.choice(SURNAMES)}")
    names = sorted(names)
    r.shuffle(names)
    depts = list(base) + r.choices(list(base), [22, 26, 10, 10, 14, 6], k=85 - len(base))
    heads = dict(zip(base, names))
    start0, days, rows = date(2011, 1, 10), set(), []
    for name, dept in zip(names, depts):
        head = heads[dept] == name
        while True:
            d = start0 + timedelta(days=r.randint(0, 1500) if head else r.randint(300, 4900))
            if d.weekday() < 5 and d not in days:
                days.add(d)
                break
        salary = round((base[dept] * (1.75 if head else r.uniform(0.78, 1.3))) / 50) * 50
        rows.append([name, dept, salary, d.isoformat(), "" if head else heads[dept]])
    r.shuffle(rows)
    write("employees.csv", ["Name", "Department", "Salary", "Start Date", "Manager"], rows)


def vendas():
    r = rng("vendas")
    prices = {"Café": 785, "Chá": 340, "Açúcar": 129, "Pão": 95, "Maçã": 210, "Feijão": 265, "Azeite": 1190, "Mel": 690}
    rows = []
    for _ in range(360):
        d = date(2023, 1, 2) + timedelta(days=r.randint(0, 728))
        p = r.choice(list(prices))
        price = prices[p] + r.randint(-9, 25)
        q = r.randint(1, 90)
        rows.append([d, r.choices(["Norte", "Centro", "Lisboa", "Alentejo", "Algarve"], [30, 20, 28, 10, 12])[0],
                     r.choice(["João", "Inês", "Conceição", "Rui", "Antónia", "Luís"]), p, q, price, q * price])
    rows.sort(key=lambda x: x[0])
    out = [[x[0].strftime("%d/%m/%Y"), *x[1:5], dec(x[5], 2, True), dec(x[6], 2, True)] for x in rows]
    write("vendas.csv", "Data;Região;Vendedor;Produto;Quantidade;Preço;Total".split(";"), out, ";")


def flowers():
    r = rng("flowers")
    kinds = {"marsh bell": (50, 34, 15, 3), "dune star": (59, 28, 43, 13), "alpine torch": (66, 30, 55, 20)}
    rows = []
    for kind, (a, b, c, d) in kinds.items():
        for _ in range(50):
            rows.append([kind, *(dec(max(1, round(r.gauss(m, m * 0.09 + 0.6))), 1) for m in (a, b, c, d)), r.randint(0, 14)])
    r.shuffle(rows)
    write("flowers.csv", ["species", "sepal length", "sepal width", "petal length", "petal width", "Count"], rows)


def parts():
    r = rng("parts")
    numbers = ["4E099", "00123", "12E3", "7-11", "123", "12000", "4E99", "3-05", "00077", "1E10", "0099", "5/8", "10-12", "00450"]
    while len(numbers) < 48:
        c = r.choice([f"{r.randint(1, 9)}E{r.randint(0, 999):03d}", f"{r.randint(0, 99999):05d}", f"{r.randint(1, 12)}-{r.randint(10, 31)}",
                      f"{r.randint(10, 99)}E{r.randint(1, 9)}", f"{r.choice('ABK')}{r.randint(100, 999)}"])
        if c not in numbers:
            numbers.append(c)
    things = ["bolt", "washer", "bearing", "gasket", "valve", "spring", "bracket"]
    rows = [[n, f"{r.choice(['steel', 'brass', 'nylon'])} {r.choice(things)}", r.choice(["Porto", "Leeds", "Lyon"]),
             r.randint(0, 640), dec(r.randint(15, 8800), 2) + " EUR"] for n in numbers]
    rows[0][3:] = [37, "12.50 EUR"]
    rows[9][3] = 0
    r.shuffle(rows)
    write("parts.csv", ["Part No", "Description", "Warehouse", "Stock", "Price"], rows)


def notas():
    r = rng("notas")
    first = "Ana Bruno Catarina Diogo Eduarda Filipe Gonçalo Helena Íris Jorge Leonor Márcio Nuno Olívia Paulo Rita Sérgio Tânia Vasco Zélia".split()
    last = "Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Sousa Gonçalves Almeida Ribeiro Pinto Carvalho Teixeira".split()
    names = set()
    while len(names) < 124:
        names.add(f"{r.choice(first)} {r.choice(last)}")
    names = sorted(names)
    r.shuffle(names)
    absent = set(r.sample(range(124), 7))
    rows = []
    for i, n in enumerate(names):
        faltas = clip(round(r.expovariate(1 / 4)), 0, 19)
        nota = round(clip(r.gauss(13.6 - 0.28 * faltas, 2.9), 2.1, 19.2) * 10)
        rows.append([n, "ABCD"[i % 4], "" if i in absent else dec(nota, 1, True), faltas])
    rows[31][2] = "19,7"
    rows[90][2] = "1,4"
    rows[58][3] = 23
    rows.sort(key=lambda x: (x[1], x[0]))
    write("notas.csv", ["aluno", "turma", "nota", "faltas"], rows, ";")


def weather():
    from math import cos, pi
    r = rng("weather")
    rows = []
    for k in range(365):
        d = date(2023, 1, 1) + timedelta(days=k)
        for station, mean, wet in (("Alder", 13, 0.42), ("Birch", 17, 0.24)):
            season = -cos(2 * pi * (k - 18) / 365)
            tmax = round((mean + 3 + 8.5 * season + r.gauss(0, 2.8)) * 10)
            tmin = tmax - round(clip(r.gauss(84, 22), 15, 160))
            rain = round(r.expovariate(1 / 6.5) * 10) if r.random() < wet - 0.13 * season else 0
            rows.append([d.isoformat(), station, dec(tmax, 1), dec(tmin, 1), dec(rain, 1)])
    for i in r.sample(range(len(rows)), 11):
        rows[i][4] = ""
    rows[401][2] = "39.6"
    rows[57][3] = "-9.3"
    rows[620][4] = "68.4"
    write("weather.csv", "date,station,tmax,tmin,rain".split(","), rows)


def countries():
    r = rng("countries")
    heads = "Al Bar Cor Dun Es Fen Gar Hel Is Jor Kal Lum Mar Nor Or Pel Quen Ros Sar Tal Ul Ver Wes Yar Zan".split()
    tails = "avia enia oria mark stan ania ovia land ira essa".split()
    names, codes = [], set()
    while len(names) < 46:
        n = r.choice(heads) + r.choice(tails)
        code = (n[0] + n[2] + n[-2]).upper()
        if n not in names and code not in codes:
            names.append(n)
            codes.add(code)
    rows = []
    for n in sorted(names):
        pop = round(r.lognormvariate(15.6, 1.3))
        area = round(r.lognormvariate(11.8, 1.1))
        rows.append([(n[0] + n[2] + n[-2]).upper(), n, r.choice(["Auria", "Borea", "Meridia", "Zephyra"]), pop, area,
                     dec(r.randint(281, 789), 2), r.choices(["yes", "no"], [1, 3])[0]])
    write("countries.csv", ["code", "country", "continent", "population", "area_km2", "Average score", "landlocked"], rows)


def orders():
    r = rng("orders")
    cats = {"Furniture": 18000, "Office Supplies": 2400, "Technology": 31000, "Garden": 7600}
    customers = [f"{a} {b}" for a, b in zip(r.sample(SURNAMES, 30), r.choices(["Ltd", "and Sons", "Group", "Trading", "Works"], k=30))]
    rows = []
    for i in range(900):
        cat = r.choices(list(cats), [20, 45, 20, 15])[0]
        d = date(2022, 7, 1) + timedelta(days=r.randint(0, 729))
        if d == date(2023, 1, 1):
            d += timedelta(days=1)  # nothing on the day that conditions name
        q = r.randint(1, 14)
        disc = r.choices([0, 5, 10, 15, 20], [50, 20, 15, 10, 5])[0]
        cents = round(q * cats[cat] * r.uniform(0.3, 1.4) * (100 - disc) / 100)
        rows.append([f"{i + 418:06d}", d.isoformat(), r.choice(customers), cat, r.choice(["North", "South", "East", "West"]), q, disc,
                     dec(cents, 2), r.choices(["shipped", "pending", "returned", "cancelled"], [78, 9, 8, 5])[0]])
    write("orders.csv", ["Order ID", "Order Date", "Customer", "Category", "Region", "Quantity", "Discount", "Amount", "Status"], rows)


def clientes():
    r = rng("clientes")
    first = "Adriana Caio Débora Everton Fabiana Gilberto Heloísa Igor Jéssica Kátia Leandro Mônica Natália Otávio Priscila Renato Simone Thiago Vanessa Wagner".split()
    last = "Silva Souza Barbosa Nascimento Araújo Moraes Cardoso Freitas Lopes Rocha Campos Dias Teles Farias Azevedo Prado".split()
    places = {"SP": ["São Paulo", "Campinas", "Santos"], "RJ": ["Rio de Janeiro", "Niterói"], "MG": ["Belo Horizonte", "Uberlândia"],
              "BA": ["Salvador"], "RS": ["Porto Alegre", "Caxias do Sul"], "PR": ["Curitiba", "Londrina"]}
    zips = {"SP": "0", "RJ": "2", "MG": "3", "BA": "4", "RS": "9", "PR": "8"}
    pairs = [f"{a} {b}" for a in first for b in last]
    r.shuffle(pairs)
    no_age = set(r.sample(range(300), 26))
    rows = []
    for i, n in enumerate(pairs[:300]):
        uf = r.choices(list(places), [38, 18, 16, 10, 10, 8])[0]
        d = date(2019, 2, 4) + timedelta(days=r.randint(0, 2000))
        rows.append([n, "" if i in no_age else clip(round(r.gauss(41, 13)), 18, 80), r.choice(places[uf]), uf,
                     zips[uf] + f"{r.randint(1000000, 9999999)}", r.choices(["sim", "não"], [73, 27])[0],
                     dec(round(r.lognormvariate(4.9, 0.6) * 100), 2), d.isoformat()])
    write("clientes.csv", ["Nome", "Idade", "Cidade", "UF", "CEP", "Ativo", "Média de compras", "Data de cadastro"], rows)


def players():
    r = rng("players")
    teams = ["Harbour United", "Milltown Rovers", "Castle Athletic", "Northgate", "Riverside"]
    names = set()
    while len(names) < 95:
        names.add(f"{r.choice(MEN)} {r.choice(SURNAMES)}")
    names = sorted(names)
    r.shuffle(names)
    unknown = set(r.sample(range(95), 8))
    rows = []
    for i, n in enumerate(names):
        position = r.choices(["goalkeeper", "defender", "midfielder", "forward"], [10, 34, 34, 22])[0]
        goals = {"goalkeeper": 0, "defender": r.randint(0, 4), "midfielder": r.randint(0, 9), "forward": r.randint(2, 21)}[position]
        joined = date(2016, 7, 1) + timedelta(days=r.randint(0, 2900))
        rows.append([n, teams[i % 5], position, r.randint(17, 37), "" if i in unknown else r.randint(168, 199), goals, r.randint(0, 14),
                     r.randint(4, 600) * 50000, joined.isoformat()])
    rows[40][5:7] = [27, 3]
    rows[12][4] = 203
    write("players.csv", ["Player", "Team", "Position", "Age", "Height", "Goals", "Assists", "Market value", "Joined"], rows)


def houses():
    r = rng("houses")
    streets = "Elm Oak Mill Church Station Park Bridge Orchard Victoria Green".split()
    rows, seen = [], set()
    while len(rows) < 130:
        address = f"{r.randint(1, 240)} {r.choice(streets)} {r.choice(['Street', 'Road', 'Lane'])}"
        if address in seen:
            continue
        seen.add(address)
        kind = r.choices(["house", "flat", "bungalow"], [55, 35, 10])[0]
        beds = r.randint(1, 3) if kind == "flat" else r.randint(2, 6)
        area = round(beds * r.uniform(19, 31) + 18)
        price = round(area * r.uniform(2100, 4300) / 500) * 500 + len(rows)
        rows.append([address, r.choices(["Ashford", "Brindle", "Carrow"], [50, 30, 20])[0], kind, beds, r.randint(1, max(1, beds - 1)), area, price,
                     r.choice(["yes", "no"]), r.randint(1890, 2022)])
    rows[66][6] = 912750
    rows[9][8] = 1871
    write("houses.csv", ["address", "town", "type", "bedrooms", "bathrooms", "area_m2", "price", "garden", "year_built"], rows)


def gastos():
    r = rng("gastos")
    kinds = {"Alimentação": (900, 9000), "Transporte": (350, 6000), "Moradia": (30000, 160000), "Lazer": (1500, 25000),
             "Saúde": (2500, 40000), "Educação": (5000, 60000)}
    notes = ["mercado", "aplicativo", "consulta", "mensalidade", "conta de luz", "passeio", "farmácia", "ônibus", "restaurante"]
    rows = []
    for _ in range(280):
        d = date(2024, 1, 3) + timedelta(days=r.randint(0, 540))
        kind = r.choices(list(kinds), [38, 24, 8, 16, 8, 6])[0]
        rows.append([d, kind, r.choice(notes), r.randint(*kinds[kind]), r.choices(["pix", "cartão", "dinheiro", "boleto"], [40, 38, 12, 10])[0],
                     r.choice(["Marina", "Rafael", "Beto"])])
    rows.sort(key=lambda x: x[0])
    out = [[x[0].strftime("%d/%m/%Y"), x[1], x[2], dec(x[3], 2, True), x[4], "" if i % 23 == 0 else x[5]] for i, x in enumerate(rows)]
    write("gastos.csv", ["Data", "Categoria", "Descrição", "Valor", "Forma de pagamento", "Pessoa"], out, ";")


def consultas():
    r = rng("consultas")
    first = "Alice Bento Cecília Davi Elisa Fernando Giovana Hugo Isadora João Kelly Luana Murilo Nina Otto Pietra Raul Sara Tomás Yasmin".split()
    last = "Moura Peixoto Siqueira Viana Xavier Brandão Couto Dantas Esteves Fontes Guedes".split()
    pairs = [f"{a} {b}" for a in first for b in last]
    r.shuffle(pairs)
    rows = []
    for i, n in enumerate(pairs[:160]):
        d = date(2024, 1, 8) + timedelta(days=r.randint(0, 330))
        rows.append([f"{i * 7 + 31:05d}", n, r.choices(["F", "M"], [55, 45])[0], r.randint(2, 88), r.choice(["Recife", "Olinda", "Caruaru"]),
                     r.choice(["cardiologia", "pediatria", "ortopedia", "dermatologia"]), dec(r.randint(480, 1130), 1),
                     "" if i % 17 == 5 else r.randint(90, 178), r.choice(["sim", "não", "não"]), d.isoformat()])
    rows[20][6] = "131.4"
    rows[91][3] = 97
    write("consultas.csv", ["Prontuário", "Paciente", "Sexo", "Idade", "Cidade", "Especialidade", "Peso", "Altura", "Fumante", "Data da consulta"], rows)


if __name__ == "__main__":
    for make in (passengers, insurance, cars, employees, vendas, flowers, parts, notas, weather, countries, orders, clientes, players,
                 houses, gastos, consultas):
        make()
