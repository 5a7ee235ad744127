import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, problem } from '../../../platform/http/problem.ts'
import {
  type AgentKey,
  agentRoute,
  type ByteStream,
  ResponseContent,
  type Route,
  RouteResponse,
} from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { ProgressStreams } from '../../../platform/progress-stream.ts'
import { dayMilliseconds } from '../../../platform/world.ts'
import type { JudgeFor, RegressionDeps } from '../deps.ts'
import type { SyncExamples } from '../suites/examples.ts'
import { ReportQuery, ResultsQuery, RunBody, RunsQuery } from './body.ts'
import { createEmptyCounters, pinRun, transitionRun } from './commands.ts'
import { resumeRun } from './complete.ts'

import { CoverageQuery, CoverageResponse, readCoverage } from './coverage.ts'
import { countResults, findOpenResults, findResult, listResults } from './queries/results.ts'
import { findRun, listRuns, lockRun, sumSuiteResults } from './queries/runs.ts'
import { findSuiteNames } from './queries/selection.ts'
import { type ResultPages, writeJsonReport, writeJunitReport } from './report.ts'
import type { RunSource, TestRunState } from './run.ts'
import { ResultPageResponse, serializeResult, serializeRun, TestResultResponse, TestRunResponse } from './serializer.ts'
import { startRun } from './start.ts'

export type RunRouteDeps = RegressionDeps & {
  judgeFor: JudgeFor
  watches: ProgressStreams
  /** Creates missing suites of Examples, for agents older than this feature. */
  catchUp: SyncExamples
}

const tag = 'Tests'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const runsPath = '/tests/runs'
const runPath = `${runsPath}/:run` as const

export const runRoutes = (deps: RunRouteDeps): Route[] => [
  ...startRoutes(deps),
  ...commandRoutes(deps),
  ...readRoutes(deps),
  ...coverageRoutes(deps),
  ...resultRoutes(),
]

/** Includes open results: a canceled run may still be in the middle of a turn. */
async function loadRunResponse(db: Db, agent: AgentKey, run: TestRunState, now: Date): Promise<TestRunResponse> {
  const [response] = await loadRunResponses(db, agent, [run])
  if (!response) throw notFound('run')
  return { ...response, ...(await findOpenResults(db, agent, { runId: run.id, now })) }
}

async function loadRunResponses(db: Db, agent: AgentKey, found: readonly TestRunState[]): Promise<TestRunResponse[]> {
  const uncounted = found.filter(({ counters }) => !counters).map(({ id }) => id)
  const counted = uncounted.length > 0 ? await countResults(db, agent, uncounted) : new Map()
  return found.map((run) =>
    serializeRun(run, {
      agentId: agent.id,
      counters: run.counters ?? counted.get(run.id) ?? createEmptyCounters(run.total),
    }),
  )
}

const notFound = (noun: string) => problem('agent.test.not_found', 404, { detail: `The ${noun} does not exist` })

async function requireFound<T>(finding: Promise<T | undefined>, noun: string): Promise<T> {
  const thing = await finding
  if (!thing) throw notFound(noun)
  return thing
}

function startRoutes(deps: RunRouteDeps): Route[] {
  return [
    agentRoute({
      ...write,
      method: 'POST',
      path: runsPath,
      summary: 'Run test cases',
      description:
        'Lints every case, checks the estimate against the daily budget, and saves a copy of the cases; the run then plays in the background, in the sandbox.',
      body: RunBody,
      response: TestRunResponse,
      status: 202,
      problems: [
        'agent.test.invalid',
        'agent.test.not_found',
        'agent.test.run_active',
        'agent.test.quota_exceeded',
        'agent.draft.not_found',
      ],
      prepare: ({ agent }) => deps.catchUp(agent),
      handle: async ({ tx, agent, body, caller, request, world }) => {
        const { samplesOverride, draftId, ...selection } = body
        const played = draftId === undefined ? agent : await deps.definitions.useDraft(tx, agent, draftId)
        const userId = caller.kind === 'user' ? caller.id : undefined
        const requestedBy = {
          ...(userId !== undefined && { userId }),
          via: resolveSource(caller.kind, request.svcAgent),
        }
        const run = await startRun(tx, played, { selection, samplesOverride, requestedBy }, deps)
        return loadRunResponse(tx, agent, run, world.now())
      },
    }),
  ]
}

