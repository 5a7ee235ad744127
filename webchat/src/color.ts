const white = '#ffffff'
const dark = '#1c2430'
const standard = '#0b5cad'

/** The brand color, a text color that is legible on it, and a variant of it that is legible on white. */
export type Colors = { brand: string; onBrand: string; accent: string }

export function deriveColors(color: string = standard): Colors {
  const onWhite = contrast(color, white)
  return {
    brand: color,
    onBrand: onWhite >= contrast(color, dark) ? white : dark,
    accent: onWhite >= 4.5 ? color : dark,
  }
}

/** WCAG 2 contrast ratio. */
function contrast(one: string, other: string): number {
  const [light = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) =>
    channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(color: string): number[] {
  const short = color.length === 4
  const digits = short ? [...color.slice(1)].map((digit) => digit + digit) : color.slice(1).match(/../g)
  return (digits ?? []).map((pair) => Number.parseInt(pair, 16) / 255)
}
