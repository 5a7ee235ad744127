import type { Place } from '@parley/amf'
import { inbound, type TypedEvent } from '../conversations/index.ts'
import type { Heard } from './deps.ts'

/** Nobody reads a letter of that length in a chat, and no prompt should hold one. */
const longestWords = 8_000

/** What a turn answers to; undefined for what takes no answer. */
export function heardOf(event: TypedEvent): Heard | undefined {
  if (event.type === 'result') {
    const { intent, intentId, optionIds, labels, text } = event.result
    return { kind: 'picked', intent, intentId, optionIds, labels, ...(text !== undefined && { text: cut(text) }) }
  }
  if (event.type !== 'message') return undefined
  const { text, media, place } = event.message
  if (media) return { kind: 'file', url: media.url, mediaType: media.mediaType, ...(text && { text: cut(text) }) }
  if (text?.trim()) return heardText(cut(text))
  return place ? { kind: 'place', label: placeLabel(place) } : undefined
}

function heardText(text: string): Heard {
  const unopened = inbound.readUnopenedFile(text)
  return unopened ? { kind: 'unopened', ...unopened } : { kind: 'words', text }
}

/** What counts as said in so many words: a chip that answers no question says its value. */
export function saidOf(heard: Heard): string | undefined {
  if (heard.kind === 'words' || heard.kind === 'unopened') return heard.text
  return heard.kind === 'picked' && heard.intent === 'chips' ? heard.optionIds.join(', ') || undefined : undefined
}

/** What knowledge is searched for: words of the person's own, never the words that stand for a file. */
export function askedOf(heard: Heard): string | undefined {
  return heard.kind === 'file' ? heard.text : saidOf(heard)
}

/** What was said, in words: how history and prompts know it. */
export function wordsOf(heard: Heard): string {
  if (heard.kind === 'words') return heard.text
  if (heard.kind === 'picked')
    return saidOf(heard) ?? (heard.labels.join(', ') || heard.text || heard.optionIds.join(', '))
  if (heard.kind === 'place') return `(shares a place: ${heard.label})`
  if (heard.kind === 'unopened')
    return [heard.text, `(sends a file that could not be opened${heard.name ? `: ${heard.name}` : ''})`]
      .filter(Boolean)
      .join(' ')
  return [heard.text, `(sends a file${heard.mediaType ? ` of type ${heard.mediaType}` : ''})`].filter(Boolean).join(' ')
}

function cut(text: string): string {
  return text.length <= longestWords ? text : `${text.slice(0, longestWords).toWellFormed()}…`
}

function placeLabel({ name, address, latitude, longitude }: Place): string {
  return name ?? address ?? (latitude === undefined ? 'a place' : `${latitude}, ${longitude}`)
}
