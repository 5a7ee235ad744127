import type { Place } from '@parley/amf'
import { type GatewayEvent, inbound } from '../conversations/index.ts'
import type { PersonInput } from './deps.ts'

/** Longer than people read in a chat, and too long for a prompt. */
const maxTextLength = 8_000

/** Returns the input of a turn, or undefined for an event that needs no answer. */
export function readPersonInput(event: GatewayEvent): PersonInput | undefined {
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

/** Text that counts as typed: a chip that answers no question counts as its value. */
export function getLiteralText(personInput: PersonInput): string | undefined {
  if (personInput.kind === 'words' || personInput.kind === 'unopened') return personInput.text
  return personInput.kind === 'picked' && personInput.intent === 'chips'
    ? personInput.optionIds.join(', ') || undefined
    : undefined
}

/** Text to search knowledge with: only the person's own, never the description of a file. */
export function getSearchText(personInput: PersonInput): string | undefined {
  return personInput.kind === 'file' ? personInput.text : getLiteralText(personInput)
}

/** The input as text, for history and prompts. */
export function describePersonInput(personInput: PersonInput): string {
  if (personInput.kind === 'words') return personInput.text
  if (personInput.kind === 'picked')
    return (
      getLiteralText(personInput) ??
      (personInput.labels.join(', ') || personInput.text || personInput.optionIds.join(', '))
    )
  if (personInput.kind === 'place') return `(shares a place: ${personInput.label})`
  if (personInput.kind === 'unopened')
    return [
      personInput.text,
      `(sends a file that could not be opened${personInput.name ? `: ${personInput.name}` : ''})`,
    ]
      .filter(Boolean)
      .join(' ')
  return [personInput.text, `(sends a file${personInput.mediaType ? ` of type ${personInput.mediaType}` : ''})`]
    .filter(Boolean)
    .join(' ')
}

function truncateInput(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength).toWellFormed()}…`
}

function formatPlaceLabel({ name, address, latitude, longitude }: Place): string {
  return name ?? address ?? (latitude === undefined ? 'a place' : `${latitude}, ${longitude}`)
}
