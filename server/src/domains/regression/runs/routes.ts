import type { Db } from '../../../platform/db/database.ts'
import { invalid, problem } from '../../../platform/http/problem.ts'
import {
  type AgentKey,
  Answer,
  agentRoute,
  type ByteStream,
  Content,
  type Route,
} from '../../../platform/http/route.ts'
import { listOf } from '../../../platform/http/schemas.ts'
import type { Watches } from '../../../platform/watches.ts'
import type { Judge, RegressionDeps } from '../deps.ts'
import type { CatchUp } from '../suites/examples.ts'
import { ReportQuery, ResultsQuery, RunBody, RunsQuery } from './body.ts'
import { resumeRun } from './finish.ts'
import { sumSuites } from './queries/report.ts'
import { findOpen, findResult, listResults, tallyResults } from './queries/results.ts'
import { findRun, listRuns, lockRun } from './queries/runs.ts'
import { findSuiteNames } from './queries/selection.ts'
import { jsonReport, junitReport, type Pages } from './report.ts'
import type { Run, Via } from './run.ts'
import { ResultPage, ShownResult, ShownRun, shownResult, shownRun } from './shown.ts'
import { startRun } from './start.ts'
import { blankTally, moveRun, pin } from './verbs.ts'

export type RunRouteDeps = RegressionDeps & {
  judge: Judge
  watches: Watches
  /** The suites of Examples are there, also of an agent from before there were any. */
  catchUp: CatchUp
}

const tag = 'Tests'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const runs = '/tests/runs'
const one = `${runs}/:run` as const

export const runRoutes = (deps: RunRouteDeps): Route[] => [
  ...startRoutes(deps),
  ...verbRoutes(deps),
  ...readRoutes(deps),
  ...resultRoutes(),
]

/** With what there is still to do of it: a cancelled one may be in the middle of a turn. */
async function shownOne(db: Db, agent: AgentKey, run: Run, now: Date): Promise<ShownRun> {
  const [shown] = await shownAll(db, agent, [run])
  if (!shown) throw notFound('run')
  return { ...shown, ...(await findOpen(db, agent, { runId: run.id, now })) }
}

async function shownAll(db: Db, agent: AgentKey, found: readonly Run[]): Promise<ShownRun[]> {
  const uncounted = found.filter(({ tally }) => !tally).map(({ id }) => id)
  const counted = uncounted.length > 0 ? await tallyResults(db, agent, uncounted) : new Map()
  return found.map((run) =>
    shownRun(run, { agentId: agent.id, tally: run.tally ?? counted.get(run.id) ?? blankTally(run.total) }),
  )
}

const notFound = (noun: string) => problem('agent.test.not_found', 404, { detail: `There is no such ${noun}` })

async function found<T>(finding: Promise<T | undefined>, noun: string): Promise<T> {
  const thing = await finding
  if (!thing) throw notFound(noun)
  return thing
}

function startRoutes(deps: RunRouteDeps): Route[] {
  return [
    agentRoute({
      ...write,
      method: 'POST',
      path: runs,
      summary: 'Run test cases',
      description:
        'Every case is linted, the estimate is held against the budget of the day, and the cases are taken down as they are; then it is played in the background, in the sandbox.',
      body: RunBody,
      answer: ShownRun,
      status: 202,
      problems: ['agent.test.invalid', 'agent.test.not_found', 'agent.test.run_active', 'agent.test.quota_exceeded'],
      prepare: ({ agent }) => deps.catchUp(agent),
      handle: async ({ tx, agent, body, caller, request, world }) => {
        const { samplesOverride, ...selection } = body
        const userId = caller.kind === 'user' ? caller.id : undefined
        const requestedBy = { ...(userId !== undefined && { userId }), via: viaOf(caller.kind, request.svcAgent) }
        const run = await startRun(tx, agent, { selection, samplesOverride, requestedBy }, deps)
        return shownOne(tx, agent, run, world.now())
      },
    }),
  ]
}

function viaOf(kind: string, svcAgent: string | undefined): Via {
  if (svcAgent === 'mcp' || svcAgent === 'copilot') return svcAgent
  return kind === 'user' ? 'console' : 'api'
}

const verbs = {
  pause: 'Pause a run: what is being played finishes its turn, and begins anew when the run is resumed',
  resume: 'Resume a paused run',
  cancel: 'Cancel a run: what was not played never is',
} as const

function verbRoutes(deps: RunRouteDeps): Route[] {
  const verb = { ...write, method: 'POST', answer: ShownRun, guardedBy: '' } as const
  const held = ({ tx, agent, params }: { tx: Db; agent: AgentKey; params: { run: string } }) =>
    found(lockRun(tx, agent, params.run), 'run')
  const pins = { pin: 'Pin a run: later ones are compared with it', unpin: 'Unpin a run' } as const
  return [
    ...(Object.keys(verbs) as (keyof typeof verbs)[]).map((name) =>
      agentRoute({
        ...verb,
        path: `${one}/${name}` as `${typeof one}/pause`,
        summary: verbs[name],
        problems: ['agent.test.run_immutable', 'agent.test.not_found'],
        find: held,
        handle: async ({ tx, agent, found: run, world }) => {
          const pauseReason = name === 'pause' ? ('operator' as const) : undefined
          if (name === 'resume') await resumeRun(tx, agent, run, deps)
          else await moveRun(tx, agent, run, { verb: name, pauseReason, now: world.now() })
          return shownOne(tx, agent, await found(findRun(tx, agent, run.id), 'run'), world.now())
        },
      }),
    ),
    ...(Object.keys(pins) as (keyof typeof pins)[]).map((name) =>
      agentRoute({
        ...verb,
        path: `${one}/${name}` as `${typeof one}/pin`,
        summary: pins[name],
        problems: ['agent.test.not_found'],
        find: held,
        handle: async ({ tx, agent, found: run, world }) => {
          const now = world.now()
          return shownOne(tx, agent, await pin(tx, agent, run, name === 'pin' ? now : undefined), now)
        },
      }),
    ),
  ]
}

