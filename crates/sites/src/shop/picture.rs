//! The pictures of the products, drawn here: a shape for each category, in colours that follow from the name.

use super::catalogue::Product;

const PLANT: &str = "<path d='M100 132c-4-34-30-52-54-52 4 30 26 50 54 52Zm0-8c2-40 26-64 56-66-2 36-24 62-56 66Zm-2-30c-10-20-8-46 4-64 14 18 16 44 4 64Z' fill='INK'/><path d='M72 134h56l-7 40a6 6 0 0 1-6 5H85a6 6 0 0 1-6-5Z' fill='#c8795a'/><path d='M68 126h64v14H68Z' fill='#b5694b'/>";
const POT: &str = "<path d='M58 78h84l-11 84a10 10 0 0 1-10 9H79a10 10 0 0 1-10-9Z' fill='INK'/><path d='M52 62h96v22H52Z' fill='INK' opacity='.8'/><path d='M78 90l6 74M100 90v74M122 90l-6 74' stroke='#fff' stroke-opacity='.35' stroke-width='4'/>";
const TOOL: &str = "<path d='M92 96h16v62a8 8 0 0 1-16 0Z' fill='#a9835c'/><path d='M76 40c0-10 48-10 48 0 4 26-6 48-18 58H94C82 88 72 66 76 40Z' fill='INK'/><path d='M100 46v44' stroke='#fff' stroke-opacity='.4' stroke-width='4'/>";
const CARE: &str = "<path d='M66 66c8 6 60 6 68 0l8 100c-12 10-72 10-84 0Z' fill='INK'/><path d='M66 66c0-12 12-20 34-20s34 8 34 20c-8 6-60 6-68 0Z' fill='INK' opacity='.7'/><rect x='76' y='96' width='48' height='44' rx='6' fill='#fff' opacity='.85'/><path d='M100 130c-2-12-10-16-14-16 1 10 6 15 14 16Zm0 0c1-14 8-20 14-20-1 12-6 19-14 20Z' fill='INK'/>";

/// The picture as SVG.
pub(super) fn of(product: &Product) -> String {
    let hue = product.slug.bytes().fold(7u32, |hue, byte| (hue * 31 + u32::from(byte)) % 360);
    let (shape, ink) = match product.category {
        "plants" => (PLANT, format!("hsl({} 34% {}%)", 110 + hue % 50, 28 + hue % 14)),
        "pots" => (POT, format!("hsl({} 38% 52%)", 12 + hue % 30)),
        "tools" => (TOOL, format!("hsl({} 14% 44%)", 180 + hue % 50)),
        _ => (CARE, format!("hsl({} 34% 42%)", 70 + hue % 60)),
    };
    let back = format!("hsl({} 32% 93%)", 40 + hue % 90);
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 200'><rect width='200' height='200' fill='{back}'/>\
         <ellipse cx='100' cy='178' rx='52' ry='7' fill='#000' opacity='.08'/>{}</svg>",
        shape.replace("INK", &ink)
    )
}
