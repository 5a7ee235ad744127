const white = '#ffffff'
const ink = '#1c2430'
const black = '#000000'
const standard = '#0b5cad'
/** The backgrounds of the agent's messages, on which links and chips must be legible. */
export const bubbleColors = { light: '#eef0f3', dark: '#2b323c' } as const
/** WCAG 2 level AA for text. */
const legible = 4.5

/**
 * The brand color, a text color that is legible on it, and variants of it that are legible as text on light and on dark
 * backgrounds.
 */
export type Colors = { brand: string; onBrand: string; accent: string; accentOnDark: string }

export function deriveColors(color: string = standard): Colors {
  return {
    brand: color,
    onBrand: [white, ink].find((text) => contrast(text, color) >= legible) ?? black,
    accent: mixUntilLegible(color, black, bubbleColors.light),
    accentOnDark: mixUntilLegible(color, white, bubbleColors.dark),
  }
}

function mixUntilLegible(color: string, towards: string, background: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, towards, share)
    if (contrast(mixed, background) >= legible) return mixed
  }
  return towards
}

function mix(color: string, towards: string, share: number): string {
  const goal = channelsOf(towards)
  const mixed = channelsOf(color).map((channel, at) => channel + ((goal[at] ?? 0) - channel) * share)
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2 contrast ratio. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(color: string): number[] {
  const isShort = color.length === 4
  const digits = isShort ? [...color.slice(1)].map((digit) => digit + digit) : color.slice(1).match(/../g)
  return (digits ?? []).map((pair) => Number.parseInt(pair, 16))
}
