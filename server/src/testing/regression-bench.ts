import assert from 'node:assert/strict'
import { after } from 'node:test'
import { agentFinder } from '../domains/agents/index.ts'
import { embeddedModel } from '../domains/runtime/models/embedded/index.ts'
import { type Model, type ModelAnswer, type ModelAsk, ModelFailed } from '../domains/runtime/models/model.ts'
import { scriptedModel } from '../domains/runtime/models/testing/scripted-model.ts'
import { type Parts, sharedBy } from '../parts.ts'
import type { AgentKey } from '../platform/http/route.ts'
import { createWorker, type Worker } from '../platform/work/index.ts'
import { realWorld, stillWorld } from '../platform/world.ts'
import { choresOf, worksOf } from '../work.ts'
import { newAgent, type TestAgent } from './agent.ts'
import { type TestApp, testApp } from './app.ts'
import { assertStatus, type Body, type Reply } from './client.ts'

/** What the model says: words, or what they are made of. An error is thrown. */
type Line = string | Error | Partial<ModelAnswer>
type Script = (ask: ModelAsk) => Line | Promise<Line>
export type Gate = ReturnType<typeof gateOf>
export type TestedAgent = TestAgent & { key: AgentKey } & ReturnType<typeof writing> & ReturnType<typeof running>

/** Agents with test suites, whose runs are played when they are worked. It is 31 January 2030, noon in UTC. */
export async function regressionBench({ judges = 'by rule' }: { judges?: 'by rule' | 'by model' } = {}) {
  const world = { ...stillWorld('2030-01-31T12:00:00.000Z'), newId: realWorld.newId }
  const { model, play } = actorOf()
  const judging = actorOf()
  const judge = judges === 'by rule' ? embeddedModel() : judging.model
  const server = await testApp({ world, models: { turn: model, judge, author: undefined } })
  const { parts, database } = server
  const { db, pool } = database
  after(() => sharedBy(parts).regression.close())

  /** Of another process; what it claims is its own until the lease runs out. */
  function worker(of: Parts = { ...parts }): Pick<Worker, 'drain'> {
    const works = worksOf(of).works.filter(({ kind }) => kind.startsWith('tests.'))
    return createWorker({ db, world, log: parts.log, works })
  }
  const ours = worker(parts)
  const work = () => ours.drain()
  const ground = { server, world, work }
  return {
    ...ground,
    ...{ db, pool, worker, play, playJudge: judging.play },
    gate: () => gateOf(play),
    async chore(name: string): Promise<void> {
      const chore = choresOf(parts).find((one) => one.name === name) ?? assert.fail(`there is no chore ${name}`)
      await chore.run(db, world, new AbortController().signal)
    },
    async limits(agent: Pick<TestAgent, 'orgId'>, limits: object): Promise<void> {
      assertStatus(await server.system.put(`/system/tests/orgs/${agent.orgId}/settings`, limits), 200)
    },
    /** One that greets by a flow, unless it is made of something else. */
    async agent(document: object = greeter): Promise<TestedAgent> {
      const api = await newAgent(server, { exportVersion: 1, ...document })
      const key = (await agentFinder(db)({ id: api.orgId }, api.id)) ?? assert.fail('there is no such agent')
      return { ...api, key, ...writing(api), ...running(api, ground) }
    },
  }
}
export type RegressionBench = Awaited<ReturnType<typeof regressionBench>>

/** Says “Welcome to the Paint Desk.”, offers two colours, and needs no model for that. */
export const greeter = {
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

/** All that it says comes from the model. */
export const talker = { playbooks: [{ id: 'talk', name: 'Talk', body: 'Talk.', uses: ['people'], isDefault: true }] }

export const passes = { expect: { checks: { finalReplyNonEmpty: true } } }
export const fails = { expect: { checks: { textIncludes: ['unicorn'] } } }
export const errs = { turns: ['Hello', { chip: 'No such chip' }] }

/** What a model says that cannot be reached. */
export const unreachable = () => new ModelFailed('unreachable', 'Nobody answers')

/** The embedded model, until it is given a script. */
function actorOf() {
  const embedded = embeddedModel()
  let script: Script | undefined
  const model: Model = {
    name: { provider: 'scripted', model: 'scripted' },
    async answer(ask) {
      if (!script) return embedded.answer(ask)
      const line = await script(ask)
      return scriptedModel(() => (typeof line === 'string' ? { text: line } : line)).answer(ask)
    },
  }
  /** From now on the model answers so; by itself when nothing is given. */
  const play = (next?: Script | Line) => {
    script = next === undefined || typeof next === 'function' ? next : () => next
  }
  return { model, play }
}

/** Nobody is answered before it is opened; from then on everybody is. `reached` is when so many wait. */
function gateOf(play: (script: Script) => void) {
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

const writing = (api: TestAgent) => ({
  suite: async (more: object = {}): Promise<string> =>
    assertStatus(await api.post('/tests/suites', { name: 'Paint', ...more }), 201).id,
  /** The id of a case that says hello and gets an answer, but for what is said otherwise. */
  case: async (suiteId: string, change: object = {}): Promise<string> => {
    const document = { title: 'A greeting', turns: ['Hello'], ...passes, ...change }
    return assertStatus(await api.post(`/tests/suites/${suiteId}/cases`, document), 201).id
  },
})

export type Ended = { run: Body; results: Body[]; states: string[] }
const isUnderWay = ({ status }: Body) => status === 'queued' || status === 'running'

function running(api: TestAgent, { world, work }: Pick<RegressionGround, 'world' | 'work'>) {
  const at = (id: string, end = '') => `/tests/runs/${id}${end}`
  const show = async (id: string): Promise<Body> => assertStatus(await api.get(at(id)), 200)
  const results = async (id: string, query = ''): Promise<Body[]> =>
    assertStatus(await api.get(at(id, `/results?limit=200${query}`)), 200).data
  const start = async (wish: object = {}): Promise<string> => assertStatus(await api.post('/tests/runs', wish), 202).id

  /** Works a run until there is nothing more to do in it, whatever it waits for meanwhile. */
  async function ends(id: string): Promise<Ended> {
    for (let rounds = 0; rounds < 200; rounds++) {
      await work()
      const run = await show(id)
      if (!isUnderWay(run)) {
        const all = await results(id)
        return { run, results: all, states: all.map(({ state }) => state) }
      }
      world.advance(1000)
    }
    return assert.fail('the run does not end')
  }

  return {
    ...{ show, results, start, ends },
    act: (id: string, verb: string): Promise<Reply> => api.post(at(id, `/${verb}`)),
    /** Moves it by a verb that its status allows. */
    does: async (id: string, verb: string): Promise<Body> => assertStatus(await api.post(at(id, `/${verb}`)), 200),
    /** Starts a run, and works it to its end. */
    plays: async (wish: object = {}): Promise<Ended> => ends(await start(wish)),
    quota: async (): Promise<Body> => assertStatus(await api.get('/tests/quota'), 200),
  }
}

type RegressionGround = { server: TestApp; world: ReturnType<typeof stillWorld>; work(): Promise<void> }
