import type { ContentPiece } from './content.ts'

/**
 * Returns the pieces that are missing from what a person sees, given as plain text or as the provider's request body.
 */
export function findMissingContent(pieces: readonly ContentPiece[], seen: string): ContentPiece[] {
  const views = [...new Set([seen, unescaped(seen), decoded(seen), decoded(unescaped(seen))])].map(compact)
  const phones = digitsJoined(views, /(?<=[\d+(])[ ().-]+(?=[\d(])/g)
  const amounts = digitsJoined(views, /(?<=\d)[.,'’٫٬](?=\d)/g)
  const looks: Record<ContentPiece['what'], (text: string) => boolean> = {
    text: (text) => anywhere(views, compact(text)),
    label: (text) => anywhere(views, compact(text)),
    url: (text) => anywhere(views, compact(text)),
    phone: (text) => anywhere(phones, text.replace(/\D/g, '')),
    money: (text) => amountForms(text).some((form) => anywhere(amounts, form)),
    time: (text) => timeForms(text).some((form) => anywhere(views, form)),
  }
  return pieces.filter(({ what, text }) => !looks[what](text))
}

const anywhere = (views: readonly string[], text: string) => views.some((view) => view.includes(text))

const digitsJoined = (views: readonly string[], between: RegExp) => views.map((view) => view.replace(between, ''))

/** White space, zero-width and direction marks, variation selectors. */
const unseen =
  /\s|\p{Variation_Selector}|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu

function compact(text: string): string {
  return text.normalize('NFKC').replace(unseen, '')
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
}

/** The content of a link is reachable too. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

/** Without separators: 1234.5 may be shown as 1,234.50, and 20.00 as 20. */
function amountForms(amount: string): string[] {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.')
  const forms = [0, 1, 2, 3].map((digits) => whole + fraction.padEnd(digits, '0'))
  return /^0*$/.test(fraction) ? [...forms, whole] : forms
}

/** The time of day in its zone, at its offset, or in UTC, in 12- or 24-hour format, with or without a separator. */
function timeForms(text: string): string[] {
  const [iso = '', tz = 'UTC'] = text.split(' ')
  const instant = new Date(iso)
  const clocks = [clockIn(instant, tz), clockIn(instant, 'UTC'), iso.slice(11, 16)]
  return [...new Set(clocks.flatMap(clockForms))]
}

function clockIn(instant: Date, timeZone: string): string {
  return instant.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
}

function clockForms(clock: string): string[] {
  const [hour = '', minute = ''] = clock.split(':')
  const hours = [
    hour,
    String(Number(hour)),
    String(Number(hour) % 12 || 12),
    String(Number(hour) % 12 || 12).padStart(2, '0'),
  ]
  const separated = hours.flatMap((each) => [':', '.', 'h', ''].map((separator) => `${each}${separator}${minute}`))
  return minute === '00' ? [...separated, ...hours.flatMap((each) => [`${each}AM`, `${each}PM`])] : separated
}
