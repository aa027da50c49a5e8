//! The product pictures, generated as SVG: a shape for each category, in colors that are derived from the
//! name.

use super::catalogue::Product;

/// The shapes of leaves; a plant consists of leaves and a pot.
const LEAVES: &[&str] = &[
    "<path d='M100 132c-4-34-30-52-54-52 4 30 26 50 54 52Zm0-8c2-40 26-64 56-66-2 36-24 62-56 66Zm-2-30c-10-20-8-46 4-64 14 18 16 44 4 64Z' fill='INK'/>",
    "<path d='M100 130C84 110 78 70 84 30c12 26 20 60 16 100Zm0 0c16-20 22-60 16-100-12 26-20 60-16 100Zm-4 0C74 120 58 92 54 60c20 14 38 40 42 70Zm8 0c22-10 38-38 42-70-20 14-38 40-42 70Z' fill='INK'/>",
    "<g fill='INK'><circle cx='100' cy='60' r='26'/><circle cx='72' cy='84' r='24'/><circle cx='128' cy='84' r='24'/><circle cx='100' cy='98' r='22'/></g><path d='M97 90h6v42h-6Z' fill='#8a6a4a'/>",
    "<g fill='none' stroke='INK' stroke-width='9' stroke-linecap='round'><path d='M100 130C90 90 70 62 42 62M100 130c10-40 30-68 58-68M100 130C96 80 84 50 64 34M100 130c4-50 16-80 36-96M100 130V30'/></g>",
];

const HOLDER: &str = "<path d='M72 134h56l-7 40a6 6 0 0 1-6 5H85a6 6 0 0 1-6-5Z' fill='#c8795a'/><path d='M68 126h64v14H68Z' fill='#b5694b'/>";
const POT: &str = "<path d='M58 78h84l-11 84a10 10 0 0 1-10 9H79a10 10 0 0 1-10-9Z' fill='INK'/><path d='M52 62h96v22H52Z' fill='INK' opacity='.8'/><path d='M78 90l6 74M100 90v74M122 90l-6 74' stroke='#fff' stroke-opacity='.35' stroke-width='4'/>";
const TOOL: &str = "<path d='M92 96h16v62a8 8 0 0 1-16 0Z' fill='#a9835c'/><path d='M76 40c0-10 48-10 48 0 4 26-6 48-18 58H94C82 88 72 66 76 40Z' fill='INK'/><path d='M100 46v44' stroke='#fff' stroke-opacity='.4' stroke-width='4'/>";
const CARE: &str = "<path d='M66 66c8 6 60 6 68 0l8 100c-12 10-72 10-84 0Z' fill='INK'/><path d='M66 66c0-12 12-20 34-20s34 8 34 20c-8 6-60 6-68 0Z' fill='INK' opacity='.7'/><rect x='76' y='96' width='48' height='44' rx='6' fill='#fff' opacity='.85'/><path d='M100 130c-2-12-10-16-14-16 1 10 6 15 14 16Zm0 0c1-14 8-20 14-20-1 12-6 19-14 20Z' fill='INK'/>";

/// Returns the picture as SVG.
pub(super) fn of(product: &Product) -> String {
    let hue = product.slug.bytes().fold(7u32, |hue, byte| (hue * 31 + u32::from(byte)) % 360);
    let (shape, ink): (String, String) = match product.category {
        "plants" => (leaves(hue), format!("hsl({} 34% {}%)", 110 + hue % 50, 28 + hue % 14)),
        "pots" => (POT.to_string(), format!("hsl({} 38% 52%)", 12 + hue % 30)),
        "tools" => (TOOL.to_string(), format!("hsl({} 14% 44%)", 180 + hue % 50)),
        _ => (CARE.to_string(), format!("hsl({} 34% 42%)", 70 + hue % 60)),
    };
    let back = format!("hsl({} 32% 93%)", 40 + hue % 90);
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 200'><rect width='200' height='200' fill='{back}'/>\
         <ellipse cx='100' cy='178' rx='52' ry='7' fill='#000' opacity='.08'/>{}</svg>",
        shape.replace("INK", &ink)
    )
}

fn leaves(hue: u32) -> String {
    let leaves = LEAVES.iter().cycle().nth(hue as usize).copied().unwrap_or_default();
    format!("{leaves}{HOLDER}")
}