function resolveSource(kind: string, svcAgent: string | undefined): RunSource {
  if (svcAgent === 'mcp' || svcAgent === 'copilot') return svcAgent
  return kind === 'user' ? 'console' : 'api'
}

const commandDescriptions = {
  pause: 'Pause a run: cases being played finish their turn, and start over when the run is resumed',
  resume: 'Resume a paused run',
  cancel: 'Cancel a run: cases that have not been played yet are skipped',
} as const

function commandRoutes(deps: RunRouteDeps): Route[] {
  const verb = { ...write, method: 'POST', response: TestRunResponse, guardedBy: '' } as const
  const held = ({ tx, agent, params }: { tx: Db; agent: AgentKey; params: { run: string } }) =>
    requireFound(lockRun(tx, agent, params.run), 'run')
  const pins = { pin: 'Pin a run: later runs are compared with it', unpin: 'Unpin a run' } as const
  return [
    ...(Object.keys(commandDescriptions) as (keyof typeof commandDescriptions)[]).map((name) =>
      agentRoute({
        ...verb,
        path: `${runPath}/${name}` as `${typeof runPath}/pause`,
        summary: commandDescriptions[name],
        problems: ['agent.test.run_immutable', 'agent.test.not_found'],
        find: held,
        handle: async ({ tx, agent, found: run, world }) => {
          const pauseReason = name === 'pause' ? ('operator' as const) : undefined
          if (name === 'resume') await resumeRun(tx, agent, run, deps)
          else await transitionRun(tx, agent, run, { command: name, pauseReason, now: world.now() })
          return loadRunResponse(tx, agent, await requireFound(findRun(tx, agent, run.id), 'run'), world.now())
        },
      }),
    ),
    ...(Object.keys(pins) as (keyof typeof pins)[]).map((name) =>
      agentRoute({
        ...verb,
        path: `${runPath}/${name}` as `${typeof runPath}/pin`,
        summary: pins[name],
        problems: ['agent.test.not_found'],
        find: held,
        handle: async ({ tx, agent, found: run, world }) => {
          const now = world.now()
          return loadRunResponse(tx, agent, await pinRun(tx, agent, run, name === 'pin' ? now : undefined), now)
        },
      }),
    ),
  ]
}

function coverageRoutes(deps: RunRouteDeps): Route[] {
  const reading = { ...read, method: 'GET', problems: ['agent.test.not_found'] } as const
  return [
    agentRoute({
      ...reading,
      path: '/tests/coverage',
      summary: 'Read what the tests of a time covered',
      description:
        'Counts the steps of flows, and the Facts, tools, goals and rules, that the results of this time met.',
      query: CoverageQuery,
      response: CoverageResponse,
      problems: [],
      handle: async ({ tx, agent, query, world }) => {
        const end = query.end ?? world.now()
        const start = query.start ?? new Date(end.getTime() - 30 * dayMilliseconds)
        return readCoverage(tx, agent, { start, end }, deps)
      },
    }),
    agentRoute({
      ...reading,
      path: `${runPath}/coverage`,
      summary: 'Read what a test run covered',
      response: CoverageResponse,
      handle: async ({ tx, agent, params }) => {
        const { id: runId } = await requireFound(findRun(tx, agent, params.run), 'run')
        return readCoverage(tx, agent, { runId }, deps)
      },
    }),
  ]
}

