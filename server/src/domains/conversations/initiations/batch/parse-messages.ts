import { type ContentMessage, isSignal } from '@parley/amf'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { type ParseMessageDeps, parseMessage } from '../../messages/parse-message.ts'
import type { InitiationResult } from '../deps.ts'
import { signalRefusal } from '../refusals.ts'

export type ParseBatchMessage = (
  message: unknown,
) => Promise<{ message: ContentMessage } | { answer: InitiationResult }>

/** Reads the messages of one batch: what they have in common is read once, and so is what is said alike to several. */
export function createBatchParser(agent: AgentKey, deps: ParseMessageDeps): ParseBatchMessage {
  const shared = shareDeps(deps)
  return memoize(
    async (message: unknown) => {
      const read = await parseMessage(agent, message, shared)
      if ('refused' in read) return { answer: { kind: 'refused', ...read.refused } }
      if (isSignal(read.message)) return { answer: signalRefusal }
      const { id: _, delivery: __, ...content } = read.message
      return { message: content as ContentMessage }
    },
    (message) => JSON.stringify(message) ?? '',
  )
}

function shareDeps(deps: ParseMessageDeps): ParseMessageDeps {
  const { contents, rehostMedia } = deps
  const definition = memoize(contents.definitions.read, () => '')
  return {
    ...deps,
    contents: { definitions: { read: definition }, mediaUrls: memoize(contents.mediaUrls, () => '') },
    rehostMedia: memoize(rehostMedia, (_agent, key) => key),
  }
}

function memoize<Given extends unknown[], Out>(
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
