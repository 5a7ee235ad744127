import type { Schema } from '@parley/sdk'
import { words } from '#words/inbox.ts'
import type { Bubble, DeliveryState } from '../../parts/handset/bubble.ts'
import { bubblesOfAmf, noteBubble, personBubble } from '../../parts/handset/bubbles.ts'

export type Entry = Schema<'AgentMessageEntry'>

/** What was said, as the person saw it, with its days between. `entries` come newest first, as the API has them. */
export function transcriptOf(entries: readonly Entry[]): Bubble[] {
  const states = deliveriesOf(entries)
  const shown = entries.toReversed().flatMap((entry) => bubblesOf(entry, states))
  return withDays(shown)
}

/** The channel that the person saw, which a rehearsal tells beside. */
export const channelOf = ({ channel, emulatedChannel }: Pick<Entry, 'channel' | 'emulatedChannel'>) =>
  emulatedChannel ?? channel

const ranks: readonly string[] = ['sent', 'delivered', 'read', 'failed']
type States = Map<string, { state: DeliveryState; error?: string }>

/** How far each message has come, whatever order the receipts came in. */
function deliveriesOf(entries: readonly Entry[]): States {
  const states: States = new Map()
  for (const { type, subtype, messageId, error } of entries) {
    if (type !== 'status' || subtype === undefined || !ranks.includes(subtype)) continue
    const known = states.get(messageId)
    if (known && ranks.indexOf(known.state) >= ranks.indexOf(subtype)) continue
    states.set(messageId, { state: subtype as DeliveryState, ...(error !== undefined && { error }) })
  }
  return states
}

function bubblesOf(entry: Entry, states: States): Bubble[] {
  const { timestamp: at, origin, type, messageId, text = '' } = entry
  if (type === 'action') return [{ ...noteBubble(messageId, actionOf(entry)), at }]
  if (type === 'status') return noted(entry)
  if (origin === 'user') return [personBubble({ id: messageId, messageId, text, at, ...mediaOf(entry) })]
  return bubblesOfAmf(entry.raw, { channel: channelOf(entry), messageId, at, ...deliveryOf(entry, states) }, text)
}

/** A rehearsal is read at once, which is not worth saying. */
function deliveryOf({ messageId, test, error }: Entry, states: States): Pick<Bubble, 'delivery' | 'error'> {
  if (test) return {}
  const { state = 'pending', error: why } = states.get(messageId) ?? {}
  const failed = error ?? why
  if (error !== undefined || state === 'failed') return { delivery: 'failed', error: failed }
  return { delivery: state }
}

function mediaOf({ raw }: Entry): { media?: { url: string; mediaType?: string } } {
  const media = (raw as { message?: { media?: { url?: unknown; mediaType?: unknown } } } | null)?.message?.media
  if (typeof media?.url !== 'string') return {}
  return { media: { url: media.url, ...(typeof media.mediaType === 'string' && { mediaType: media.mediaType }) } }
}

function actionOf({ subtype = '', text, raw }: Entry): string {
  const label = (raw as { action?: { label?: unknown } } | null)?.action?.label
  const shown = typeof label === 'string' ? label : (text ?? '')
  return (words.actions[subtype] ?? words.tapped)(shown)
}

/** Of what the channel tells of the person, what an operator wants to know. */
function noted({ messageId, subtype = '', timestamp }: Entry): Bubble[] {
  const note = words.notes[subtype]
  return note === undefined ? [] : [{ ...noteBubble(`${messageId} ${subtype} ${timestamp}`, note), at: timestamp }]
}

const day = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

function withDays(bubbles: readonly Bubble[]): Bubble[] {
  let last = ''
  return bubbles.flatMap((bubble) => {
    const today = bubble.at ? day.format(new Date(bubble.at)) : last
    if (today === last) return [bubble]
    last = today
    return [noteBubble(`day ${today}`, today, 'day'), bubble]
  })
}
