import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { callJson } from './bind-sms.ts'
import { type BenchParley, startBenchParley } from './servers.ts'

const conversations = Number(process.env.BENCH_AMOUNT ?? 200)
/** The opening, and an answer to each question. */
const turns = 8
const targetSeconds = 60

const questions = Array.from({ length: turns - 1 }, (_, at) => `q${at + 1}`)
const flow = {
  id: 'main',
  slots: questions.map((name) => ({ name, type: 'enum', options: ['Red', 'Blue'], prompt: `Which color, ${name}?` })),
  steps: [{ collect: questions }, { end: { outcome: 'answered' } }],
}
const playbook = { id: 'survey', name: 'Survey', isDefault: true, body: 'Asks for colors.', uses: [], flow }

type Simulation = { id: string; status: string; errors: number; medianTurns: number; done: number }

/** Time until simulated people have talked with an agent on the embedded model; the target is for 200. */
export async function benchSimulations(url: string): Promise<Benchmark[]> {
  const parley = await startBenchParley(url, { MEANINGS: 'off' })
  try {
    const simulate = await createSimulator(parley)
    await simulate(20)
    const seconds = await simulate(conversations)
    const name = `${conversations} simulated conversations of ${turns} turns`
    const ceiling = (targetSeconds * conversations) / 200
    return [{ name, ours: seconds, ceiling, unit: 's (less is better)' }]
  } finally {
    await parley.stop()
  }
}

async function createSimulator({ origin, key }: BenchParley): Promise<(count: number) => Promise<number>> {
  const call = async <T>(path: string, body?: object) => (await callJson(path, key, body)) as T
  const agents = `${origin}/v1/orgs/demo/agents`
  const { id } = await call<{ id: string }>(agents, { name: 'Survey' })
  await call(`${agents}/${id}/import`, { exportVersion: 1, playbooks: [playbook] })
  const simulations = `${agents}/${id}/simulations`
  return async (count) => {
    const startedAt = performance.now()
    const profiles = [{ id: 'ada', goal: 'Answer the survey' }]
    const started = await call<Simulation>(simulations, { profiles, count, maxTurns: turns + 2, seed: 1 })
    for (;;) {
      const now = await call<Simulation>(`${simulations}/${started.id}`)
      if (now.status === 'completed') {
        if (now.errors > 0 || now.medianTurns !== turns) throw new Error(JSON.stringify(now))
        return (performance.now() - startedAt) / 1000
      }
      await sleep(100)
    }
  }
}
