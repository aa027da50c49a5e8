//! The products of the shop.

/// A product.
#[derive(Debug)]
pub(super) struct Product {
    pub(super) slug: &'static str,
    pub(super) name: &'static str,
    pub(super) category: &'static str,
    /// The price in pence.
    pub(super) price: u32,
    /// The available sizes in ascending order of price; empty for products of one size.
    pub(super) sizes: &'static [&'static str],
    pub(super) colors: &'static [&'static str],
    pub(super) blurb: &'static str,
    pub(super) stock: u32,
}

/// The categories: the path, and the name.
pub(super) const CATEGORIES: &[(&str, &str)] =
    &[("plants", "House plants"), ("pots", "Pots"), ("tools", "Tools"), ("care", "Soil and care")];

const PLANT: &[&str] = &["Small", "Medium", "Large"];
const POT: &[&str] = &["12 cm", "16 cm", "22 cm"];
const ONE: &[&str] = &[];
const GLAZES: &[&str] = &["Terracotta", "Sage", "Chalk"];
const PLAIN: &[&str] = &[];

const fn product(
    slug: &'static str,
    name: &'static str,
    category: &'static str,
    price: u32,
    options: (&'static [&'static str], &'static [&'static str]),
    stock: u32,
    blurb: &'static str,
) -> Product {
    Product { slug, name, category, price, sizes: options.0, colors: options.1, blurb, stock }
}

