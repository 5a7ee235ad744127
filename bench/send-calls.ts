import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** The URL of the calls, and API keys used in rotation. */
export type SendEndpoint = { url: string; keys: readonly string[] }
type TimedResponse = { milliseconds: number; status: string }

let callCount = 0

/** Returns the Authorization header of the next call. */
export const nextBearer = ({ keys }: SendEndpoint) => `Bearer ${keys[callCount++ % keys.length]}`

async function sendOnce(endpoint: SendEndpoint, body: string, dispatcher: Agent): Promise<TimedResponse> {
  const headers = { authorization: nextBearer(endpoint), 'content-type': 'application/json' }
  const calledAt = performance.now()
  const response = await request(endpoint.url, { method: 'POST', headers, body, dispatcher })
  const { status = '' } = (await response.body.json()) as { status?: string }
  if (response.statusCode >= 300) throw new Error(`a send returned ${response.statusCode}`)
  return { milliseconds: performance.now() - calledAt, status }
}

/** Returns the milliseconds of each call, sorted ascending. Calls do not wait for the previous one. */
export async function sendAtRate(
  endpoint: SendEndpoint,
  nextBody: () => string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  return withConnections(64, async (dispatcher) => {
    const calls: Promise<TimedResponse>[] = []
    const startedAt = performance.now()
    for (let index = 0; index < seconds * perSecond; index++) {
      await sleep(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()))
      calls.push(sendOnce(endpoint, nextBody(), dispatcher))
    }
    return sortTimes(await Promise.all(calls))
  })
}

/**
 * Sends all calls at the same moment over the given number of connections; returns the milliseconds until each was
 * answered, sorted ascending.
 */
export async function sendAllAtOnce(
  endpoint: SendEndpoint,
  bodies: readonly string[],
  connections: number,
): Promise<number[]> {
  return withConnections(connections, async (dispatcher) =>
    sortTimes(await Promise.all(bodies.map((body) => sendOnce(endpoint, body, dispatcher)))),
  )
}

/** Every client sends the same bodies in sequence; returns how often each status occurred, and calls per second. */
export async function sendStorm(
  endpoint: SendEndpoint,
  bodies: readonly string[],
  clients: number,
): Promise<{ statusCounts: Record<string, number>; rate: number }> {
  return withConnections(clients, async (dispatcher) => {
    const statusCounts: Record<string, number> = {}
    const startedAt = performance.now()
    const client = async () => {
      for (const body of bodies) {
        const { status } = await sendOnce(endpoint, body, dispatcher)
        statusCounts[status] = (statusCounts[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    return { statusCounts, rate: (clients * bodies.length * 1000) / (performance.now() - startedAt) }
  })
}

async function withConnections<T>(connections: number, run: (dispatcher: Agent) => Promise<T>): Promise<T> {
  const dispatcher = new Agent({ connections, pipelining: 1 })
  try {
    return await run(dispatcher)
  } finally {
    await dispatcher.destroy()
  }
}

const sortTimes = (responses: readonly TimedResponse[]) =>
  responses.map(({ milliseconds }) => milliseconds).sort((first, second) => first - second)
