import assert from 'node:assert/strict'
import { after } from 'node:test'
import type pg from 'pg'
import { createChores, createWorks } from '../background-work.ts'
import { createAgentFinder } from '../domains/agents/index.ts'
import { createEmbeddedModel } from '../domains/runtime/models/embedded/embedded-model.ts'
import { type Model, type ModelAnswer, ModelError, type ModelInput } from '../domains/runtime/models/model.ts'
import { createModelFromScript } from '../domains/runtime/models/testing/scripted-model.ts'
import type { Db } from '../platform/db/database.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { createWorker, type Worker } from '../platform/work/index.ts'
import { realWorld, type StillWorld, stillWorld } from '../platform/world.ts'
import { createServices, type Services } from '../services.ts'
import { createTestAgent, type TestAgent } from './agent.ts'
import { createTestApp, type TestApp } from './app.ts'
import { assertStatus, type ReplyBody, type TestReply } from './client.ts'

/** The model's answer: text or its parts. Errors are thrown. */
type ScriptedLine = string | Error | Partial<ModelAnswer>
type ModelScript = (input: ModelInput) => ScriptedLine | Promise<ScriptedLine>
/** Blocks all answers until it is opened. */
export type ModelGate = {
  open(): void
  /** Resolves when so many callers wait. */
  reached(count?: number): Promise<void>
}
export type RegressionAgent = TestAgent & { key: AgentKey } & SuiteHelpers & RunHelpers

export type SuiteHelpers = {
  suite(fields?: object): Promise<string>
  /** Creates a case that says hello and gets an answer, with the given changes; returns its id. */
  case(suiteId: string, fields?: object): Promise<string>
}

export type RunHelpers = {
  readRun(id: string): Promise<ReplyBody>
  results(id: string, query?: string): Promise<ReplyBody[]>
  start(options?: object): Promise<string>
  /** Runs the workers until nothing is left to do in a run, whatever it waits for meanwhile. */
  waitForRun(id: string): Promise<FinishedRun>
  sendCommand(id: string, command: string): Promise<TestReply>
  /** Executes a command that its status allows. */
  applyCommand(id: string, command: string): Promise<ReplyBody>
  runAndWait(options?: object): Promise<FinishedRun>
  quota(): Promise<ReplyBody>
}

type RegressionEnvironment = { server: TestApp; world: StillWorld; work(): Promise<void> }

export type RegressionBench = RegressionEnvironment & {
  db: Db
  pool: pg.Pool
  /** The worker of another process; its claims stay leased until they expire. */
  worker(services?: Services): Pick<Worker, 'drain'>
  /** Sets the model's script from now on; without one, the embedded model answers. */
  play: PlayModelScript
  playJudge: PlayModelScript
  gate(): ModelGate
  chore(name: string): Promise<void>
  limits(agent: Pick<TestAgent, 'orgId'>, limits: object): Promise<void>
  /** By default an agent that greets by a flow. */
  agent(document?: object): Promise<RegressionAgent>
}
type PlayModelScript = (next?: ModelScript | ScriptedLine) => void

/** Agents with test suites, whose runs are played when the workers run. It is noon on January 31, 2030, in UTC. */
export async function createRegressionBench({
  judgeKind = 'by rule',
}: {
  judgeKind?: 'by rule' | 'by model'
} = {}): Promise<RegressionBench> {
  const world = { ...stillWorld('2030-01-31T12:00:00.000Z'), newId: realWorld.newId }
  const { model, play } = createScriptedModel()
  const judgeModel = createScriptedModel()
  const judge = judgeKind === 'by rule' ? createEmbeddedModel() : judgeModel.model
  const server = await createTestApp({ world, models: { turn: model, judge, author: undefined } })
  const { context, services, database } = server
  const { db, pool } = database
  after(() => services.regression.close())

  function worker(workerServices: Services = createServices({ ...context })): Pick<Worker, 'drain'> {
    const works = createWorks(workerServices).works.filter(({ kind }) => kind.startsWith('tests.'))
    return createWorker({ db, world, log: context.log, works })
  }
  const ownWorker = worker(services)
  const work = () => ownWorker.drain()
  const environment = { server, world, work }
  return {
    ...environment,
    ...{ db, pool, worker, play, playJudge: judgeModel.play },
    gate: () => createModelGate(play),
    async chore(name: string): Promise<void> {
      const chore =
        createChores(services).find((candidate) => candidate.name === name) ?? assert.fail(`there is no chore ${name}`)
      await chore.run(db, world, new AbortController().signal)
    },
    async limits(agent: Pick<TestAgent, 'orgId'>, limits: object): Promise<void> {
      assertStatus(await server.system.put(`/system/tests/orgs/${agent.orgId}/settings`, limits), 200)
    },
    async agent(document: object = greeterAgent): Promise<RegressionAgent> {
      const api = await createTestAgent(server, { exportVersion: 1, ...document })
      const key = (await createAgentFinder(db)({ id: api.orgId }, api.id)) ?? assert.fail('there is no such agent')
      return { ...api, key, ...createSuiteHelpers(api), ...createRunHelpers(api, environment) }
    },
  }
}

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
    { id: 'bicycles', name: 'Bicycles', whenToUse: 'Someone asks about bicycles.', body: 'Sell bicycles.' },
  ],
}

