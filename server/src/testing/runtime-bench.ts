import assert from 'node:assert/strict'
import type { Channel } from '@parley/amf'
import { createEmbeddedModel } from '../domains/runtime/models/embedded/embedded-model.ts'
import type { Model, ModelAnswer, ModelInput, ModelToolCall } from '../domains/runtime/models/model.ts'
import { createModelFromScript } from '../domains/runtime/models/testing/scripted-model.ts'
import { assertStatus, type ReplyBody } from './client.ts'
import { createGatewayBench, type GatewayAgent, type GatewayBenchOptions, type TestPhone } from './gateway-bench.ts'

/** The model's next answer: text or its parts. */
export type ScriptedModelLine = string | Error | Partial<ModelAnswer>
type TurnModelScript = (input: ModelInput, n: number) => ScriptedModelLine | Promise<ScriptedModelLine>

type Options = Pick<GatewayBenchOptions, 'config' | 'log'>

/** An agent with Parley's runtime, people with phones who write to it, and a scripted model. */
export async function createRuntimeBench(options: Options = {}) {
  const scriptedModel = createLineModel()
  const { model } = scriptedModel
  const bench = await createGatewayBench({ ...options, models: { turn: model, judge: model, author: () => model } })
  const { pool } = bench.server.database
  return {
    ...bench,
    ...scriptedModel,
    runtime: bench.server.services.runtime,
    pool,
    async agent(document: object = {}, ...channels: Channel[]): Promise<RuntimeAgent> {
      const agent = await bench.agent(...channels)
      assertStatus(await agent.call('DELETE', '/v4/webhook'), 200)
      assertStatus(await agent.api.post('/import', { exportVersion: 1, ...document }), 200)
      const turns = async (userId: string): Promise<ReplyBody[]> =>
        assertStatus(await agent.api.get(`/turns?userId=${userId}&limit=200`), 200).data.reverse()
      return {
        ...agent,
        turns,
        createPerson: (...at) => createRuntimePerson(agent.phone(...at), { agent, turns, work: bench.work }),
      }
    },
    /** The events of one type published to the organization's webhooks. */
    async readAnnounced(orgId: string, type: string): Promise<ReplyBody[]> {
      const sql = 'select data from outbox where org_id = $1 and type = $2 order by created_at, id'
      return (await pool.query(sql, [orgId, type])).rows.map(({ data }) => data)
    },
  }
}

/** The embedded model, until it gets lines. */
function createLineModel() {
  const embedded = createEmbeddedModel()
  let script: TurnModelScript | undefined
  let inputs: ModelInput[] = []
  async function answerFromScript(input: ModelInput, script: TurnModelScript): Promise<ModelAnswer> {
    inputs.push(input)
    const line = await script(input, inputs.length - 1)
    return createModelFromScript(() => (typeof line === 'string' ? { text: line } : line)).answer(input)
  }
  const model: Model = {
    get name() {
      return script ? { provider: 'scripted', model: 'scripted' } : embedded.name
    },
    answer: (input) => (script ? answerFromScript(input, script) : embedded.answer(input)),
  }
  return {
    model,
    inputs: (): readonly ModelInput[] => inputs,
    /** Sets the model's lines from now on, one per request, the last one repeating; or a function of the request. */
    play(...lines: [TurnModelScript] | ScriptedModelLine[]): void {
      const [first] = lines
      inputs = []
      script =
        typeof first === 'function'
          ? first
          : (_, n) => (lines[Math.min(n, lines.length - 1)] ?? '') as ScriptedModelLine
    },
    stopScript(): void {
      script = undefined
    },
  }
}

export type RuntimeAgent = GatewayAgent & {
  turns(userId: string): Promise<ReplyBody[]>
  createPerson(channel: Channel, address?: string): RuntimePerson
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

type RuntimePersonDeps = { agent: GatewayAgent; turns: RuntimeAgent['turns']; work(): Promise<void> }

function createRuntimePerson(phone: TestPhone, { agent, turns, work }: RuntimePersonDeps): RuntimePerson {
  let readCount = 0
  let asid = ''
  const readTexts = async () => {
    await work()
    const texts = await phone.readTexts()
    const newTexts = texts.slice(readCount)
    readCount = texts.length
    return newTexts
  }
  const actAndReadTexts = async (event: object) => {
    asid = (await phone.act(event)).userId
    return readTexts()
  }
  return {
    phone,
    userId: () => asid || assert.fail('they have not written yet'),
    readNewTexts: readTexts,
    act: actAndReadTexts,
    sendText: (text) => actAndReadTexts({ type: 'text', text }),
    turn: async () => (await turns(asid)).at(-1) ?? assert.fail('there was no turn'),
    async person() {
      const { data } = assertStatus(await agent.api.get('/people?limit=200'), 200)
      const hasIdentity = ({ identities }: ReplyBody) =>
        identities.some((identity: ReplyBody) => identity.asid === asid)
      return data.find(hasIdentity) ?? assert.fail('nobody holds the identity')
    },
  }
}

let calls = 0

export const toolCallAnswer = (name: string, args: unknown = {}): { calls: ModelToolCall[] } => ({
  calls: [{ id: `call-${++calls}`, name, given: args }],
})

/** The whole prompt of a request: sections, messages, and tools. */
export const promptTextOf = ({ sections, messages, tools }: ModelInput): string =>
  JSON.stringify([sections, messages, tools])
