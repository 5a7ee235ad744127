import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../../platform/db/database.ts'
import { type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { advanceStream, listEventsAfter, type StreamedEvent } from '../queries/events.ts'
import { listPresent, type PresentMember } from '../queries/presence.ts'

/** The stream of the desk: moves, notes and messages of an agent as server-sent events, in the order of their commits. */
export type DeskStreams = {
  /** `after` is the position of the last event that the client has. Default: only events from now on. */
  open(agent: AgentKey, after: number | undefined, options?: StreamOptions): AsyncIterable<string>
  close(): void
}

/** `presence`: also who looks at conversations and who types. */
type StreamOptions = { presence?: boolean }
type StreamPace = { pollMilliseconds: number; keepAliveMilliseconds: number; maxMilliseconds: number }
const defaultStreamPace: StreamPace = { pollMilliseconds: 400, keepAliveMilliseconds: 15_000, maxMilliseconds: 600_000 }

/** Per agent, per process: as many as people may work at one desk, each with a few browser tabs. */
const maxStreams = 200
const eventsPerRead = 500

type SharedAdvance = {
  readers: number
  at: number
  position: Promise<number>
  presenceAt: number
  presence: Promise<PresentMember[]>
}
type StreamDeps = { db: Db; world: World; pace?: StreamPace }

export function createDeskStreams({ db, world, pace = defaultStreamPace }: StreamDeps): DeskStreams {
  const closing = new AbortController()
  const advances = new Map<number, SharedAdvance>()

  /** The readers of an agent share one look at what is new. */
  function advance(agent: AgentKey, shared: SharedAdvance): Promise<number> {
    const now = performance.now()
    if (now - shared.at >= pace.pollMilliseconds) {
      shared.at = now
      shared.position = advanceStream(db, agent, world.now())
    }
    return shared.position
  }

  function readPresence(agent: AgentKey, shared: SharedAdvance): Promise<PresentMember[]> {
    const now = performance.now()
    if (now - shared.presenceAt >= 2 * pace.pollMilliseconds) {
      shared.presenceAt = now
      shared.presence = listPresent(db, agent, world.now())
    }
    return shared.presence
  }

  type Request = { agent: AgentKey; after: number | undefined; signal: AbortSignal; options: StreamOptions }
  async function* read({ agent, after, signal, options }: Request): AsyncGenerator<string, void> {
    const shared = advances.get(agent.key) ?? newAdvance()
    if (shared.readers >= maxStreams) throw tooManyStreams()
    advances.set(agent.key, shared)
    shared.readers += 1
    try {
      const presence = options.presence ? () => readPresence(agent, shared) : undefined
      const reader = { agent, after, signal, advance: () => advance(agent, shared), presence }
      yield* follow(db, reader, pace)
    } finally {
      shared.readers -= 1
      if (shared.readers === 0) advances.delete(agent.key)
    }
  }

  return {
    open(agent, after, options = {}) {
      const disconnect = new AbortController()
      const signal = AbortSignal.any([closing.signal, disconnect.signal])
      const events = read({ agent, after, signal, options })
      // A generator that is waiting does not notice that the client has disconnected.
      const end = () => {
        disconnect.abort()
        return events.return()
      }
      return { [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: end }) }
    },
    close: () => closing.abort(),
  }
}

const newAdvance = (): SharedAdvance => ({
  readers: 0,
  at: Number.NEGATIVE_INFINITY,
  position: Promise.resolve(0),
  presenceAt: Number.NEGATIVE_INFINITY,
  presence: Promise.resolve([]),
})

type StreamReader = {
  agent: AgentKey
  after: number | undefined
  signal: AbortSignal
  advance(): Promise<number>
  presence?: () => Promise<PresentMember[]>
}

/** A client that still listens after `maxMilliseconds` must reconnect, which proves that its token is still valid. */
async function* follow(
  db: Db,
  { agent, after, signal, advance, presence }: StreamReader,
  pace: StreamPace,
): AsyncGenerator<string, void> {
  const endsAt = performance.now() + pace.maxMilliseconds
  const last = await advance()
  // A position beyond the last one belongs to another database.
  let position = after === undefined || after > last ? last : after
  // Sets the position that the client resumes from, even if it disconnects before the first event.
  yield `id: ${position}\n\n`
  let writtenAt = performance.now()
  let lastPresence = ''
  while (!signal.aborted && performance.now() < endsAt) {
    if ((await advance()) > position) {
      const events = await listEventsAfter(db, agent, { after: position, limit: eventsPerRead })
      const text = events
        .filter(({ sandbox }) => !sandbox)
        .map(formatEvent)
        .join('')
      if (text) yield text
      position = events.at(-1)?.position ?? position
      writtenAt = performance.now()
      if (events.length === eventsPerRead) continue
    } else if (performance.now() - writtenAt > pace.keepAliveMilliseconds) {
      yield ': still here\n\n'
      writtenAt = performance.now()
    }
    const present = presence && formatPresence(await presence())
    if (present !== undefined && present !== lastPresence) yield present
    lastPresence = present ?? ''
    await wait(pace.pollMilliseconds, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

function formatEvent({ position, kind, asid, state, assignee, member_id, message_id, at }: StreamedEvent): string {
  const data = {
    userId: asid,
    state,
    ...(assignee !== null && { assignee }),
    ...(member_id !== null && { by: member_id }),
    ...(message_id !== null && { messageId: message_id }),
    at: at.toISOString(),
  }
  return `id: ${position}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Has no id, because a client that reconnects receives the current presence again. */
function formatPresence(present: readonly PresentMember[]): string {
  const data = { members: present.map(({ asid, ...member }) => ({ conversation: asid, ...member })) }
  return `event: presence\ndata: ${JSON.stringify(data)}\n\n`
}

const tooManyStreams = (): Problem =>
  problem(
    'request.rate_limited',
    429,
    { detail: `${maxStreams} clients already follow the desk of this agent; disconnect one of them first` },
    { 'retry-after': '10' },
  )
