import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** A fake agent webhook. */
export type BenchWebhook = {
  url: string
  calls(): number
  /** Arrival time of each text, by `performance.now()`. */
  arrivals: Map<string, number>
  close(): void
}

type Envelope = { event: { event: { message?: { text: string } } } }

/** Answers every event with an empty response after the given delay. */
export async function startBenchWebhook(delayMilliseconds: number): Promise<BenchWebhook> {
  let calls = 0
  const arrivals = new Map<string, number>()
  const server = createServer(async (request, response) => {
    calls += 1
    const { event } = (await json(request)) as Envelope
    const text = event.event.message?.text
    if (text !== undefined) arrivals.set(text, performance.now())
    if (delayMilliseconds > 0) await sleep(delayMilliseconds, undefined, { ref: false })
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls, arrivals, close }
}
