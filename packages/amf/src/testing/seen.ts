import type { ContentPiece } from './content.ts'

/**
 * Returns the pieces that are missing from what a person sees, given as plain text or as the provider's request body.
 */
export function findMissingContent(pieces: readonly ContentPiece[], renderedText: string): ContentPiece[] {
  const views = [
    ...new Set([
      renderedText,
      unescapeEntities(renderedText),
      decodePercent(renderedText),
      decodePercent(unescapeEntities(renderedText)),
    ]),
  ].map(removeInvisible)
  const phones = joinDigits(views, /(?<=[\d+(])[ ().-]+(?=[\d(])/g)
  const amounts = joinDigits(views, /(?<=\d)[.,'’٫٬](?=\d)/g)
  const isFoundByKind: Record<ContentPiece['kind'], (text: string) => boolean> = {
    text: (text) => includesText(views, removeInvisible(text)),
    label: (text) => includesText(views, removeInvisible(text)),
    url: (text) => includesText(views, removeInvisible(text)),
    phone: (text) => includesText(phones, text.replace(/\D/g, '')),
    money: (text) => amountForms(text).some((form) => includesText(amounts, form)),
    time: (text) => timeForms(text).some((form) => includesText(views, form)),
  }
  return pieces.filter(({ kind, text }) => !isFoundByKind[kind](text))
}

const includesText = (views: readonly string[], text: string) => views.some((view) => view.includes(text))

const joinDigits = (views: readonly string[], separator: RegExp) => views.map((view) => view.replace(separator, ''))

/** White space, zero-width and direction marks, variation selectors. */
const invisibleCharacters =
  /\s|\p{Variation_Selector}|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu

function removeInvisible(text: string): string {
  return text.normalize('NFKC').replace(invisibleCharacters, '')
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

function unescapeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
}

/** The content of a link is reachable too. */
function decodePercent(text: string): string {
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
  const [integerPart = '', fraction = ''] = amount.replace('-', '').split('.')
  const forms = [0, 1, 2, 3].map((digits) => integerPart + fraction.padEnd(digits, '0'))
  return /^0*$/.test(fraction) ? [...forms, integerPart] : forms
}

/** The time of day in its zone, at its offset, or in UTC, in 12- or 24-hour format, with or without a separator. */
function timeForms(text: string): string[] {
  const [iso = '', tz = 'UTC'] = text.split(' ')
  const instant = new Date(iso)
  const clocks = [formatClock(instant, tz), formatClock(instant, 'UTC'), iso.slice(11, 16)]
  return [...new Set(clocks.flatMap(listClockForms))]
}

function formatClock(instant: Date, timeZone: string): string {
  return instant.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
}

function listClockForms(clock: string): string[] {
  const [hour = '', minute = ''] = clock.split(':')
  const hours = [
    hour,
    String(Number(hour)),
    String(Number(hour) % 12 || 12),
    String(Number(hour) % 12 || 12).padStart(2, '0'),
  ]
  const separatedForms = hours.flatMap((hour) => [':', '.', 'h', ''].map((separator) => `${hour}${separator}${minute}`))
  return minute === '00' ? [...separatedForms, ...hours.flatMap((hour) => [`${hour}AM`, `${hour}PM`])] : separatedForms
}
