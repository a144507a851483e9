/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [number, number, number]

/** The shades of an accent colour in which it can be read. */
export interface AccentShades {
  /** Text and outlines in the accent, readable on the sheet. */
  accent: string
  /** Text on a surface of `fill`. */
  onFill: string
  fill: string
}

/** WCAG 2.2, 1.4.3: the least contrast of body text with its ground. */
const READABLE = 4.5
const STEPS = 100
const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]

/**
 * The shades of a builder's colour on a payment page. The surface of a button has the colour
 * itself, with black or white on it, whichever reads better. Text on the sheet is darkened or
 * lightened just as far as it must be to be readable.
 *
 * @param accent `#RRGGBB`
 * @param ground the colour of the sheet, `#RRGGBB`
 */
export function accentShades(accent: string, ground: string): AccentShades {
  const colour = colourOf(accent)
  const on = contrast(colour, WHITE) >= contrast(colour, BLACK) ? WHITE : BLACK
  return {
    accent: hexOf(readableOn(colour, colourOf(ground))),
    fill: hexOf(colour),
    onFill: hexOf(on),
  }
}

/** Contrast ratio of WCAG 2.2: 1 for the same colour, 21 for black on white. */
export function contrast(first: Colour, second: Colour): number {
  const [dark, light] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** @throws Error for a text that is no `#RRGGBB` */
export function colourOf(hex: string): Colour {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error('A colour is # and six hexadecimal digits')
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

/** Moves a colour toward black on a light ground, and toward white on a dark one. */
function readableOn(colour: Colour, ground: Colour): Colour {
  const end = contrast(ground, BLACK) >= contrast(ground, WHITE) ? BLACK : WHITE
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, end, step / STEPS)
    if (contrast(mixed, ground) >= READABLE) return mixed
  }
  return end
}

function mix(from: Colour, to: Colour, part: number): Colour {
  const [red, green, blue] = from.map((value, index) =>
    Math.round(value + (to[index]! - value) * part)
  )
  return [red!, green!, blue!]
}

/** Relative luminance of WCAG 2.2. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function hexOf(colour: Colour): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
