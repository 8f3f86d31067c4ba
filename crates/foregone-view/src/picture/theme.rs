//! Inks by what they are for, and the colours that the two themes give them.
//!
//! Nothing is said by hue alone: sides differ in shape, pieces have letters, moves have numbers, the best ones a ring. The
//! colours of heat are even steps of lightness, from the strongest against the ground, which is best, to the faintest.

/// How a picture is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on a light ground.
    #[default]
    Light,
    /// Light on a dark ground.
    Dark,
    /// As the reader's system has it, where an SVG is shown by a browser; elsewhere, and in a PNG, light.
    Auto,
}

/// How many colours heat has.
pub(crate) const LEVELS: u8 = 8;

/// How many colours pieces have, one after the other.
pub(crate) const PIECES: u8 = 6;

/// What a colour is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Ink {
    /// Behind everything.
    Ground,
    /// A cell that nothing is said of.
    Surface,
    /// A cell that is taken.
    Taken,
    /// Lines between cells, and whatever is only to be made out.
    Faint,
    /// Lines that are not so faint: edges that may be drawn, joints.
    Line,
    /// Under what is lifted.
    Shade,
    /// Lines that matter, rings round best moves.
    Strong,
    Text,
    /// Text that is set back: coordinates, the key.
    Muted,
    /// The first side's, as text too.
    First,
    /// The second side's, as text too.
    Second,
    /// Inside of the first side's lines and stones.
    FirstCore,
    /// Inside of the second side's lines and stones.
    SecondCore,
    /// How far a move is behind: 0 is best, `LEVELS - 1` furthest.
    Heat(u8),
    /// Text on that.
    OnHeat(u8),
    /// A chain or a loop: its line and its letter.
    Piece(u8),
    /// Its boxes.
    PieceTint(u8),
}

/// A colour: red, green, blue in two hexadecimal digits each.
pub(crate) type Colour = u32;

const DARK_TEXT: Colour = 0x14_18_1d;
const LIGHT_TEXT: Colour = 0xff_ff_ff;

/// The colours of a theme that come in rows.
struct Rows {
    heat: [Colour; LEVELS as usize],
    /// The first level whose text is dark in the light theme, or light in the dark theme.
    turns: u8,
    piece: [Colour; PIECES as usize],
    piece_tint: [Colour; PIECES as usize],
}

const LIGHT: Rows = Rows {
    heat: [0x006262, 0x237875, 0x488c87, 0x68a19a, 0x87b5ae, 0xa6cac2, 0xc5dfd8, 0xe4f4ef],
    turns: 2,
    piece: [0x12693e, 0x6d4a94, 0x00667a, 0x953f3c, 0x665f00, 0x884171],
    piece_tint: [0xd0f0d9, 0xeddfff, 0xc5eff9, 0xffddda, 0xeae9c6, 0xfcdbf0],
};

const DARK: Rows = Rows {
    heat: [0x64e4ca, 0x51c9b7, 0x45aea3, 0x3c938d, 0x357977, 0x305f60, 0x2a4749, 0x233132],
    turns: 4,
    piece: [0x7bcc98, 0xc8a5f0, 0x54c9e3, 0xf69b94, 0xc2bb64, 0xe79bce],
    piece_tint: [0x223c2b, 0x3b2f48, 0x153b44, 0x4a2c2a, 0x39371a, 0x452c3d],
};

impl Ink {
    /// Its colour on a light ground.
    pub(crate) fn light(self) -> Colour {
        match self {
            Self::Ground => 0xfa_f9_f6,
            Self::Surface | Self::FirstCore => 0xff_ff_ff,
            Self::Taken => 0xe9_e7_e1,
            Self::Faint => 0xd2_cf_c7,
            Self::Line => 0xa6_a3_9a,
            Self::Shade => 0xc3_c0_b7,
            Self::Strong => 0x23_28_2f,
            Self::Text | Self::SecondCore => DARK_TEXT,
            Self::Muted => 0x5c_64_6e,
            Self::First => 0x1d_4f_9f,
            Self::Second => 0x8f_56_00,
            Self::Heat(level) => LIGHT.heat[usize::from(level % LEVELS)],
            Self::OnHeat(level) if level < LIGHT.turns => LIGHT_TEXT,
            Self::OnHeat(_) => DARK_TEXT,
            Self::Piece(number) => LIGHT.piece[usize::from(number % PIECES)],
            Self::PieceTint(number) => LIGHT.piece_tint[usize::from(number % PIECES)],
        }
    }

