import { createHash } from 'node:crypto'
import { caseLinter, estimateOf } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { stableJson } from '../../../platform/stable-json.ts'
import { countSelected, selectCases } from '../cases/queries.ts'
import type { Judge, RegressionDeps } from '../deps.ts'
import { findLimitsOf, refuseOverQuota } from '../quota/quota.ts'
import { findAgentFacts } from './queries/agents.ts'
import { insertResults, type NewResult } from './queries/results.ts'
import { findActive, insertRun } from './queries/runs.ts'
import { findMissing } from './queries/selection.ts'
import { nudgeResults } from './queue/worker.ts'
import type { Attribution, Estimate, Run, Selection } from './run.ts'

export type StartDeps = Pick<RegressionDeps, 'world' | 'definitions' | 'models' | 'build'> & { judge: Judge }
export type Wish = { selection: Selection; samplesOverride?: number; requestedBy: Run['requestedBy'] }

type Selected = Awaited<ReturnType<typeof selectCases>>

/** Document 2, POST runs: nothing is written unless every case lints, the budget holds and no other run is active. */
export async function startRun(tx: Db, agent: AgentKey, wish: Wish, deps: StartDeps): Promise<Run> {
  const { world, definitions } = deps
  const selection = said(wish.selection)
  await refuseStrangers(tx, agent, selection)
  await refuseTooMany(tx, agent, { selection, samplesOverride: wish.samplesOverride, now: world.now() })
  const [definition, cases] = [await definitions.read(tx, agent), await selectCases(tx, agent, selection)]
  refuseNothing(cases)
  refuseFaulty(cases, caseLinter(definition))
  await refuseSecond(tx, agent)
  const results = cases.flatMap((one) => samplesOf(one, wish.samplesOverride))
  const estimate = estimateOfAll(cases, wish.samplesOverride)
  const now = world.now()
  await refuseOverQuota(tx, agent, { estimate, samples: results.length, now })
  const id = world.newId('run')
  const attribution = await attributionOf(tx, agent, definition, deps)
  const { requestedBy } = wish
  const run = await insertRun(tx, agent, {
    id,
    selection,
    requestedBy,
    attribution,
    estimate,
    total: results.length,
    now,
  })
  if (!run) throw await activeProblem(tx, agent)
  const rows = results.map((result, at) => ({ ...result, id: world.newId('res'), n: at + 1 }))
  await insertResults(tx, agent, { runId: id, results: rows, now })
  nudgeResults(tx)
  return run
}

/** An empty list says nothing. */
function said({ suiteIds, caseIds, tags }: Selection): Selection {
  const given = (list: string[] | undefined) => (list && list.length > 0 ? [...new Set(list)] : undefined)
  const selection = { suiteIds: given(suiteIds), caseIds: given(caseIds), tags: given(tags) }
  return Object.fromEntries(Object.entries(selection).filter(([, list]) => list !== undefined))
}

async function refuseStrangers(tx: Db, agent: AgentKey, selection: Selection): Promise<void> {
  const missing = await findMissing(tx, agent, selection)
  if (missing) throw problem('agent.test.not_found', 404, { detail: `There is no ${missing.noun} ${missing.id}` })
}

type Counting = { selection: Selection; samplesOverride?: number; now: Date }

/** Said before any of them is read: a case costs a unit at least. */
async function refuseTooMany(tx: Db, agent: AgentKey, { selection, samplesOverride, now }: Counting): Promise<void> {
  const { cases, samples: own } = await countSelected(tx, agent, selection)
  const samples = samplesOverride === undefined ? own : cases * samplesOverride
  const { maxCasesPerRun } = await findLimitsOf(tx, agent)
  if (samples <= maxCasesPerRun) return
  await refuseOverQuota(tx, agent, { estimate: { units: samples, tokens: 0 }, samples, now })
}

function refuseNothing(cases: Selected): void {
  if (cases.length > 0) return
  throw problem('agent.test.invalid', 422, { detail: 'There is no case to run', lint: [] })
}

function refuseFaulty(cases: Selected, lint: ReturnType<typeof caseLinter>): void {
  const faulty = cases.flatMap(({ id: caseId, document }) => {
    const findings = lint(document)
    return findings.some(({ severity }) => severity === 'error') ? [{ caseId, findings }] : []
  })
  if (faulty.length === 0) return
  const detail = `${faulty.length === 1 ? 'A case does' : `${faulty.length} cases do`} not lint any more: correct what lint says and start again`
  throw problem('agent.test.invalid', 422, { detail, lint: faulty })
}

async function refuseSecond(tx: Db, agent: AgentKey): Promise<void> {
  if (await findActive(tx, agent)) throw await activeProblem(tx, agent)
}

async function activeProblem(tx: Db, agent: AgentKey) {
  return problem('agent.test.run_active', 409, { activeRunId: await findActive(tx, agent) })
}

type Unplaced = Omit<NewResult, 'id' | 'n'>

function samplesOf(
  { id, suiteId, suiteChannel, originAsid, document }: Selected[number],
  override?: number,
): Unplaced[] {
  const { key: caseKey, title: caseTitle, samples = 1 } = document
  return Array.from({ length: override ?? samples }, (_, at) => ({
    ...{ suiteId, caseId: id, caseKey, caseTitle, suiteChannel, originAsid },
    sample: at + 1,
  }))
}

function estimateOfAll(cases: Selected, override?: number): Estimate {
  const whole = { units: 0, tokens: 0 }
  for (const { document } of cases) {
    const { units, tokens } = estimateOf(document)
    const samples = override ?? document.samples ?? 1
    whole.units += units * samples
    whole.tokens += tokens * samples
  }
  return whole
}

/** Everything that may explain why a case comes out otherwise than before. */
async function attributionOf(
  tx: Db,
  agent: AgentKey,
  definition: object,
  { models, judge, build }: StartDeps,
): Promise<Attribution> {
  const { updatedAt, templateRef } = await findAgentFacts(tx, agent)
  return {
    definitionUpdatedAt: updatedAt,
    definitionHash: createHash('sha256').update(stableJson(definition)).digest('hex'),
    ...(templateRef && { templateId: templateRef.templateId, templateVersion: templateRef.version }),
    runtimeBuild: build,
    llm: models.turn.name,
    judge: judge.name,
  }
}
