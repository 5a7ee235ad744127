import assert from 'node:assert/strict'
import { after } from 'node:test'
import { createChores, createWorks } from '../background-work.ts'
import { createAgentFinder } from '../domains/agents/index.ts'
import { createEmbeddedModel } from '../domains/runtime/models/embedded/index.ts'
import { type Model, type ModelAnswer, ModelError, type ModelInput } from '../domains/runtime/models/model.ts'
import { createModelFromScript } from '../domains/runtime/models/testing/scripted-model.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { createWorker, type Worker } from '../platform/work/index.ts'
import { realWorld, stillWorld } from '../platform/world.ts'
import { createServices, type Services } from '../services.ts'
import { createTestAgent, type TestAgent } from './agent.ts'
import { createTestApp, type TestApp } from './app.ts'
import { assertStatus, type ReplyBody, type TestReply } from './client.ts'

/** The model's answer: text or its parts. Errors are thrown. */
type ScriptedLine = string | Error | Partial<ModelAnswer>
type ModelScript = (ask: ModelInput) => ScriptedLine | Promise<ScriptedLine>
export type ModelGate = ReturnType<typeof createModelGate>
export type RegressionAgent = TestAgent & { key: AgentKey } & ReturnType<typeof suiteHelpers> &
  ReturnType<typeof runHelpers>

/** Agents with test suites, whose runs are played when the workers run. It is noon on January 31, 2030, in UTC. */
export async function regressionBench({ judges = 'by rule' }: { judges?: 'by rule' | 'by model' } = {}) {
  const world = { ...stillWorld('2030-01-31T12:00:00.000Z'), newId: realWorld.newId }
  const { model, play } = createScriptedModel()
  const judging = createScriptedModel()
  const judge = judges === 'by rule' ? createEmbeddedModel() : judging.model
  const server = await createTestApp({ world, models: { turn: model, judge, author: undefined } })
  const { context, services, database } = server
  const { db, pool } = database
  after(() => services.regression.close())

  /** The worker of another process; its claims stay leased until they expire. */
  function worker(of: Services = createServices({ ...context })): Pick<Worker, 'drain'> {
    const works = createWorks(of).works.filter(({ kind }) => kind.startsWith('tests.'))
    return createWorker({ db, world, log: context.log, works })
  }
  const ours = worker(services)
  const work = () => ours.drain()
  const ground = { server, world, work }
  return {
    ...ground,
    ...{ db, pool, worker, play, playJudge: judging.play },
    gate: () => createModelGate(play),
    async chore(name: string): Promise<void> {
      const chore = createChores(services).find((one) => one.name === name) ?? assert.fail(`there is no chore ${name}`)
      await chore.run(db, world, new AbortController().signal)
    },
    async limits(agent: Pick<TestAgent, 'orgId'>, limits: object): Promise<void> {
      assertStatus(await server.system.put(`/system/tests/orgs/${agent.orgId}/settings`, limits), 200)
    },
    /** By default an agent that greets by a flow. */
    async agent(document: object = greeterAgent): Promise<RegressionAgent> {
      const api = await createTestAgent(server, { exportVersion: 1, ...document })
      const key = (await createAgentFinder(db)({ id: api.orgId }, api.id)) ?? assert.fail('there is no such agent')
      return { ...api, key, ...suiteHelpers(api), ...runHelpers(api, ground) }
    },
  }
}
export type RegressionBench = Awaited<ReturnType<typeof regressionBench>>

/** Says “Welcome to the Paint Desk.” and offers two colors, without a model. */
export const greeterAgent = {
  playbooks: [
    {
      ...{ id: 'paint', name: 'Paint', body: 'Sell paint.', uses: ['people'], isDefault: true },
      flow: {
        id: 'main',
        slots: [],
        steps: [
          { say: { text: 'Welcome to the Paint Desk.', suggestions: ['Red paint', 'Blue paint'] } },
          { end: { outcome: 'greeted' } },
        ],
      },
    },
    { id: 'bicycles', name: 'Bicycles', whenToUse: 'Somebody asks about bicycles.', body: 'Sell bicycles.' },
  ],
}