    /// Its colour on a dark ground.
    pub(crate) fn dark(self) -> Colour {
        match self {
            Self::Ground => 0x15_18_1d,
            Self::Surface => 0x1d_21_27,
            Self::Taken => 0x2c_31_39,
            Self::Faint => 0x3d_44_4e,
            Self::Line => 0x5d_66_72,
            Self::Shade => 0x08_0a_0c,
            Self::Strong => 0xe8_eb_ee,
            Self::Text => 0xe8_eb_ee,
            Self::Muted => 0x9a_a4_b0,
            Self::First => 0x7f_b2_ff,
            Self::Second => 0xf0_b5_4a,
            Self::FirstCore => 0xff_ff_ff,
            Self::SecondCore => 0x08_0a_0c,
            Self::Heat(level) => DARK.heat[usize::from(level % LEVELS)],
            Self::OnHeat(level) if level < DARK.turns => DARK_TEXT,
            Self::OnHeat(_) => LIGHT_TEXT,
            Self::Piece(number) => DARK.piece[usize::from(number % PIECES)],
            Self::PieceTint(number) => DARK.piece_tint[usize::from(number % PIECES)],
        }
    }

    /// A short name for it, unlike any other's.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Heat(level) => format!("heat{level}"),
            Self::OnHeat(level) => format!("on{level}"),
            Self::Piece(number) => format!("piece{}", number % PIECES),
            Self::PieceTint(number) => format!("tint{}", number % PIECES),
            named => format!("{named:?}").to_lowercase(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green and blue in linear light.
    fn linear(colour: Colour) -> [f64; 3] {
        [16, 8, 0].map(|shift| {
            let part = f64::from(colour >> shift & 0xff) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The relative luminance of WCAG 2.
    fn luminance(colour: Colour) -> f64 {
        let [red, green, blue] = linear(colour);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast ratio of WCAG 2.
    fn contrast(one: Colour, other: Colour) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    /// The lightness of Oklab.
    fn lightness(colour: Colour) -> f64 {
        let [red, green, blue] = linear(colour);
        let long = (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cbrt();
        let medium = (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cbrt();
        let short = (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cbrt();
        0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short
    }

    /// A theme and its colours.
    type Named = (&'static str, fn(Ink) -> Colour);

    const THEMES: [Named; 2] = [("light", Ink::light), ("dark", Ink::dark)];

    #[test]
    fn text_can_be_read_where_it_stands() {
        use Ink::{First, Ground, Heat, Muted, OnHeat, Piece, PieceTint, Second, Surface, Taken, Text};
        let mut pairs = vec![(Text, Ground), (Text, Surface), (Text, Taken)];
        pairs.extend([(Muted, Ground), (Muted, Surface), (Muted, Taken)]);
        pairs.extend([(First, Surface), (Second, Surface), (First, Taken), (Second, Taken)]);
        pairs.extend([(First, Ground), (Second, Ground)]);
        pairs.extend((0..LEVELS).map(|level| (OnHeat(level), Heat(level))));
        pairs.extend((0..PIECES).map(|number| (Piece(number), PieceTint(number))));
        for (theme, colour) in THEMES {
            for &(text, ground) in &pairs {
                let ratio = contrast(colour(text), colour(ground));
                assert!(ratio >= 4.5, "{theme}: {text:?} on {ground:?} has {ratio:.2}");
            }
        }
    }

    #[test]
    fn lines_and_stones_stand_out() {
        use Ink::{First, FirstCore, Ground, Second, SecondCore, Strong, Surface, Taken};
        for (theme, colour) in THEMES {
            for (line, ground) in [
                (Strong, Ground),
                (Strong, Surface),
                (Strong, Taken),
                (First, Surface),
                (Second, Surface),
                (FirstCore, SecondCore),
            ] {
                let ratio = contrast(colour(line), colour(ground));
                assert!(ratio >= 3.0, "{theme}: {line:?} on {ground:?} has {ratio:.2}");
            }
        }
    }

    #[test]
    fn heat_is_even_steps_of_lightness() {
        for (theme, colour) in THEMES {
            let levels: Vec<f64> = (0..LEVELS).map(|level| lightness(colour(Ink::Heat(level)))).collect();
            let step = (levels[levels.len() - 1] - levels[0]) / f64::from(LEVELS - 1);
            assert!(step.abs() > 0.05, "{theme}");
            for pair in levels.windows(2) {
                assert!((pair[1] - pair[0] - step).abs() < 0.01, "{theme}: {levels:?}");
            }
            // What is best stands out most from the ground.
            let ground = colour(Ink::Ground);
            assert!(contrast(colour(Ink::Heat(0)), ground) > contrast(colour(Ink::Heat(LEVELS - 1)), ground));
        }
    }
}
