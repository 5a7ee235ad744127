import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/inbox.ts'
import { language } from '#i18n/language.ts'
import {
  type BubbleDeliveryState,
  createAgentTextBubble,
  createNoteBubble,
  createPersonBubble,
  type HandsetBubble,
  toRenderedBubbles,
} from '../../components/handset/bubbles.ts'

export type AgentMessageEntry = Schema<'AgentMessageEntry'>

/** Builds the conversation as the person saw it, with day separators. `entries` come newest first, as in the API. */
export function buildTranscript(entries: readonly AgentMessageEntry[]): HandsetBubble[] {
  const states = deliveriesOf(entries)
  const bubbles = entries.toReversed().flatMap((entry) => bubblesOf(entry, states))
  return insertDays(bubbles)
}

/** The channel that the person saw; a rehearsal reports it separately. */
export const displayChannelOf = ({
  channel,
  emulatedChannel,
}: Pick<AgentMessageEntry, 'channel' | 'emulatedChannel'>) => emulatedChannel ?? channel

const ranks: readonly string[] = ['sent', 'delivered', 'read', 'failed']
type DeliveryStates = Map<string, { state: BubbleDeliveryState; error?: string }>

/** Latest delivery state of each message, whatever order the receipts arrived in. */
function deliveriesOf(entries: readonly AgentMessageEntry[]): DeliveryStates {
  const states: DeliveryStates = new Map()
  for (const { type, subtype, messageId, error } of entries) {
    if (type !== 'status' || subtype === undefined || !ranks.includes(subtype)) continue
    const known = states.get(messageId)
    if (known && ranks.indexOf(known.state) >= ranks.indexOf(subtype)) continue
    states.set(messageId, { state: subtype as BubbleDeliveryState, ...(error !== undefined && { error }) })
  }
  return states
}

function bubblesOf(entry: AgentMessageEntry, states: DeliveryStates): HandsetBubble[] {
  const { timestamp: at, origin, type, messageId, text = '' } = entry
  if (type === 'action') return [{ ...createNoteBubble(messageId, actionOf(entry)), at }]
  if (type === 'status') return statusNotes(entry)
  if (origin === 'user') return [createPersonBubble({ id: messageId, messageId, text, at, ...mediaOf(entry) })]
  const about = { messageId, at, ...deliveryOf(entry, states) }
  return entry.bubbles ? toRenderedBubbles(entry.bubbles, about) : [createAgentTextBubble(text, about)]
}

/** Rehearsal messages count as read at once, so their status is not shown. */
function deliveryOf(
  { messageId, test, error }: AgentMessageEntry,
  states: DeliveryStates,
): Pick<HandsetBubble, 'delivery' | 'error'> {
  if (test) return {}
  const { state = 'pending', error: why } = states.get(messageId) ?? {}
  const failed = error ?? why
  if (error !== undefined || state === 'failed') return { delivery: 'failed', error: failed }
  return { delivery: state }
}

function mediaOf({ raw }: AgentMessageEntry): { media?: { url: string; mediaType?: string } } {
  const media = (raw as { message?: { media?: { url?: unknown; mediaType?: unknown } } } | null)?.message?.media
  if (typeof media?.url !== 'string') return {}
  return { media: { url: media.url, ...(typeof media.mediaType === 'string' && { mediaType: media.mediaType }) } }
}

function actionOf({ subtype = '', text, raw }: AgentMessageEntry): string {
  const label = (raw as { action?: { label?: unknown } } | null)?.action?.label
  const shownLabel = typeof label === 'string' ? label : (text ?? '')
  return (strings.actions[subtype] ?? strings.tapped)(shownLabel)
}

/** Notes for the channel's status events about the person that matter to an operator. */
function statusNotes({ messageId, subtype = '', timestamp }: AgentMessageEntry): HandsetBubble[] {
  const note = strings.notes[subtype]
  return note === undefined
    ? []
    : [{ ...createNoteBubble(`${messageId} ${subtype} ${timestamp}`, note), at: timestamp }]
}

const day = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

function insertDays(bubbles: readonly HandsetBubble[]): HandsetBubble[] {
  let last = ''
  return bubbles.flatMap((bubble) => {
    const today = bubble.at ? day.format(new Date(bubble.at)) : last
    if (today === last) return [bubble]
    last = today
    return [createNoteBubble(`day ${today}`, today, 'day'), bubble]
  })
}
