import type { ShownByAgent } from '@parley/webchat-protocol'
import { webAddress } from '../addresses.ts'
import { el } from '../dom.ts'
import type { Around } from './bubble.ts'
import { calendarAddress } from './calendar.ts'
import { mapAddress } from './place.ts'

export type Chip = ShownByAgent['chips'][number]

export function chipsOf(chips: readonly Chip[], around: Around): HTMLElement {
  return el('div', { class: 'chips' }, ...chips.map((chip) => chipOf(chip, around)))
}

/** What the browser can do is a link, so that it works as links do; all else is a button. */
function chipOf(chip: Chip, around: Around): HTMLElement {
  const { label, kind, postback } = chip
  const href = addressOf(chip)
  if (!href)
    return el('button', { type: 'button', class: 'chip', 'data-kind': kind, click: () => tap(chip, around) }, label)
  const leaves = kind === 'url' || kind === 'viewLocation'
  return el(
    'a',
    {
      class: 'chip',
      'data-kind': kind,
      href,
      target: leaves && '_blank',
      rel: 'noopener noreferrer',
      download: kind === 'calendar' && 'event.ics',
      click: () => around.say({ type: 'tap', postback, label, performed: true }),
    },
    label,
  )
}

function addressOf({ kind, url, phone, event, place }: Chip): string | undefined {
  if (kind === 'url') return webAddress(url)
  if (kind === 'dial') return phone && `tel:${phone.replace(/[^\d+]/g, '')}`
  if (kind === 'calendar') return event && calendarAddress(event)
  if (kind === 'viewLocation') return place && mapAddress(place)
  return undefined
}

function tap({ kind, label, postback }: Chip, around: Around): void {
  if (kind === 'shareLocation') shareLocation(around)
  else around.say({ type: 'tap', postback, label })
}

function shareLocation(around: Around): void {
  const failed = () => around.tell(around.words.noPlace)
  if (!navigator.geolocation) failed()
  else
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => around.say({ type: 'place', latitude, longitude }),
      failed,
      { timeout: 20_000 },
    )
}
