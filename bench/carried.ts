import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { crowdOfUsers } from './crowd-of-users.ts'
import { sendRate } from './gateway.ts'
import { type Parley, startParley, startProgram } from './servers.ts'

const secret = 'a secret of the bench'
const amount = Number(process.env.BENCH_AMOUNT ?? 20_000)

/** Messages accepted, rendered, handed over to a provider and reported as delivered, all by one process. */
export async function benchCarried(url: string): Promise<Benchmark[]> {
  const sink = await startProgram('sms-sink.ts', [secret])
  const parley = await startParley(url)
  try {
    await bindSink(parley, sink.origin)
    const users = await crowdOfUsers(url, 2_000, { provider: 'http-sms' })
    const sending = { url: `${parley.gateway}/v4/messages`, token: parley.accessToken, users }
    await carry(sink.origin, 3_000, () => sendRate(sending, { connections: 16, amount: 3_000 }))
    const carried = await carry(sink.origin, amount, () => sendRate(sending, { connections: 16, amount }))
    return [
      {
        name: 'accepted and handed over, 16 connections',
        ours: carried.delivered,
        ceiling: carried.accepted,
        unit: 'messages/s',
      },
    ]
  } finally {
    await parley.stop()
    await sink.stop()
  }
}

async function bindSink(parley: Parley, sinkUrl: string): Promise<void> {
  const headers = { authorization: `Bearer ${parley.key}`, 'content-type': 'application/json' }
  const path = `${parley.origin}/v1/orgs/demo/agents/${parley.agent}/channels`
  const auth = { sendUrl: `${sinkUrl}/send`, secret }
  const body = JSON.stringify({ channel: 'sms', mode: 'unmanaged', provider: 'http-sms', auth })
  const made = await fetch(path, { method: 'POST', headers, body })
  const { id } = (await made.json()) as { id: string }
  for (let tries = 0; tries < 100; tries++) {
    const { status } = (await (await fetch(`${path}/${id}`, { headers })).json()) as { status: string }
    if (status === 'Active') break
    await sleep(100)
  }
  await fetch(`${sinkUrl}/callback?url=${encodeURIComponent(`${parley.gateway}/providers/${id}`)}`)
}

/** How many a second were accepted, and how many had reached the provider by the end. */
async function carry(sinkUrl: string, count: number, send: () => Promise<number>) {
  const before = (await counted(sinkUrl)).seen
  const startedAt = performance.now()
  await send()
  const acceptedAt = performance.now()
  for (let left = 600; left > 0 && (await counted(sinkUrl)).seen < before + count; left--) await sleep(50)
  const deliveredAt = performance.now()
  const { seen, doubled } = await counted(sinkUrl)
  if (seen < before + count || doubled > 0) throw new Error(`${seen - before} of ${count} arrived, ${doubled} twice`)
  const rate = (until: number) => count / ((until - startedAt) / 1000)
  return { accepted: rate(acceptedAt), delivered: rate(deliveredAt) }
}

async function counted(sinkUrl: string): Promise<{ seen: number; doubled: number }> {
  return (await fetch(`${sinkUrl}/count`)).json() as Promise<{ seen: number; doubled: number }>
}
