import { parseMarkdown, type WebchatPayload } from '@parley/amf'
import type { AgentEntryContent, ChatEntry, EntryContent, VisitorContent } from '@parley/webchat-protocol'
import type { ChatEntryRow } from './queries/entries.ts'

export function toChatEntry({ n, id, direction, payload, at }: ChatEntryRow): ChatEntry {
  const base = { n, id, at: at.toISOString() }
  if (direction === 'in') return { ...base, from: 'visitor', shown: payload as EntryContent }
  return { ...base, from: 'agent', shown: toAgentContent(payload as WebchatPayload) }
}

function toAgentContent(payload: WebchatPayload): AgentEntryContent {
  const { kind } = payload
  if (kind === 'card' || kind === 'carousel') return payload
  if (kind !== 'media') return { ...payload, text: parseMarkdown(payload.text) }
  const { caption, ...media } = payload
  return caption === undefined ? media : { ...media, caption: parseMarkdown(caption) }
}

/** Returns the entry for a visitor's message; undefined for a chip whose action the browser performs. */
export function toVisitorContent(said: VisitorContent): EntryContent | undefined {
  if (said.type === 'text') return { kind: 'said', text: said.text }
  if (said.type === 'place') return { kind: 'place', latitude: said.latitude, longitude: said.longitude }
  return said.performed ? undefined : { kind: 'said', text: said.label }
}