function readRoutes({ watches }: RunRouteDeps): Route[] {
  const reading = { ...read, method: 'GET', problems: ['agent.test.not_found'] } as const
  return [
    agentRoute({
      ...reading,
      path: runsPath,
      summary: 'List the test runs of the agent, newest first',
      query: RunsQuery,
      response: listSchema(TestRunResponse),
      problems: [],
      handle: async ({ tx, agent, query }) => {
        const { data, ...page } = await listRuns(tx, agent, query)
        return { data: await loadRunResponses(tx, agent, data), ...page }
      },
    }),
    agentRoute({
      ...reading,
      path: runPath,
      summary: 'Read a test run',
      response: TestRunResponse,
      handle: async ({ tx, agent, params, world }) =>
        loadRunResponse(tx, agent, await requireFound(findRun(tx, agent, params.run), 'run'), world.now()),
    }),
    agentRoute({
      ...reading,
      path: `${runPath}/progress`,
      summary: 'Follow a test run: server-sent events',
      description:
        'Sends a `progress` event with the run at once, and again after each change, until the run ends; reconnect after ten minutes.',
      responseTypes: ['text/event-stream'],
      problems: ['agent.test.not_found', 'request.rate_limited'],
      handle: async ({ tx, agent, params, world }) => {
        const { id } = await requireFound(findRun(tx, agent, params.run), 'run')
        return watches.open(agent, `${agent.key} ${id}`, async () => {
          const now = await findRun(tx, agent, id)
          return now && loadRunResponse(tx, agent, now, world.now())
        })
      },
    }),
    agentRoute({
      ...reading,
      path: `${runPath}/report`,
      summary: 'Download the report of a test run, as JSON or as JUnit XML',
      query: ReportQuery,
      responseTypes: ['application/json', 'application/xml'],
      handle: async ({ tx, agent, params, query, world }) => {
        const now = world.now()
        const run = await loadRunResponse(tx, agent, await requireFound(findRun(tx, agent, params.run), 'run'), now)
        const pages = readResultPages(tx, agent, { runId: run.id, now })
        if (query.format === 'json')
          return createReportFile(`${run.id}.json`, 'application/json', writeJsonReport({ run }, pages))
        const suites = await sumSuiteResults(tx, agent, run.id)
        const suiteIds = suites.map(({ suiteId }) => suiteId)
        const names = await findSuiteNames(tx, agent, suiteIds)
        return createReportFile(`${run.id}.xml`, 'application/xml', writeJunitReport({ run, suites, names }, pages))
      },
    }),
  ]
}

const createReportFile = (name: string, type: string, bytes: ByteStream) =>
  new RouteResponse(200, new ResponseContent(bytes, `${type}; charset=utf-8`), {
    'content-disposition': `attachment; filename="${name}"`,
  })

/** Small pages, because a result may be megabytes and the client reads at its own pace. */
const reportPageSize = 20

async function* readResultPages(db: Db, agent: AgentKey, { runId, now }: { runId: string; now: Date }): ResultPages {
  let startingAfter: string | undefined
  for (;;) {
    const results = (await listResults(db, agent, { runId, limit: reportPageSize, startingAfter, now })) ?? []
    const page = results.slice(0, reportPageSize)
    yield page.map(serializeResult)
    startingAfter = page.at(-1)?.id
    if (results.length <= reportPageSize || !startingAfter) return
  }
}

function resultRoutes(): Route[] {
  const reading = { ...read, method: 'GET', problems: ['agent.test.not_found'] } as const
  return [
    agentRoute({
      ...reading,
      path: `${runPath}/results`,
      summary: 'List the results of a test run, in order',
      query: ResultsQuery,
      response: ResultPageResponse,
      handle: async ({ tx, agent, params, query, world }) => {
        const { id: runId } = await requireFound(findRun(tx, agent, params.run), 'run')
        const results = await listResults(tx, agent, { ...query, runId, now: world.now() })
        if (!results)
          throw invalidRequest([{ field: 'startingAfter', message: 'must be the id of a result of this run' }])
        const data = results.slice(0, query.limit).map(serializeResult)
        return { data, hasMore: results.length > query.limit }
      },
    }),
    agentRoute({
      ...reading,
      path: `${runPath}/results/:result`,
      summary: 'Read one result of a test run',
      response: TestResultResponse,
      handle: async ({ tx, agent, params, world }) => {
        const wanted = { runId: params.run, id: params.result, now: world.now() }
        return serializeResult(await requireFound(findResult(tx, agent, wanted), 'result'))
      },
    }),
  ]
}
