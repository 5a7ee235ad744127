import assert from 'node:assert/strict'
import type { Channel } from '@parley/amf'
import { embeddedModel } from '../domains/runtime/models/embedded/index.ts'
import type { Model, ModelAnswer, ModelAsk, ToolCall } from '../domains/runtime/models/model.ts'
import { scriptedModel } from '../domains/runtime/models/testing/scripted-model.ts'
import { sharedBy } from '../parts.ts'
import { assertStatus, type Body } from './client.ts'
import { type GatewayAgent, gatewayBench, type Phone } from './gateway-bench.ts'

/** What the model says next: words, or what it is made of. */
export type Line = string | Error | Partial<ModelAnswer>
type Script = (ask: ModelAsk, n: number) => Line | Promise<Line>

type Options = Pick<NonNullable<Parameters<typeof gatewayBench>[0]>, 'config' | 'log'>

/** An agent that Parley answers for, people with handsets who write to it, and a model that says what it is told to. */
export async function runtimeBench(options: Options = {}) {
  const actor = actorOf()
  const { model } = actor
  const bench = await gatewayBench({ ...options, models: { turn: model, judge: model, author: () => model } })
  const { pool } = bench.server.database
  return {
    ...bench,
    ...actor,
    runtime: sharedBy(bench.server.parts).runtime,
    pool,
    async agent(document: object = {}, ...channels: Channel[]): Promise<RuntimeAgent> {
      const made = await bench.agent(...channels)
      assertStatus(await made.call('DELETE', '/v4/webhook'), 200)
      assertStatus(await made.api.post('/import', { exportVersion: 1, ...document }), 200)
      const turns = async (userId: string): Promise<Body[]> =>
        assertStatus(await made.api.get(`/turns?userId=${userId}&limit=200`), 200).data.reverse()
      return { ...made, turns, somebody: (...at) => somebodyOf(made.phone(...at), { made, turns, work: bench.work }) }
    },
    /** What was announced to the org's webhooks, of one type. */
    async announced(orgId: string, type: string): Promise<Body[]> {
      const sql = 'select data from outbox where org_id = $1 and type = $2 order by created_at, id'
      return (await pool.query(sql, [orgId, type])).rows.map(({ data }) => data)
    },
  }
}

/** The embedded model, until it is given lines. */
function actorOf() {
  const embedded = embeddedModel()
  let script: Script | undefined
  let asks: ModelAsk[] = []
  async function scripted(ask: ModelAsk, say: Script): Promise<ModelAnswer> {
    asks.push(ask)
    const line = await say(ask, asks.length - 1)
    return scriptedModel(() => (typeof line === 'string' ? { text: line } : line)).answer(ask)
  }
  const model: Model = {
    get name() {
      return script ? { provider: 'scripted', model: 'scripted' } : embedded.name
    },
    answer: (ask) => (script ? scripted(ask, script) : embedded.answer(ask)),
  }
  return {
    model,
    asks: (): readonly ModelAsk[] => asks,
    /** From now on the model says these lines, one an ask, the last one for ever; or what a function makes of the ask. */
    play(...lines: [Script] | Line[]): void {
      const [first] = lines
      asks = []
      script = typeof first === 'function' ? first : (_, n) => (lines[Math.min(n, lines.length - 1)] ?? '') as Line
    },
    unscripted(): void {
      script = undefined
    },
  }
}

export type RuntimeAgent = GatewayAgent & {
  turns(userId: string): Promise<Body[]>
  somebody(channel: Channel, address?: string): Somebody
}

/** `says` and `does` answer what came back, as a person reads it. */
export type Somebody = {
  phone: Phone
  userId(): string
  hear(): Promise<string[]>
  says(text: string): Promise<string[]>
  does(event: object): Promise<string[]>
  /** How the last answer came about. */
  turn(): Promise<Body>
  person(): Promise<Body>
}

type Around = { made: GatewayAgent; turns: RuntimeAgent['turns']; work(): Promise<void> }

function somebodyOf(phone: Phone, { made, turns, work }: Around): Somebody {
  let seen = 0
  let asid = ''
  const hear = async () => {
    await work()
    const shown = await phone.shown()
    const heard = shown.slice(seen)
    seen = shown.length
    return heard
  }
  const does = async (event: object) => {
    asid = (await phone.do(event)).userId
    return hear()
  }
  return {
    phone,
    userId: () => asid || assert.fail('they have not written yet'),
    hear,
    does,
    says: (text) => does({ type: 'text', text }),
    turn: async () => (await turns(asid)).at(-1) ?? assert.fail('there was no turn'),
    async person() {
      const { data } = assertStatus(await made.api.get('/people?limit=200'), 200)
      const holds = ({ identities }: Body) => identities.some((identity: Body) => identity.asid === asid)
      return data.find(holds) ?? assert.fail('nobody holds the identity')
    },
  }
}

let calls = 0

/** The model calls a tool. */
export const calling = (name: string, given: unknown = {}): { calls: ToolCall[] } => ({
  calls: [{ id: `call-${++calls}`, name, given }],
})

/** The prompt of an ask, all of it: sections and what was said. */
export const promptIn = ({ sections, messages, tools }: ModelAsk): string => JSON.stringify([sections, messages, tools])