function readRoutes({ watches }: RunRouteDeps): Route[] {
  const reading = { ...read, method: 'GET', problems: ['agent.test.not_found'] } as const
  return [
    agentRoute({
      ...reading,
      path: runs,
      summary: 'List the test runs of the agent, newest first',
      query: RunsQuery,
      answer: listOf(ShownRun),
      problems: [],
      handle: async ({ tx, agent, query }) => {
        const { data, ...page } = await listRuns(tx, agent, query)
        return { data: await shownAll(tx, agent, data), ...page }
      },
    }),
    agentRoute({
      ...reading,
      path: one,
      summary: 'Read a test run',
      answer: ShownRun,
      handle: async ({ tx, agent, params, world }) =>
        shownOne(tx, agent, await found(findRun(tx, agent, params.run), 'run'), world.now()),
    }),
    agentRoute({
      ...reading,
      path: `${one}/progress`,
      summary: 'Watch a test run: server-sent events',
      description:
        'An event `progress` with the run at once, and then whenever it has changed, until it is over; after ten minutes connect anew.',
      answerTypes: ['text/event-stream'],
      problems: ['agent.test.not_found', 'request.rate_limited'],
      handle: async ({ tx, agent, params, world }) => {
        const { id } = await found(findRun(tx, agent, params.run), 'run')
        return watches.watch(agent, `${agent.key} ${id}`, async () => {
          const now = await findRun(tx, agent, id)
          return now && shownOne(tx, agent, now, world.now())
        })
      },
    }),
    agentRoute({
      ...reading,
      path: `${one}/report`,
      summary: 'Download the report of a test run, as JSON or as JUnit XML',
      query: ReportQuery,
      answerTypes: ['application/json', 'application/xml'],
      handle: async ({ tx, agent, params, query, world }) => {
        const now = world.now()
        const run = await shownOne(tx, agent, await found(findRun(tx, agent, params.run), 'run'), now)
        const pages = pagesOf(tx, agent, { runId: run.id, now })
        if (query.format === 'json') return reportFile(`${run.id}.json`, 'application/json', jsonReport({ run }, pages))
        const suites = await sumSuites(tx, agent, run.id)
        const suiteIds = suites.map(({ suiteId }) => suiteId)
        const names = await findSuiteNames(tx, agent, suiteIds)
        return reportFile(`${run.id}.xml`, 'application/xml', junitReport({ run, suites, names }, pages))
      },
    }),
  ]
}

const reportFile = (name: string, type: string, bytes: ByteStream) =>
  new Answer(200, new Content(bytes, `${type}; charset=utf-8`), {
    'content-disposition': `attachment; filename="${name}"`,
  })

/** Few at a time: each may be of megabytes, and they are read as fast as somebody takes them. */
const reportedAtOnce = 20

async function* pagesOf(db: Db, agent: AgentKey, { runId, now }: { runId: string; now: Date }): Pages {
  let startingAfter: string | undefined
  for (;;) {
    const results = (await listResults(db, agent, { runId, limit: reportedAtOnce, startingAfter, now })) ?? []
    const page = results.slice(0, reportedAtOnce)
    yield page.map(shownResult)
    startingAfter = page.at(-1)?.id
    if (results.length <= reportedAtOnce || !startingAfter) return
  }
}

function resultRoutes(): Route[] {
  const reading = { ...read, method: 'GET', problems: ['agent.test.not_found'] } as const
  return [
    agentRoute({
      ...reading,
      path: `${one}/results`,
      summary: 'List the results of a test run, in its order',
      query: ResultsQuery,
      answer: ResultPage,
      handle: async ({ tx, agent, params, query, world }) => {
        const { id: runId } = await found(findRun(tx, agent, params.run), 'run')
        const results = await listResults(tx, agent, { ...query, runId, now: world.now() })
        if (!results) throw invalid([{ field: 'startingAfter', message: 'must be the id of a result of this run' }])
        const data = results.slice(0, query.limit).map(shownResult)
        return { data, hasMore: results.length > query.limit }
      },
    }),
    agentRoute({
      ...reading,
      path: `${one}/results/:result`,
      summary: 'Read what came of one case',
      answer: ShownResult,
      handle: async ({ tx, agent, params, world }) => {
        const wanted = { runId: params.run, id: params.result, now: world.now() }
        return shownResult(await found(findResult(tx, agent, wanted), 'result'))
      },
    }),
  ]
}
