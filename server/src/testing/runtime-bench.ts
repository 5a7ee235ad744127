import assert from 'node:assert/strict'
import type { Channel } from '@parley/amf'
import { createEmbeddedModel } from '../domains/runtime/models/embedded/index.ts'
import type { Model, ModelAnswer, ModelInput, ToolCall } from '../domains/runtime/models/model.ts'
import { createModelFromScript } from '../domains/runtime/models/testing/scripted-model.ts'
import { assertStatus, type ReplyBody } from './client.ts'
import { type GatewayAgent, gatewayBench, type TestPhone } from './gateway-bench.ts'

/** The model's next answer: text or its parts. */
export type ScriptedModelLine = string | Error | Partial<ModelAnswer>
type TurnModelScript = (ask: ModelInput, n: number) => ScriptedModelLine | Promise<ScriptedModelLine>

type Options = Pick<NonNullable<Parameters<typeof gatewayBench>[0]>, 'config' | 'log'>

/** An agent with Parley's runtime, people with phones who write to it, and a scripted model. */
export async function runtimeBench(options: Options = {}) {
  const actor = createLineModel()
  const { model } = actor
  const bench = await gatewayBench({ ...options, models: { turn: model, judge: model, author: () => model } })
  const { pool } = bench.server.database
  return {
    ...bench,
    ...actor,
    runtime: bench.server.services.runtime,
    pool,
    async agent(document: object = {}, ...channels: Channel[]): Promise<RuntimeAgent> {
      const made = await bench.agent(...channels)
      assertStatus(await made.call('DELETE', '/v4/webhook'), 200)
      assertStatus(await made.api.post('/import', { exportVersion: 1, ...document }), 200)
      const turns = async (userId: string): Promise<ReplyBody[]> =>
        assertStatus(await made.api.get(`/turns?userId=${userId}&limit=200`), 200).data.reverse()
      return {
        ...made,
        turns,
        somebody: (...at) => createRuntimePerson(made.phone(...at), { made, turns, work: bench.work }),
      }
    },
    /** The events of one type published to the organization's webhooks. */
    async announced(orgId: string, type: string): Promise<ReplyBody[]> {
      const sql = 'select data from outbox where org_id = $1 and type = $2 order by created_at, id'
      return (await pool.query(sql, [orgId, type])).rows.map(({ data }) => data)
    },
  }
}

/** The embedded model, until it gets lines. */
function createLineModel() {
  const embedded = createEmbeddedModel()
  let script: TurnModelScript | undefined
  let asks: ModelInput[] = []
  async function scripted(ask: ModelInput, say: TurnModelScript): Promise<ModelAnswer> {
    asks.push(ask)
    const line = await say(ask, asks.length - 1)
    return createModelFromScript(() => (typeof line === 'string' ? { text: line } : line)).answer(ask)
  }
  const model: Model = {
    get name() {
      return script ? { provider: 'scripted', model: 'scripted' } : embedded.name
    },
    answer: (ask) => (script ? scripted(ask, script) : embedded.answer(ask)),
  }
  return {
    model,
    asks: (): readonly ModelInput[] => asks,
    /** Sets the model's lines from now on, one per request, the last one repeating; or a function of the request. */
    play(...lines: [TurnModelScript] | ScriptedModelLine[]): void {
      const [first] = lines
      asks = []
      script =
        typeof first === 'function'
          ? first
          : (_, n) => (lines[Math.min(n, lines.length - 1)] ?? '') as ScriptedModelLine
    },
    unscripted(): void {
      script = undefined
    },
  }
}

export type RuntimeAgent = GatewayAgent & {
  turns(userId: string): Promise<ReplyBody[]>
  somebody(channel: Channel, address?: string): RuntimePerson
}

/** `sendText` and `act` return the replies, as a person reads them. */
export type RuntimePerson = {
  phone: TestPhone
  userId(): string
  readNewTexts(): Promise<string[]>
  sendText(text: string): Promise<string[]>
  act(event: object): Promise<string[]>
  /** The record of the last turn. */
  turn(): Promise<ReplyBody>
  person(): Promise<ReplyBody>
}

type RuntimePersonDeps = { made: GatewayAgent; turns: RuntimeAgent['turns']; work(): Promise<void> }

function createRuntimePerson(phone: TestPhone, { made, turns, work }: RuntimePersonDeps): RuntimePerson {
  let seen = 0
  let asid = ''
  const hear = async () => {
    await work()
    const texts = await phone.readTexts()
    const newTexts = texts.slice(seen)
    seen = texts.length
    return newTexts
  }
  const does = async (event: object) => {
    asid = (await phone.act(event)).userId
    return hear()
  }
  return {
    phone,
    userId: () => asid || assert.fail('they have not written yet'),
    readNewTexts: hear,
    act: does,
    sendText: (text) => does({ type: 'text', text }),
    turn: async () => (await turns(asid)).at(-1) ?? assert.fail('there was no turn'),
    async person() {
      const { data } = assertStatus(await made.api.get('/people?limit=200'), 200)
      const holds = ({ identities }: ReplyBody) => identities.some((identity: ReplyBody) => identity.asid === asid)
      return data.find(holds) ?? assert.fail('nobody holds the identity')
    },
  }
}

let calls = 0

export const toolCallAnswer = (name: string, given: unknown = {}): { calls: ToolCall[] } => ({
  calls: [{ id: `call-${++calls}`, name, given }],
})

/** The whole prompt of a request: sections, messages, and tools. */
export const promptTextOf = ({ sections, messages, tools }: ModelInput): string =>
  JSON.stringify([sections, messages, tools])
