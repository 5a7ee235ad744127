import type { Affordance } from '@parley/amf'
import type { Directive } from '@parley/testcase'
import type { Conversations } from '../../conversations/index.ts'

export type RecordedLine = Awaited<ReturnType<Conversations['transcripts']['listEntries']>>[number]
export type PersonLine = Extract<RecordedLine, { from: 'person' }>
export type AgentLine = Extract<RecordedLine, { from: 'agent' }>
type Event = PersonLine['event']
type Result = Extract<Event, { type: 'result' }>['result']
type SaidMessage = Extract<Event, { type: 'message' }>['message']

const lastSlot = 50
/** Files are personal data and are not copied; these placeholders replace them. */
const placeholderFiles = { image: 'https://example.com/picture.jpg', video: 'https://example.com/film.mp4' }
const systemSwitches = ['optOut', 'optIn', 'subscribed', 'unsubscribed'] as const

/**
 * Converts a person's action to a case directive, not truncated yet. Returns undefined for an action that cannot be
 * repeated.
 */
export function buildDirective({ event }: PersonLine, shown: readonly AgentLine[]): Directive | undefined {
  if (event.type === 'message') return toMessageDirective(event.message)
  if (event.type === 'result') return toPickDirective(event.result, shown)
  if (event.type === 'action') {
    const { kind, label } = event.action
    return kind === 'shareLocation' ? undefined : { action: kind, ...(label && { label: label }) }
  }
  const system = event.type === 'system' && systemSwitches.find((one) => one === event.kind)
  return system ? { system } : undefined
}

function toMessageDirective({ text, media, place }: SaidMessage): Directive | undefined {
  const kind = media?.mediaType?.split('/')[0]
  if (kind === 'image' || kind === 'video') {
    return { media: kind, url: placeholderFiles[kind], ...(text?.trim() && { text: text }) }
  }
  return nonBlank(text) ?? (media ? '(sends a file)' : place ? '(shares a place)' : undefined)
}

function toPickDirective(result: Result, shown: readonly AgentLine[]): Directive | undefined {
  const { via, intent, optionIds, labels, text } = result
  const [label = ''] = labels
  const words = nonBlank(labels.join(', '))
  if (via === 'text') return nonBlank(text) ?? words
  if (labels.length !== 1 || !words) return words
  const fallback = words
  if (intent === 'confirm') return { confirm: optionIds[0] === 'yes', fallback }
  const slot = intent === 'ask.time' ? findSlotIndex(result, shown) : -1
  if (slot >= 0 && slot <= lastSlot) return { slot, fallback }
  return { chip: label.trim(), fallback }
}

/** Index of the picked time among the times offered in the same message. */
function findSlotIndex({ messageId, intent, intentId, optionIds }: Result, shown: readonly AgentLine[]): number {
  const asked = ({ answer }: Affordance) => answer?.intent === intent && answer.intentId === intentId
  const offered = shown.find((line) => line.messageId === messageId)?.affordances.filter(asked) ?? []
  return offered.findIndex(({ answer }) => answer?.optionId === optionIds[0])
}

const nonBlank = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined)
