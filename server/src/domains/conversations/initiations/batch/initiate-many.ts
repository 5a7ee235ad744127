import { type ContentMessage, isSignal } from '@parley/amf'
import { limitConcurrency } from '../../../../platform/concurrency/concurrency.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { type ParseMessageDeps, parseMessage } from '../../messages/parse-message.ts'
import { computeCapabilityValidSince } from '../capability.ts'
import type { Initiate, InitiateMany, Initiation, InitiationDeps, InitiationResult } from '../deps.ts'
import { createInitiate, shareResults } from '../initiate.ts'
import { initiationMessageIdOf, signalRefusal } from '../message.ts'
import { initiateBatch } from './batch.ts'
import { type BatchableInitiation, classifyInitiation, type InitiationClass } from './classify.ts'
import { readRecipientFacts } from './queries/recipient-facts.ts'

/** The ways to initiate: alone, many at once, and each in the batch of those that start at the same time. */
export function createInitiations(deps: InitiationDeps) {
  const initiate = createInitiate(deps)
  const initiateMany = createInitiateMany(deps, initiate)
  return { initiate, initiateMany, initiateBatched: createInitiateBatched(initiateMany) }
}

/** Maximum number of openers of a batch that run individually at the same time. */
const maxAlone = 8

function createInitiateMany(deps: InitiationDeps, initiate: Initiate): InitiateMany {
  return (agent, openings, signal) => {
    const inTurn = limitConcurrency(maxAlone)
    const initiateAlone = (opening: Initiation) => inTurn(() => initiate(agent, opening, opening.signal ?? signal))
    const sorted = classifyAll(agent, openings, deps)
    const together = sorted.then((all) =>
      initiateBatch({ agent, signal }, all.flatMap(batchableIn), { ...deps, initiateAlone }),
    )
    const opened: Promise<InitiationResult>[] = openings.map(async (opening, index) => {
      const position = (await sorted)[index] as BatchPosition
      if (position === 'alone') return initiateAlone(opening)
      if ('answer' in position) return position.answer
      if ('plain' in position) return (await together).get(opening) as Promise<InitiationResult>
      await Promise.allSettled([opened[position.after]])
      return initiateAlone(opening)
    })
    for (const one of [together, ...opened]) one.catch(() => undefined)
    return opened
  }
}

/** `after`: the index of the first opener to the same person. */
type BatchPosition = InitiationClass | { after: number }

const batchableIn = (position: BatchPosition): BatchableInitiation[] =>
  typeof position === 'object' && 'plain' in position ? [position.plain] : []

/** Openers that already exist continue individually. Several openers to one person run one after another. */
async function classifyAll(
  agent: AgentKey,
  openings: readonly Initiation[],
  deps: InitiationDeps,
): Promise<BatchPosition[]> {
  const now = deps.world.now()
  const asids = openings.map(({ asid }) => asid)
  const messageIds = openings.map(({ id }) => initiationMessageIdOf(id))
  const bindingsReadAt = performance.now()
  const [all, bindings] = await Promise.all([
    readRecipientFacts(deps.db, agent, { asids, messageIds, capableSince: computeCapabilityValidSince(now) }),
    deps.channels.listBindings(agent),
  ])
  const read = createBatchParser(agent, deps)
  const firsts = new Map(asids.map((asid, index) => [asid, index] as const).toReversed())
  const { findAdapter } = deps.channels
  return Promise.all(
    openings.map(async (opening, index) => {
      const messageId = messageIds[index] as string
      const after = firsts.get(opening.asid) as number
      if (after !== index) return { after }
      const facts = all[index] as (typeof all)[number]
      if (facts.isStarted) return 'alone'
      const outgoing = await read(opening.message)
      if ('answer' in outgoing) return outgoing
      const message = (await opening.rewriteMessage?.(outgoing.message)) ?? outgoing.message
      return classifyInitiation({ opening, messageId, message, facts, bindings, bindingsReadAt, findAdapter, now })
    }),
  )
}

type ParseBatchMessage = (message: unknown) => Promise<{ message: ContentMessage } | { answer: InitiationResult }>

/** Parses the messages of one batch; reads shared content and identical messages only once. */
function createBatchParser(agent: AgentKey, deps: ParseMessageDeps): ParseBatchMessage {
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

/** No opener of a batch is retried for longer than this while the database is away. */
const batchMilliseconds = 120_000

/** Openers of an agent that start at the same time share statements; even a single one takes fewer in a batch. */
function createInitiateBatched(initiateMany: InitiateMany): Initiate {
  type Waiting = { opening: Initiation; resolve(result: Promise<InitiationResult>): void }
  const waiting = new Map<number, Waiting[]>()
  const start = (agent: AgentKey) => {
    const started = waiting.get(agent.key) ?? []
    waiting.delete(agent.key)
    const openings = started.map(({ opening }) => opening)
    const results = initiateMany(agent, openings, AbortSignal.timeout(batchMilliseconds))
    for (const [index, { resolve }] of started.entries()) resolve(results[index] as Promise<InitiationResult>)
  }
  return shareResults((agent, opening, signal) => {
    const { promise, resolve } = Promise.withResolvers<InitiationResult>()
    const others = waiting.get(agent.key)
    if (!others) setImmediate(start, agent)
    waiting.set(agent.key, [...(others ?? []), { opening: { ...opening, signal }, resolve }])
    return promise
  })
}
