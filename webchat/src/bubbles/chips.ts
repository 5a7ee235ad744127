import type { AgentEntryContent } from '@parley/webchat-protocol'
import { safeWebUrl } from '../safe-urls.ts'
import { el } from '../dom.ts'
import type { BubbleHost } from './bubble.ts'
import { createCalendarUrl } from './calendar.ts'
import { createMapUrl } from './location.ts'

export type WidgetChip = AgentEntryContent['chips'][number]

export function renderChips(chips: readonly WidgetChip[], around: BubbleHost): HTMLElement {
  return el('div', { class: 'chips' }, ...chips.map((chip) => chipOf(chip, around)))
}

/** What the browser can do is a link, so that it works as links do; all else is a button. */
function chipOf(chip: WidgetChip, around: BubbleHost): HTMLElement {
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
      click: () => around.send({ type: 'tap', postback, label, performed: true }),
    },
    label,
  )
}

function addressOf({ kind, url, phone, event, place }: WidgetChip): string | undefined {
  if (kind === 'url') return safeWebUrl(url)
  if (kind === 'dial') return phone && `tel:${phone.replace(/[^\d+]/g, '')}`
  if (kind === 'calendar') return event && createCalendarUrl(event)
  if (kind === 'viewLocation') return place && createMapUrl(place)
  return undefined
}

function tap({ kind, label, postback }: WidgetChip, around: BubbleHost): void {
  if (kind === 'shareLocation') shareLocation(around)
  else around.send({ type: 'tap', postback, label })
}

function shareLocation(around: BubbleHost): void {
  const failed = () => around.announce(around.strings.noPlace)
  if (!navigator.geolocation) failed()
  else
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => around.send({ type: 'place', latitude, longitude }),
      failed,
      { timeout: 20_000 },
    )
}