/** Everything it says comes from the model. */
export const talkerAgent = {
  playbooks: [{ id: 'talk', name: 'Talk', body: 'Talk.', uses: ['people'], isDefault: true }],
}

export const passingCase = { expect: { checks: { finalReplyNonEmpty: true } } }
export const failingCase = { expect: { checks: { textIncludes: ['unicorn'] } } }
export const erringCase = { turns: ['Hello', { chip: 'No such chip' }] }

export const createUnreachableError = () => new ModelError('unreachable', 'Nobody answers')

/** The embedded model, until it gets a script. */
function createScriptedModel() {
  const embedded = createEmbeddedModel()
  let script: ModelScript | undefined
  const model: Model = {
    name: { provider: 'scripted', model: 'scripted' },
    async answer(ask) {
      if (!script) return embedded.answer(ask)
      const line = await script(ask)
      return createModelFromScript(() => (typeof line === 'string' ? { text: line } : line)).answer(ask)
    },
  }
  /** Sets the model's script from now on; without one, the embedded model answers. */
  const play = (next?: ModelScript | ScriptedLine) => {
    script = next === undefined || typeof next === 'function' ? next : () => next
  }
  return { model, play }
}

/** Blocks all answers until it is opened. `reached` resolves when so many callers wait. */
function createModelGate(play: (script: ModelScript) => void) {
  let waiting = 0
  let look = () => {}
  const opened = Promise.withResolvers<void>()
  play(async () => {
    waiting += 1
    look()
    await opened.promise
    return 'Hello.'
  })
  return {
    open: () => opened.resolve(),
    reached: (count = 1) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (waiting >= count) resolve()
        }
        look()
      }),
  }
}

const suiteHelpers = (api: TestAgent) => ({
  suite: async (more: object = {}): Promise<string> =>
    assertStatus(await api.post('/tests/suites', { name: 'Paint', ...more }), 201).id,
  /** Creates a case that says hello and gets an answer, with the given changes; returns its id. */
  case: async (suiteId: string, change: object = {}): Promise<string> => {
    const document = { title: 'A greeting', turns: ['Hello'], ...passingCase, ...change }
    return assertStatus(await api.post(`/tests/suites/${suiteId}/cases`, document), 201).id
  },
})

export type FinishedRun = { run: ReplyBody; results: ReplyBody[]; states: string[] }
const isRunning = ({ status }: ReplyBody) => status === 'queued' || status === 'running'

function runHelpers(api: TestAgent, { world, work }: Pick<RegressionGround, 'world' | 'work'>) {
  const at = (id: string, end = '') => `/tests/runs/${id}${end}`
  const show = async (id: string): Promise<ReplyBody> => assertStatus(await api.get(at(id)), 200)
  const results = async (id: string, query = ''): Promise<ReplyBody[]> =>
    assertStatus(await api.get(at(id, `/results?limit=200${query}`)), 200).data
  const start = async (wish: object = {}): Promise<string> => assertStatus(await api.post('/tests/runs', wish), 202).id

  /** Runs the workers until nothing is left to do in a run, whatever it waits for meanwhile. */
  async function ends(id: string): Promise<FinishedRun> {
    for (let rounds = 0; rounds < 200; rounds++) {
      await work()
      const run = await show(id)
      if (!isRunning(run)) {
        const all = await results(id)
        return { run, results: all, states: all.map(({ state }) => state) }
      }
      world.advance(1000)
    }
    return assert.fail('the run does not end')
  }

  return {
    ...{ show, results, start, ends },
    act: (id: string, verb: string): Promise<TestReply> => api.post(at(id, `/${verb}`)),
    /** Executes a command that its status allows. */
    does: async (id: string, verb: string): Promise<ReplyBody> => assertStatus(await api.post(at(id, `/${verb}`)), 200),
    plays: async (wish: object = {}): Promise<FinishedRun> => ends(await start(wish)),
    quota: async (): Promise<ReplyBody> => assertStatus(await api.get('/tests/quota'), 200),
  }
}

type RegressionGround = { server: TestApp; world: ReturnType<typeof stillWorld>; work(): Promise<void> }
