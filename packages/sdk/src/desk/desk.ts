import { ParleyUnreachable, RateLimited, ServerError } from '../client/errors.ts'
import type { AgentClient, Schema } from '../client/parley.ts'
import type { paths } from '../generated/management.generated.ts'

/** The desk of an agent: take conversations, answer in them, and follow what happens. */

export type DeskClientOptions = {
  /** With an API key: the member who acts. A signed-in user acts for themselves. */
  as?: string
}

type Detail = Schema<'DeskConversationDetail'>
type Entry = Schema<'DeskConversation'>
type ListCall = paths['/orgs/{org}/agents/{agent}/desk/conversations']['get']
type ListQuery = Omit<NonNullable<ListCall['parameters']['query']>, 'as'>

/** Text, or exactly one of these. */
export type DeskMessage = string | { aml: string } | { message: Record<string, unknown> } | { replyId: string }

const deskEventNames = ['waiting', 'taken', 'assigned', 'returned', 'closed', 'snoozed', 'message', 'note'] as const

export type DeskEvent = {
  event: (typeof deskEventNames)[number]
  /** The position in the stream: pass it as `after` to resume there. */
  id: string
  userId: string
  state: Entry['state']
  assignee?: string
  /** The member who acted. */
  by?: string
  /** Of a `message`. */
  messageId?: string
  at: string
}

/** Who looks at which conversation, and who types in it. */
export type DeskPresence = { conversation: string; userId: string; name: string; typing: boolean }

export type DeskEventOptions = {
  signal?: AbortSignal
  /** The id of the last event that the caller has; default: only events from now on. */
  after?: string
  /** Called whenever members come, go or type. */
  onPresence?: (members: DeskPresence[]) => void
  /** Called with true when the stream is open, and with false when it has broken off. */
  onConnection?: (connected: boolean) => void
}

export type DeskClient = {
  /** Iterates over the conversations that match, newest session first. */
  list(query?: ListQuery): AsyncGenerator<Entry, void>
  get(userId: string): Promise<Detail>
  /** Throws Conflict with `body.holder` if another member holds it, unless `force`. */
  take(userId: string, options?: { force?: boolean }): Promise<Detail>
  assign(userId: string, memberId: string): Promise<Detail>
  return(userId: string, note?: string): Promise<Detail>
  close(userId: string): Promise<Detail>
  snooze(userId: string, until: Date): Promise<Detail>
  /** Writes to the person. With an `id`, a repeat within 24 hours is not sent again. */
  say(userId: string, message: DeskMessage, options?: { id?: string }): Promise<{ messageId: string }>
  note(userId: string, text: string): Promise<Schema<'DeskNote'>>
  seen(userId: string, present?: 'looking' | 'typing' | 'gone'): Promise<void>
  typing(userId: string): Promise<void>
  /** Yields each event once, in order. Reconnects by itself and resumes where it was; throws if access is refused. */
  events(options?: DeskEventOptions): AsyncGenerator<DeskEvent, void>
}

const one = '/desk/conversations/{userId}'

export function createDeskClient(agent: AgentClient, { as }: DeskClientOptions = {}): DeskClient {
  const acting = as === undefined ? {} : { as }
  return {
    list: (query = {}) => agent.each('/desk/conversations', { query: { ...query, ...acting } }),
    get: (userId) => agent.get(one, { path: { userId }, query: acting }),
    take: (userId, options = {}) => agent.post(`${one}/_take`, { path: { userId }, body: { ...options, ...acting } }),
    assign: (userId, memberId) =>
      agent.post(`${one}/_assign`, { path: { userId }, body: { userId: memberId, ...acting } }),
    return: (userId, note) =>
      agent.post(`${one}/_return`, { path: { userId }, body: { ...(note && { note }), ...acting } }),
    close: (userId) => agent.post(`${one}/_close`, { path: { userId }, body: acting }),
    snooze: (userId, until) =>
      agent.post(`${one}/_snooze`, { path: { userId }, body: { until: until.toISOString(), ...acting } }),
    say: (userId, message, { id } = {}) => {
      const content = typeof message === 'string' ? { text: message } : message
      return agent.post(`${one}/messages`, { path: { userId }, body: { ...content, ...(id && { id }), ...acting } })
    },
    note: (userId, text) => agent.post(`${one}/notes`, { path: { userId }, body: { text, ...acting } }),
    seen: async (userId, present) => {
      await agent.post(`${one}/_seen`, { path: { userId }, body: { ...(present && { present }), ...acting } })
    },
    typing: async (userId) => {
      await agent.post(`${one}/typing`, { path: { userId }, body: acting })
    },
    events: (options = {}) => followEvents(agent, options),
  }
}

/** The server writes at least every fifteen seconds. */
const silentMs = 45_000
const [firstPauseMs, longestPauseMs] = [500, 15_000]

async function* followEvents(agent: AgentClient, options: DeskEventOptions): AsyncGenerator<DeskEvent, void> {
  const { signal, onConnection } = options
  const position = { id: options.after }
  let pauseMs = firstPauseMs
  while (!signal?.aborted) {
    try {
      for await (const event of openStream(agent, options, position)) {
        pauseMs = firstPauseMs
        yield event
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!isTemporary(error)) throw error
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
    onConnection?.(false)
    await pause(pauseMs, signal)
  }
}

async function* openStream(
  agent: AgentClient,
  { signal, onPresence, onConnection }: DeskEventOptions,
  position: { id: string | undefined },
): AsyncGenerator<DeskEvent, void> {
  const stream = agent.events('/desk/events', {
    headers: position.id === undefined ? {} : { 'last-event-id': position.id },
    timeoutMs: silentMs,
    onEventId: (id) => {
      position.id = id
      onConnection?.(true)
    },
    ...(onPresence && { query: { presence: 'true' } }),
    ...(signal && { signal }),
  })
  for await (const { event, id, data } of stream) {
    if (event === 'presence') onPresence?.((data as { members: DeskPresence[] }).members)
    const name = deskEventNames.find((known) => known === event)
    if (id === undefined || name === undefined) continue
    // Recorded before the caller has the event: it is not yielded again after a reconnect.
    position.id = id
    yield { event: name, id, ...(data as Omit<DeskEvent, 'event' | 'id'>) }
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof ParleyUnreachable || error instanceof ServerError || error instanceof RateLimited

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}