/// All products, in display order.
pub(super) const PRODUCTS: &[Product] = &[
    product(
        "boston-fern",
        "Boston fern",
        "plants",
        1450,
        (PLANT, GLAZES),
        12,
        "Feathery and forgiving. Likes a bright bathroom and a weekly shower.",
    ),
    product(
        "fiddle-leaf-fig",
        "Fiddle-leaf fig",
        "plants",
        3900,
        (PLANT, GLAZES),
        5,
        "Tall, with leaves the size of dinner plates. Put it by a window and leave it there.",
    ),
    product(
        "peace-lily",
        "Peace lily",
        "plants",
        1695,
        (PLANT, GLAZES),
        20,
        "Tells you when it is thirsty and forgives you within the hour.",
    ),
    product(
        "string-of-hearts",
        "String of hearts",
        "plants",
        1250,
        (ONE, GLAZES),
        9,
        "A trailing curtain of small silver hearts for a high shelf.",
    ),
    product(
        "aloe-vera",
        "Aloe vera",
        "plants",
        950,
        (PLANT, PLAIN),
        31,
        "Sun, little water, and help for burnt fingers.",
    ),
    product(
        "monstera",
        "Swiss cheese plant",
        "plants",
        2450,
        (PLANT, GLAZES),
        7,
        "Grows a new window every month. Give it a pole to climb.",
    ),
    product(
        "snake-plant",
        "Snake plant",
        "plants",
        1800,
        (PLANT, GLAZES),
        16,
        "The plant for people who travel.",
    ),
    product(
        "calathea",
        "Calathea orbifolia",
        "plants",
        2100,
        (PLANT, GLAZES),
        4,
        "Striped leaves that fold up at night, as if to pray.",
    ),
    product(
        "spider-plant",
        "Spider plant",
        "plants",
        795,
        (PLANT, PLAIN),
        40,
        "Makes little ones faster than you can give them away.",
    ),
    product(
        "rubber-plant",
        "Rubber plant",
        "plants",
        2650,
        (PLANT, GLAZES),
        8,
        "Dark and glossy. Wipe its leaves on Sundays.",
    ),
    product(
        "jade-plant",
        "Jade plant",
        "plants",
        1150,
        (PLANT, PLAIN),
        22,
        "A small tree that stores its own water.",
    ),
    product(
        "olive-tree",
        "Olive tree",
        "plants",
        4800,
        (PLANT, GLAZES),
        3,
        "A piece of the south for a bright balcony.",
    ),
    product(
        "english-ivy",
        "English ivy",
        "plants",
        850,
        (ONE, PLAIN),
        25,
        "Climbs, hangs, and asks for nothing.",
    ),
    product(
        "maidenhair-fern",
        "Maidenhair fern",
        "plants",
        1375,
        (PLANT, GLAZES),
        6,
        "Delicate. Never let it dry out, not even once.",
    ),
    product(
        "classic-pot",
        "Classic terracotta pot",
        "pots",
        650,
        (POT, PLAIN),
        80,
        "Fired in Portugal. Breathes, ages, and gets better for it.",
    ),
    product(
        "fluted-pot",
        "Fluted pot",
        "pots",
        1490,
        (POT, GLAZES),
        18,
        "Turned by hand, with twenty-four grooves.",
    ),
    product(
        "hanging-pot",
        "Hanging pot",
        "pots",
        1850,
        (ONE, GLAZES),
        14,
        "With a cotton cord and a brass ring.",
    ),
    product("footed-planter", "Footed planter", "pots", 3250, (POT, GLAZES), 9, "Stands on three oak legs."),
    product("saucer", "Saucer", "pots", 350, (POT, GLAZES), 120, "Keeps the sill dry."),
    product("window-box", "Window box", "pots", 2790, (ONE, GLAZES), 11, "Sixty centimetres of herbs."),
    product("moss-pole", "Moss pole", "pots", 990, (ONE, PLAIN), 35, "Sixty centimetres of climbing."),
    product(
        "secateurs",
        "Secateurs",
        "tools",
        2890,
        (ONE, PLAIN),
        15,
        "Forged steel and ash handles. We sharpen them for free.",
    ),
    product(
        "watering-can",
        "Watering can",
        "tools",
        2200,
        (ONE, GLAZES),
        19,
        "A long spout that finds its way between leaves.",
    ),
    product(
        "hand-trowel",
        "Hand trowel",
        "tools",
        1590,
        (ONE, PLAIN),
        27,
        "With a scale on the blade, for bulbs that want to be deep.",
    ),
    product("mister", "Glass mister", "tools", 1190, (ONE, PLAIN), 33, "Fine as a morning in the woods."),
    product(
        "gloves",
        "Gardening gloves",
        "tools",
        1350,
        (&["S", "M", "L"], PLAIN),
        44,
        "Goat leather. Soft after a week.",
    ),
    product("twine", "Jute twine", "tools", 490, (ONE, PLAIN), 90, "A hundred metres, on a wooden spool."),
    product(
        "potting-mix",
        "Potting mix, 10 l",
        "care",
        890,
        (ONE, PLAIN),
        60,
        "Free of peat, with bark and coconut.",
    ),
    product(
        "orchid-bark",
        "Orchid bark, 5 l",
        "care",
        750,
        (ONE, PLAIN),
        28,
        "Coarse and airy, for roots that like to breathe.",
    ),
    product(
        "plant-food",
        "Plant food",
        "care",
        690,
        (ONE, PLAIN),
        73,
        "A capful for every can, from March to October.",
    ),
    product(
        "leaf-shine",
        "Leaf oil",
        "care",
        590,
        (ONE, PLAIN),
        12,
        "Neem oil against dust and small guests.",
    ),
    product(
        "seed-mix",
        "Meadow seed mix",
        "care",
        420,
        (ONE, PLAIN),
        200,
        "Twenty flowers that bees know by name.",
    ),
];

pub(super) fn find(slug: &str) -> Option<&'static Product> {
    PRODUCTS.iter().find(|product| product.slug == slug)
}

/// Returns the products whose name or text contains every word of the query.
pub(super) fn search(query: &str) -> Vec<&'static Product> {
    let query = query.to_lowercase();
    let matches = |product: &&Product| {
        let text = format!("{} {} {}", product.name, product.category, product.blurb).to_lowercase();
        query.split_whitespace().all(|word| text.contains(word))
    };
    PRODUCTS.iter().filter(matches).collect()
}

pub(super) fn category(slug: &str) -> Vec<&'static Product> {
    PRODUCTS.iter().filter(|product| product.category == slug).collect()
}

/// Returns the name of a category, if it exists.
pub(super) fn category_name(slug: &str) -> Option<&'static str> {
    CATEGORIES.iter().find(|(known, _)| *known == slug).map(|(_, name)| *name)
}

/// Formats an amount.
pub(super) fn money(pence: u32) -> String {
    format!("£{}.{:02}", pence / 100, pence % 100)
}
