import type { AgentEntryContent } from '@parley/webchat-protocol'
import { el } from '../dom.ts'
import type { BubbleHost } from './bubble.ts'
import { renderTextRuns } from './text-runs.ts'

type Times = Extract<AgentEntryContent, { kind: 'times' }>
type Slot = Times['slots'][number]

/** Open slots grouped by day, in the time zone that each slot names. */
export function renderTimes({ text, slots }: Times, host: BubbleHost): HTMLElement {
  const days = Map.groupBy(slots, ({ start }) => dayOf(start, host.lang))
  const shown = [...days].map(([day, times]) =>
    el(
      'div',
      { class: 'day', role: 'group', 'aria-label': day },
      el('div', { class: 'quiet', 'aria-hidden': 'true' }, day),
      el('div', { class: 'chips' }, ...times.map((slot) => slotOf(slot, host))),
    ),
  )
  return el('div', { class: 'picker' }, text.length > 0 && renderTextRuns(text), ...shown)
}

function slotOf({ label, postback }: Slot, host: BubbleHost): HTMLElement {
  const click = () => host.send({ type: 'tap', postback, label, picked: true })
  return el('button', { type: 'button', class: 'chip', click }, label)
}

function dayOf({ iso, tz }: Slot['start'], lang: string): string {
  try {
    const format = new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', timeZone: tz })
    return format.format(new Date(iso))
  } catch {
    return iso.slice(0, 10)
  }
}
