import type { Place } from '@parley/amf'
import { inbound, type TypedEvent } from '../conversations/index.ts'
import type { PersonInput } from './deps.ts'

/** Nobody reads a letter of that length in a chat, and no prompt should hold one. */
const maxTextLength = 8_000

/** What a turn answers to; undefined for what takes no answer. */
export function readPersonInput(event: TypedEvent): PersonInput | undefined {
  if (event.type === 'result') {
    const { intent, intentId, optionIds, labels, text } = event.result
    return {
      kind: 'picked',
      intent,
      intentId,
      optionIds,
      labels,
      ...(text !== undefined && { text: truncateInput(text) }),
    }
  }
  if (event.type !== 'message') return undefined
  const { text, media, place } = event.message
  if (media)
    return { kind: 'file', url: media.url, mediaType: media.mediaType, ...(text && { text: truncateInput(text) }) }
  if (text?.trim()) return readTextInput(truncateInput(text))
  return place ? { kind: 'place', label: formatPlaceLabel(place) } : undefined
}

function readTextInput(text: string): PersonInput {
  const unopened = inbound.parseUnopenedFile(text)
  return unopened ? { kind: 'unopened', ...unopened } : { kind: 'words', text }
}

/** What counts as said in so many words: a chip that answers no question says its value. */
export function getLiteralText(heard: PersonInput): string | undefined {
  if (heard.kind === 'words' || heard.kind === 'unopened') return heard.text
  return heard.kind === 'picked' && heard.intent === 'chips' ? heard.optionIds.join(', ') || undefined : undefined
}

/** What knowledge is searched for: words of the person's own, never the words that stand for a file. */
export function getSearchText(heard: PersonInput): string | undefined {
  return heard.kind === 'file' ? heard.text : getLiteralText(heard)
}

/** What was said, in words: how history and prompts know it. */
export function describePersonInput(heard: PersonInput): string {
  if (heard.kind === 'words') return heard.text
  if (heard.kind === 'picked')
    return getLiteralText(heard) ?? (heard.labels.join(', ') || heard.text || heard.optionIds.join(', '))
  if (heard.kind === 'place') return `(shares a place: ${heard.label})`
  if (heard.kind === 'unopened')
    return [heard.text, `(sends a file that could not be opened${heard.name ? `: ${heard.name}` : ''})`]
      .filter(Boolean)
      .join(' ')
  return [heard.text, `(sends a file${heard.mediaType ? ` of type ${heard.mediaType}` : ''})`].filter(Boolean).join(' ')
}

function truncateInput(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength).toWellFormed()}…`
}

function formatPlaceLabel({ name, address, latitude, longitude }: Place): string {
  return name ?? address ?? (latitude === undefined ? 'a place' : `${latitude}, ${longitude}`)
}
