import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchParley } from './servers.ts'

const members = 20
const rounds = 20
/** The console waits this long for more events before it reads its list again. */
const throttleMs = 400

/**
 * The time from the request of a take until the lists of all members no longer show the conversation as waiting: each
 * follows the events of the desk and then reads its list, as the console does. Returns the time of each round.
 */
export async function measureLiveLists(parley: BenchParley): Promise<number[]> {
  const call = createCaller(parley)
  const { data } = await call<{ data: { userId: string }[] }>('GET', '/orgs/demo/members')
  const desk = `/orgs/demo/agents/${parley.agent}`
  await call('PUT', `${desk}/settings/desk`, { enabled: true })
  const ending = new AbortController()
  const viewers = Array.from({ length: members }, () => followList(parley, desk, ending.signal))
  try {
    await Promise.all(viewers.map((viewer) => viewer.opened))
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const list = await call<{ data: { userId: string }[] }>('GET', `${desk}/desk/conversations?view=waiting&limit=1`)
      const userId = list.data[0]?.userId ?? ''
      const startedAt = performance.now()
      const shown = Promise.all(viewers.map((viewer) => viewer.waitForRefresh(userId)))
      await call('POST', `${desk}/desk/conversations/${userId}/_take`, { as: data[0]?.userId })
      await shown
      // Round 0 is a warm-up.
      if (round > 0) times.push(performance.now() - startedAt)
    }
    return times
  } finally {
    ending.abort()
  }
}

type Viewer = { opened: Promise<void>; waitForRefresh(userId: string): Promise<void> }

/** A member's browser: reads the list again after each event. */
function followList(parley: BenchParley, desk: string, signal: AbortSignal): Viewer {
  const call = createCaller(parley)
  const waiting = new Map<string, () => void>()
  const opened = Promise.withResolvers<void>()
  const refresh = async (userId: string) => {
    await sleep(throttleMs)
    const { data } = await call<{ data: { userId: string }[] }>(
      'GET',
      `${desk}/desk/conversations?view=waiting&limit=50`,
    )
    if (data.some((entry) => entry.userId === userId)) throw new Error(`${userId} is still shown as waiting`)
    waiting.get(userId)?.()
  }
  const read = async () => {
    const headers = { authorization: `Bearer ${parley.key}` }
    const { body } = await fetch(`${parley.origin}/v1${desk}/desk/events`, { headers, signal })
    if (!body) throw new Error('the stream of events has no body')
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      opened.resolve()
      for (const [, data = '{}'] of chunk.matchAll(/^data: (.*)$/gm)) void refresh(JSON.parse(data).userId)
    }
  }
  read().catch((error) => (signal.aborted ? undefined : opened.reject(error)))
  return { opened: opened.promise, waitForRefresh: (userId) => new Promise((resolve) => waiting.set(userId, resolve)) }
}

function createCaller({ origin, key }: BenchParley) {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${(await response.text()).slice(0, 300)}`)
    return (await response.json()) as T
  }
}
