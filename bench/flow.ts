import { type AgentFlow, parseFlow } from '@parley/definition'
import { type AdvanceResult, advance, type FlowInput, type FlowWorld } from '@parley/flow'
import type { Benchmark } from './benchmark.ts'

/** Parley and the ceiling alternate, so that other load on the machine affects both. */
const rounds = 15
const roundMs = 80

/** Flow steps per second, compared with a loop that only reads each step and copies a state. The target is 100,000. */
export async function benchFlow(): Promise<Benchmark[]> {
  const flow = createFlow()
  const { steps } = playConversation(flow)
  const rates = { ours: [] as number[], ceiling: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const [ours, ceiling] = [measureRate(() => playConversation(flow)), measureRate(() => runBareLoop(flow, steps))]
    if (round >= 0) rates.ours.push(ours * steps)
    if (round >= 0) rates.ceiling.push(ceiling * steps)
  }
  const name = 'steps of a flow, compared with a bare loop over them'
  return [{ name, ours: median(rates.ours), ceiling: median(rates.ceiling), unit: 'steps/s' }]
}

/** An order: greet, ask, thank, book, and repeat for each dish. */
function createFlow(): AgentFlow {
  const parsed = parseFlow(
    {
      slots: [
        { name: 'name', type: 'string', prompt: 'What is your name?' },
        { name: 'email', type: 'email', bind: 'person.email' },
        { name: 'dish', type: 'enum', options: ['Soup', 'Cake', 'Tea'] },
        { name: 'guests', type: 'number', validate: 'positive' },
      ],
      steps: [
        { say: 'Hello {person.firstName|there}!' },
        { collect: ['name', 'email'] },
        { id: 'menu', collect: 'dish' },
        { say: 'One {dish} for {name}.' },
        { branch: [{ if: 'dish == Tea and not last.ok', goto: 'menu' }] },
        { collect: 'guests' },
        { action: 'integration:orders.call', with: { dish: '{dish}', guests: '{guests}', note: 'For {name}' } },
        { branch: [{ if: 'last.ok', goto: 'done' }], else: 'sorry' },
        { id: 'sorry', handoff: 'human' },
        { id: 'done', say: 'Thank you, {name}.' },
        { end: { outcome: 'ordered' } },
      ],
    },
    'flow',
  )
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings))
  return parsed.flow
}

const createReply = (text: string): FlowInput => ({ kind: 'reply', text })
const inputs: FlowInput[] = [
  { kind: 'start', playbookId: 'order' },
  createReply('Ada'),
  ...Array.from({ length: 5 }, () => createReply('Tea')),
  createReply('Soup'),
  createReply('4'),
  { kind: 'acted', ok: true },
]

/** Plays a conversation from the first message to the outcome and returns how many steps it executed. */
function playConversation(flow: AgentFlow): { steps: number } {
  const world: FlowWorld = {
    flowOf: () => flow,
    person: (path) => (path === 'person.email' ? 'ada@example.com' : undefined),
    now: '2030-01-01T12:00:00.000Z',
    timezone: 'Europe/London',
  }
  let result: AdvanceResult | undefined
  let steps = 0
  for (const input of inputs) {
    result = advance(result?.state, input, world)
    steps += result.trace.filter((line) => /^(ask|say|collect|action|branch|end) /.test(`${line} `)).length
  }
  if (result?.effects.at(-1)?.kind !== 'outcome') throw new Error('the conversation did not reach its end')
  return { steps }
}

function runBareLoop({ steps }: AgentFlow, count: number): object {
  let state = {}
  for (let index = 0; index < count; index++) state = { ...steps[index % steps.length], index }
  return state
}

function measureRate(task: () => void): number {
  const startedAt = performance.now()
  let count = 0
  do {
    task()
    count += 1
  } while (performance.now() - startedAt < roundMs)
  return (count * 1000) / (performance.now() - startedAt)
}

function median(values: number[]): number {
  return values.toSorted((first, second) => first - second)[Math.floor(values.length / 2)] ?? 0
}
