import { type ContentMessage, isSignal } from '@parley/amf'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { type ReadDeps, readOutgoing } from '../../messages/outgoing.ts'
import type { Opened } from '../deps.ts'
import { refusedSignal } from '../refusals.ts'

export type ReadMessage = (message: unknown) => Promise<{ message: ContentMessage } | { answer: Opened }>

/** Reads the messages of one batch: what they have in common is read once, and so is what is said alike to several. */
export function readerOf(agent: AgentKey, deps: ReadDeps): ReadMessage {
  const shared = sharing(deps)
  return once(
    async (message: unknown) => {
      const read = await readOutgoing(agent, message, shared)
      if ('refused' in read) return { answer: { kind: 'refused', ...read.refused } }
      if (isSignal(read.message)) return { answer: refusedSignal }
      const { id: _, delivery: __, ...content } = read.message
      return { message: content as ContentMessage }
    },
    (message) => JSON.stringify(message) ?? '',
  )
}

function sharing(deps: ReadDeps): ReadDeps {
  const { contents, keepMedia } = deps
  const definition = once(contents.definitions.read, () => '')
  return {
    ...deps,
    contents: { definitions: { read: definition }, mediaUrls: once(contents.mediaUrls, () => '') },
    keepMedia: once(keepMedia, (_agent, key) => key),
  }
}

function once<Given extends unknown[], Out>(
  act: (...given: Given) => Promise<Out>,
  keyOf: (...given: Given) => string,
): (...given: Given) => Promise<Out> {
  const known = new Map<string, Promise<Out>>()
  return (...given) => {
    const key = keyOf(...given)
    const before = known.get(key)
    if (before) return before
    const made = act(...given)
    known.set(key, made)
    return made
  }
}
