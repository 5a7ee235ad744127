import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** Where calls go, with keys that are used in turn. */
export type Door = { url: string; keys: readonly string[] }
type Answered = { milliseconds: number; status: string }

let called = 0

/** The key of the next call. */
export const bearerOf = ({ keys }: Door) => `Bearer ${keys[called++ % keys.length]}`

async function send(door: Door, body: string, dispatcher: Agent): Promise<Answered> {
  const headers = { authorization: bearerOf(door), 'content-type': 'application/json' }
  const calledAt = performance.now()
  const answer = await request(door.url, { method: 'POST', headers, body, dispatcher })
  const { status = '' } = (await answer.body.json()) as { status?: string }
  if (answer.statusCode >= 300) throw new Error(`a send was answered ${answer.statusCode}`)
  return { milliseconds: performance.now() - calledAt, status }
}

/** Milliseconds of each call, from the shortest; nobody waits for the one before. */
export async function steadily(
  door: Door,
  nextBody: () => string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  return through(64, async (dispatcher) => {
    const calls: Promise<Answered>[] = []
    const startedAt = performance.now()
    for (let nth = 0; nth < seconds * perSecond; nth++) {
      await sleep(Math.max(0, startedAt + (nth * 1000) / perSecond - performance.now()))
      calls.push(send(door, nextBody(), dispatcher))
    }
    return sortedTimes(await Promise.all(calls))
  })
}

/** All of them at one moment, over so many connections; milliseconds until each was answered, from the shortest. */
export async function atOnce(door: Door, bodies: readonly string[], connections: number): Promise<number[]> {
  return through(connections, async (dispatcher) =>
    sortedTimes(await Promise.all(bodies.map((body) => send(door, body, dispatcher)))),
  )
}

/** Every client sends the same, one after the other; answers how often each status was heard, and calls a second. */
export async function storm(
  door: Door,
  bodies: readonly string[],
  clients: number,
): Promise<{ heard: Record<string, number>; rate: number }> {
  return through(clients, async (dispatcher) => {
    const heard: Record<string, number> = {}
    const startedAt = performance.now()
    const client = async () => {
      for (const body of bodies) {
        const { status } = await send(door, body, dispatcher)
        heard[status] = (heard[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    return { heard, rate: (clients * bodies.length * 1000) / (performance.now() - startedAt) }
  })
}

async function through<T>(connections: number, act: (dispatcher: Agent) => Promise<T>): Promise<T> {
  const dispatcher = new Agent({ connections, pipelining: 1 })
  try {
    return await act(dispatcher)
  } finally {
    await dispatcher.destroy()
  }
}

const sortedTimes = (answered: readonly Answered[]) =>
  answered.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
