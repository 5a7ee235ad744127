import { createHash } from 'node:crypto'
import { createCaseLinter, estimateCase } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { stableStringify } from '../../../platform/json.ts'
import { countSelectedCases, selectCases } from '../cases/queries.ts'
import type { JudgeFor, RegressionDeps } from '../deps.ts'
import { assertWithinQuota, findAgentLimits } from '../quota/quota.ts'
import { insertResults, type NewResult } from './queries/results.ts'
import { findActiveRunId, insertRun } from './queries/runs.ts'
import { findMissingSelection, findRunDefinition } from './queries/selection.ts'
import { nudgeResults } from './queue/worker.ts'
import type { RunAttribution, RunEstimate, TestRunState, TestSelection } from './run.ts'

export type StartRunDeps = Pick<RegressionDeps, 'world' | 'definitions' | 'models' | 'build'> & { judgeFor: JudgeFor }
export type StartRunRequest = {
  selection: TestSelection
  samplesOverride?: number
  requestedBy: TestRunState['requestedBy']
}

type SelectedCases = Awaited<ReturnType<typeof selectCases>>

/** Starts a run. Writes nothing unless every case lints, the budget suffices, and no other run is active. */
export async function startRun(
  tx: Db,
  agent: AgentKey,
  request: StartRunRequest,
  deps: StartRunDeps,
): Promise<TestRunState> {
  const { world, definitions } = deps
  const selection = normalizeSelection(request.selection)
  await assertSelectionExists(tx, agent, selection)
  await assertWithinCaseLimit(tx, agent, { selection, samplesOverride: request.samplesOverride, now: world.now() })
  const [definition, cases] = [await definitions.read(tx, agent), await selectCases(tx, agent, selection)]
  assertNotEmpty(cases)
  assertLintClean(cases, createCaseLinter(definition))
  await assertNoActiveRun(tx, agent)
  const results = cases.flatMap((one) => expandSamples(one, request.samplesOverride))
  const estimate = estimateCases(cases, request.samplesOverride)
  const now = world.now()
  await assertWithinQuota(tx, agent, { estimate, samples: results.length, now })
  const id = world.newId('run')
  const attribution = await buildAttribution(tx, agent, definition, deps)
  const { requestedBy } = request
  const run = await insertRun(tx, agent, {
    id,
    selection,
    requestedBy,
    attribution,
    estimate,
    total: results.length,
    now,
  })
  if (!run) throw await createActiveRunProblem(tx, agent)
  const rows = results.map((result, at) => ({ ...result, id: world.newId('res'), n: at + 1 }))
  await insertResults(tx, agent, { runId: id, results: rows, now })
  nudgeResults(tx)
  return run
}

/** Treats an empty list like an absent one. */
function normalizeSelection({ suiteIds, caseIds, tags }: TestSelection): TestSelection {
  const given = (list: string[] | undefined) => (list && list.length > 0 ? [...new Set(list)] : undefined)
  const selection = { suiteIds: given(suiteIds), caseIds: given(caseIds), tags: given(tags) }
  return Object.fromEntries(Object.entries(selection).filter(([, list]) => list !== undefined))
}

async function assertSelectionExists(tx: Db, agent: AgentKey, selection: TestSelection): Promise<void> {
  const missing = await findMissingSelection(tx, agent, selection)
  if (missing)
    throw problem('agent.test.not_found', 404, { detail: `The ${missing.noun} ${missing.id} does not exist` })
}

type CountedSelection = { selection: TestSelection; samplesOverride?: number; now: Date }

/** Checked before reading any case: each costs at least one unit. */
async function assertWithinCaseLimit(
  tx: Db,
  agent: AgentKey,
  { selection, samplesOverride, now }: CountedSelection,
): Promise<void> {
  const { cases, samples: own } = await countSelectedCases(tx, agent, selection)
  const samples = samplesOverride === undefined ? own : cases * samplesOverride
  const { maxCasesPerRun } = await findAgentLimits(tx, agent)
  if (samples <= maxCasesPerRun) return
  await assertWithinQuota(tx, agent, { estimate: { units: samples, tokens: 0 }, samples, now })
}

function assertNotEmpty(cases: SelectedCases): void {
  if (cases.length > 0) return
  throw problem('agent.test.invalid', 422, { detail: 'There are no cases to run', lint: [] })
}

function assertLintClean(cases: SelectedCases, lint: ReturnType<typeof createCaseLinter>): void {
  const faulty = cases.flatMap(({ id: caseId, document }) => {
    const findings = lint(document)
    return findings.some(({ severity }) => severity === 'error') ? [{ caseId, findings }] : []
  })
  if (faulty.length === 0) return
  const detail = `${faulty.length === 1 ? 'A case has' : `${faulty.length} cases have`} lint errors: fix them and start again`
  throw problem('agent.test.invalid', 422, { detail, lint: faulty })
}

async function assertNoActiveRun(tx: Db, agent: AgentKey): Promise<void> {
  if (await findActiveRunId(tx, agent)) throw await createActiveRunProblem(tx, agent)
}

async function createActiveRunProblem(tx: Db, agent: AgentKey) {
  return problem('agent.test.run_active', 409, { activeRunId: await findActiveRunId(tx, agent) })
}

type UnnumberedResult = Omit<NewResult, 'id' | 'n'>

function expandSamples(
  { id, suiteId, suiteChannel, originAsid, document }: SelectedCases[number],
  override?: number,
): UnnumberedResult[] {
  const { key: caseKey, title: caseTitle, samples = 1 } = document
  return Array.from({ length: override ?? samples }, (_, at) => ({
    ...{ suiteId, caseId: id, caseKey, caseTitle, suiteChannel, originAsid },
    sample: at + 1,
  }))
}

function estimateCases(cases: SelectedCases, override?: number): RunEstimate {
  const whole = { units: 0, tokens: 0 }
  for (const { document } of cases) {
    const { units, tokens } = estimateCase(document)
    const samples = override ?? document.samples ?? 1
    whole.units += units * samples
    whole.tokens += tokens * samples
  }
  return whole
}

/** Everything that may explain a different result from an earlier run. */
async function buildAttribution(
  tx: Db,
  agent: AgentKey,
  definition: object,
  { models, judgeFor, build }: StartRunDeps,
): Promise<RunAttribution> {
  const { updatedAt, templateRef } = await findRunDefinition(tx, agent)
  const { models: turnModels } = await models.forTurn(agent)
  const judge = await judgeFor(agent)
  return {
    definitionUpdatedAt: updatedAt,
    definitionHash: createHash('sha256').update(stableStringify(definition)).digest('hex'),
    ...(templateRef && { templateId: templateRef.templateId, templateVersion: templateRef.version }),
    runtimeBuild: build,
    llm: turnModels[0]?.model.name ?? { provider: 'embedded', model: 'embedded' },
    judge: judge.name,
  }
}
