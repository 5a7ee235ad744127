import { parseMarkdown, type WebchatPayload } from '@parley/amf'
import type { Entry, Said, Shown, ShownByAgent } from '@parley/webchat-protocol'
import type { EntryRow } from './queries/entries.ts'

/** An entry as a browser gets it. */
export function entryOf({ n, id, direction, payload, at }: EntryRow): Entry {
  const base = { n, id, at: at.toISOString() }
  if (direction === 'in') return { ...base, from: 'visitor', shown: payload as Shown }
  return { ...base, from: 'agent', shown: shownByAgent(payload as WebchatPayload) }
}

function shownByAgent(payload: WebchatPayload): ShownByAgent {
  const { kind } = payload
  if (kind === 'card' || kind === 'carousel') return payload
  if (kind !== 'media') return { ...payload, text: parseMarkdown(payload.text) }
  const { caption, ...media } = payload
  return caption === undefined ? media : { ...media, caption: parseMarkdown(caption) }
}

/** What the chat shows of what its visitor said; nothing of a chip that the browser performs. */
export function shownOf(said: Said): Shown | undefined {
  if (said.type === 'text') return { kind: 'said', text: said.text }
  if (said.type === 'place') return { kind: 'place', latitude: said.latitude, longitude: said.longitude }
  return said.performed ? undefined : { kind: 'said', text: said.label }
}
