import {
  type AgentDefinition,
  diffIncrementally,
  type MergeChoice,
  mergeDefinitions,
  sectionNames,
} from '@parley/definition'
import { LruCache } from '@parley/findings'
import { runYielding } from '../../../platform/concurrency/concurrency.ts'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { type Definitions, draftNotFound, type LockedDefinition } from '../definition/definitions.ts'
import type { AgentDeps, GateRun } from '../deps.ts'
import { findFlowErrors } from '../verify-flows.ts'
import { encodeContent } from '../versions/content.ts'
import { numberAfter } from '../versions/routes.ts'
import type { PublishingGate } from './draft.ts'
import { type DraftRecord, deleteDraft, findDraft, lockDraft, readPublishing, storeDraftSections } from './queries.ts'

/** The agent with the draft that was found, instead of live. */
export const agentWithDraft = (agent: AgentKey, { id, revision }: DraftRecord): AgentKey => ({
  ...agent,
  draft: { id, revision },
})

export async function diffDraft(definitions: Definitions, db: Db, agent: AgentKey, draft: DraftRecord) {
  const live = await definitions.read(db, agent)
  const own = await definitions.read(db, agentWithDraft(agent, draft))
  return runYielding(diffIncrementally(live, own))
}

const maxCachedCounts = 5_000

/** Counts the differences from live once for each pair of revisions. */
export function createChangeCounter(definitions: Definitions) {
  const known = new LruCache<string, number>(maxCachedCounts)
  return async (db: Db, agent: AgentKey, draft: DraftRecord): Promise<number> => {
    const key = `${agent.key} ${draft.id} ${draft.revision} ${agent.version}`
    const remembered = agent.version === undefined ? undefined : known.get(key)
    if (remembered !== undefined) return remembered
    const { length } = await diffDraft(definitions, db, agent, draft)
    if (!db.isTransaction && agent.version !== undefined) known.set(key, length)
    return length
  }
}

type MergeRequest = { live: AgentDefinition; draft: DraftRecord; resolve?: readonly MergeChoice[] | undefined }

/** Merges what the draft changed into live; throws `agent.draft.conflict` for items that both changed. */
async function mergeDraft(definitions: Definitions, tx: Db, agent: AgentKey, { live, draft, resolve }: MergeRequest) {
  const own = await definitions.read(tx, agentWithDraft(agent, draft))
  const base = await definitions.readVersion(tx, agent, draft.baseVersion)
  if (!base) throw draftNotFound()
  // A draft has the tool bindings of live: they never differ.
  const { toolBindings } = live
  const input = { base: { ...base, toolBindings }, live, draft: { ...own, toolBindings } }
  const { definition, conflicts } = mergeDefinitions(input, resolve)
  if (conflicts.length > 0) {
    const paths = conflicts.slice(0, 3).map(({ path }) => path)
    const more = conflicts.length > 3 ? ` and ${conflicts.length - 3} more` : ''
    const detail = `Live and the draft changed ${paths.join(', ')}${more}`
    throw problem('agent.draft.conflict', 409, { detail, conflicts })
  }
  return definition
}

/** Takes over what changed in live since the base of the draft. The caller has locked the draft. */
export async function rebaseDraft(
  tx: Db,
  agent: AgentKey,
  { draft, resolve, world }: { draft: DraftRecord; resolve?: readonly MergeChoice[] | undefined; world: World },
  { definitions }: Pick<AgentDeps, 'definitions'>,
): Promise<DraftRecord> {
  const { definition: live, number } = await definitions.readNumbered(tx, agent)
  const own = agentWithDraft(agent, draft)
  const merged = await mergeDraft(definitions, tx, agent, { live, draft, resolve })
  const locked = (await definitions.lock(tx, own)) as LockedDefinition
  const definition = await definitions.write(tx, own, { locked, edit: () => merged, world, rebasedOnto: number })
  const sections = []
  for (const section of sectionNames) {
    if (section === 'toolBindings' || definition[section] === live[section]) continue
    sections.push({ section, content: await encodeContent(definition[section]) })
  }
  await storeDraftSections(tx, agent, draft.id, { sections, now: world.now(), baseVersion: number })
  return (await findDraft(tx, agent, draft.id)) as DraftRecord
}

export type PublishRequest = { draftId: string; label?: string | undefined; locked: LockedDefinition; world: World }

/** Makes live what the draft is, merged with what live changed elsewhere. The caller has locked the agent. */
export async function publishDraft(tx: Db, agent: AgentKey, request: PublishRequest, deps: AgentDeps): Promise<number> {
  const { draftId, label, locked, world } = request
  const { definitions, secrets, announce, onDraftEnded } = deps
  const draft = await lockDraft(tx, agent, draftId)
  if (!draft) throw draftNotFound()
  const merged = await mergeDraft(definitions, tx, agent, { live: locked.definition, draft })
  await assertGateHolds(tx, agent, { draft, merged, now: world.now() }, deps)
  await secrets.publish(tx, agent, draft.id, world)
  await definitions.write(tx, agent, { locked, edit: () => merged, world, release: { label } })
  await onDraftEnded(tx, agent, { draftId: draft.id, live: merged })
  await deleteDraft(tx, agent, draft.id)
  const version = numberAfter(locked)
  const data = { agentId: agent.id, version, draftId: draft.id, ...(label !== undefined && { label }) }
  await announce(tx, { orgId: agent.orgId, type: 'agent.published', data })
  return version
}

async function assertGateHolds(
  tx: Db,
  agent: AgentKey,
  { draft, merged, now }: { draft: DraftRecord; merged: AgentDefinition; now: Date },
  { findGateRun }: AgentDeps,
): Promise<void> {
  const { gate } = await readPublishing(tx, agent)
  if (!gate) return
  const flowProblem = gate.noFlowErrors ? await describeFlowProblem(merged, now) : undefined
  if (flowProblem !== undefined) throw problem('agent.draft.gate_failed', 409, { detail: flowProblem, failing: [] })
  const run = await findGateRun(tx, agent, { draft, suiteIds: gate.suiteIds })
  if (run && isGatePassed(gate, run, now)) return
  throw problem('agent.draft.gate_failed', 409, {
    detail: describeFailure(gate, run, now),
    ...(run && { runId: run.runId, passRate: run.passRate }),
    failing: run?.failing ?? [],
  })
}

/** A flow that there was no time to verify is not known to have no error. */
async function describeFlowProblem(definition: AgentDefinition, now: Date): Promise<string | undefined> {
  const {
    findings: [error],
    skipped: [skipped],
  } = await findFlowErrors(definition, now)
  if (error) return `Verification finds an error at ${error.path}: ${error.message}`
  return skipped && `Verification had no time for the flow of the playbook ${skipped}; publish again to continue`
}

const minute = 60_000
const isOld = ({ maxAgeMinutes }: PublishingGate, { completedAt }: GateRun, now: Date): boolean =>
  now.getTime() - completedAt.getTime() > maxAgeMinutes * minute

function isGatePassed(gate: PublishingGate, run: GateRun, now: Date): boolean {
  return run.passRate >= gate.minPassRate && !isOld(gate, run, now)
}

function describeFailure(gate: PublishingGate, run: GateRun | undefined, now: Date): string {
  if (!run) return 'There is no completed run of the draft as it is now'
  if (isOld(gate, run, now)) return `The run ${run.runId} is older than ${gate.maxAgeMinutes} minutes`
  return `The run ${run.runId} passed ${run.passRate}; the gate requires ${gate.minPassRate}`
}
