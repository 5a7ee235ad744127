import type { ShownByAgent } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import type { Around } from './bubble.ts'
import { textOf } from './runs.ts'

type Times = Extract<ShownByAgent, { kind: 'times' }>
type Slot = Times['slots'][number]

/** Open times under their days, which are those of the zone that each time names. */
export function timesOf({ text, slots }: Times, around: Around): HTMLElement {
  const days = Map.groupBy(slots, ({ start }) => dayOf(start, around.lang))
  const shown = [...days].map(([day, times]) =>
    el(
      'div',
      { class: 'day', role: 'group', 'aria-label': day },
      el('div', { class: 'quiet', 'aria-hidden': 'true' }, day),
      el('div', { class: 'chips' }, ...times.map((slot) => slotOf(slot, around))),
    ),
  )
  return el('div', { class: 'picker' }, text.length > 0 && textOf(text), ...shown)
}

function slotOf({ label, postback }: Slot, around: Around): HTMLElement {
  const click = () => around.say({ type: 'tap', postback, label, picked: true })
  return el('button', { type: 'button', class: 'chip', click }, label)
}

function dayOf({ iso, tz }: Slot['start'], lang: string): string {
  try {
    const words = new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', timeZone: tz })
    return words.format(new Date(iso))
  } catch {
    return iso.slice(0, 10)
  }
}