/** Everything it says comes from the model. */
export const modelOnlyAgent = {
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
    async answer(input) {
      if (!script) return embedded.answer(input)
      const line = await script(input)
      return createModelFromScript(() => (typeof line === 'string' ? { text: line } : line)).answer(input)
    },
  }
  const play: PlayModelScript = (next) => {
    script = next === undefined || typeof next === 'function' ? next : () => next
  }
  return { model, play }
}

function createModelGate(play: PlayModelScript): ModelGate {
  let waiting = 0
  let notifyWaiter = () => {}
  const gate = Promise.withResolvers<void>()
  play(async () => {
    waiting += 1
    notifyWaiter()
    await gate.promise
    return 'Hello.'
  })
  return {
    open: () => gate.resolve(),
    reached: (count = 1) =>
      new Promise<void>((resolve) => {
        notifyWaiter = () => {
          if (waiting >= count) resolve()
        }
        notifyWaiter()
      }),
  }
}

const createSuiteHelpers = (api: TestAgent): SuiteHelpers => ({
  suite: async (fields: object = {}): Promise<string> =>
    assertStatus(await api.post('/tests/suites', { name: 'Paint', ...fields }), 201).id,
  case: async (suiteId: string, fields: object = {}): Promise<string> => {
    const document = { title: 'A greeting', turns: ['Hello'], ...passingCase, ...fields }
    return assertStatus(await api.post(`/tests/suites/${suiteId}/cases`, document), 201).id
  },
})

export type FinishedRun = { run: ReplyBody; results: ReplyBody[]; states: string[] }
const isRunning = ({ status }: ReplyBody) => status === 'queued' || status === 'running'

function createRunHelpers(api: TestAgent, { world, work }: RegressionEnvironment): RunHelpers {
  const at = (id: string, end = '') => `/tests/runs/${id}${end}`
  const readRun = async (id: string): Promise<ReplyBody> => assertStatus(await api.get(at(id)), 200)
  const results = async (id: string, query = ''): Promise<ReplyBody[]> =>
    assertStatus(await api.get(at(id, `/results?limit=200${query}`)), 200).data
  const start = async (options: object = {}): Promise<string> =>
    assertStatus(await api.post('/tests/runs', options), 202).id

  async function waitForRun(id: string): Promise<FinishedRun> {
    for (let attempts = 0; attempts < 200; attempts++) {
      await work()
      const run = await readRun(id)
      if (!isRunning(run)) {
        const caseResults = await results(id)
        return { run, results: caseResults, states: caseResults.map(({ state }) => state) }
      }
      world.advance(1000)
    }
    return assert.fail('the run does not end')
  }

  return {
    ...{ readRun, results, start, waitForRun },
    sendCommand: (id: string, command: string): Promise<TestReply> => api.post(at(id, `/${command}`)),
    applyCommand: async (id: string, command: string): Promise<ReplyBody> =>
      assertStatus(await api.post(at(id, `/${command}`)), 200),
    runAndWait: async (options: object = {}): Promise<FinishedRun> => waitForRun(await start(options)),
    quota: async (): Promise<ReplyBody> => assertStatus(await api.get('/tests/quota'), 200),
  }
}
