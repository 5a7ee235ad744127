import { type AgentDefinition, type AgentPlaybook, isSameValue } from '@parley/definition'
import { type CaseDocument, generateExampleCases } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { DefinitionListener } from '../../agents/index.ts'
import { deleteCases, upsertCases } from '../cases/queries.ts'
import type { RegressionDeps } from '../deps.ts'
import { deleteSuite, findSystemSuites, insertSuite, renameSuite, type SystemSuite } from './queries.ts'

type ExampleSuite = { playbookId: string; name: string; documents: CaseDocument[] }
/** Cases to write and to delete; `suite` is absent when it does not exist yet. */
type SyncStep = {
  wanted: ExampleSuite
  suite?: SystemSuite
  put: CaseDocument[]
  superfluous: string[]
  renamed: boolean
}
type SyncPlan = { steps: SyncStep[]; removed: SystemSuite[] }

const hasExamples = ({ examples = [] }: AgentPlaybook): boolean => examples.length > 0

function buildExampleSuites(playbooks: readonly AgentPlaybook[]): ExampleSuite[] {
  return playbooks.filter(hasExamples).flatMap((playbook) => {
    const { id: playbookId, name, isDefault } = playbook
    const documents = generateExampleCases(playbook, { isDefault })
    return documents.length > 0 ? [{ playbookId, name: `Examples: ${name}`, documents }] : []
  })
}

function planSync(wanted: readonly ExampleSuite[], following: ReadonlyMap<string, SystemSuite>): SyncPlan {
  const steps = wanted.map((one) => planSyncStep(one, following.get(one.playbookId)))
  const wantedIds = new Set(wanted.map(({ playbookId }) => playbookId))
  return {
    steps: steps.filter(
      ({ suite, put, superfluous, renamed }) => !suite || renamed || put.length + superfluous.length > 0,
    ),
    removed: [...following.values()].filter(({ playbookId }) => !wantedIds.has(playbookId)),
  }
}

function planSyncStep(wanted: ExampleSuite, suite: SystemSuite | undefined): SyncStep {
  const stored = suite?.cases ?? new Map<string, never>()
  const keys = new Set(wanted.documents.map(({ key }) => key))
  return {
    wanted,
    suite,
    put: wanted.documents.filter((document) => !isSameValue(stored.get(document.key ?? '')?.document, document)),
    superfluous: [...stored].flatMap(([key, { id }]) => (keys.has(key) ? [] : [id])),
    renamed: suite !== undefined && suite.name !== wanted.name,
  }
}

/** The caller has locked the agent, so no other process applies the same plan. */
async function applySyncPlan(tx: Db, agent: AgentKey, { steps, removed }: SyncPlan, world: World): Promise<void> {
  const now = world.now()
  for (const { id } of removed) await deleteSuite(tx, agent, id)
  for (const { wanted, suite, put, superfluous, renamed } of steps) {
    const { name, playbookId } = wanted
    const { id: suiteId } = suite ?? (await insertSuite(tx, agent, { id: world.newId('suite'), name, playbookId, now }))
    if (renamed) await renameSuite(tx, agent, suiteId, { name, now })
    if (superfluous.length > 0) await deleteCases(tx, agent, superfluous)
    const ids = put.map(() => world.newId('case')).sort()
    const cases = put.map((document, at) => ({ id: ids[at] as string, document }))
    if (cases.length > 0) await upsertCases(tx, agent, suiteId, { cases, now })
  }
}

const indexExampleSources = ({ playbooks }: AgentDefinition) =>
  new Map(
    playbooks
      .filter(hasExamples)
      .map(({ id, name, examples, isDefault }) => [id, { name, examples, isDefault }] as const),
  )

function findChangedPlaybooks(before: AgentDefinition, after: AgentDefinition): Set<string> {
  const [was, is] = [indexExampleSources(before), indexExampleSources(after)]
  return new Set([...was.keys(), ...is.keys()].filter((id) => !isSameValue(was.get(id), is.get(id))))
}

/** Runs in the transaction of the change and reads only the changed playbooks. */
export const createExamplesListener =
  (world: World): DefinitionListener =>
  async (tx, agent, { before, definition, changed }) => {
    const ids = changed.includes('playbooks') ? findChangedPlaybooks(before, definition) : new Set<string>()
    if (ids.size === 0) return
    const wanted = buildExampleSuites(definition.playbooks.filter(({ id }) => ids.has(id)))
    await applySyncPlan(tx, agent, planSync(wanted, await findSystemSuites(tx, agent, [...ids])), world)
  }

export type SyncExamples = (agent: AgentKey) => Promise<void>

/**
 * Creates the suites of agents whose Examples are older than this feature. Checks each version of a definition once.
 */
export function createExamplesSync({
  db,
  world,
  definitions,
}: Pick<RegressionDeps, 'db' | 'world' | 'definitions'>): SyncExamples {
  const inStep = new WeakSet<AgentDefinition>()
  const planFor = async (on: Db, agent: AgentKey, { playbooks }: AgentDefinition): Promise<SyncPlan> =>
    planSync(buildExampleSuites(playbooks), await findSystemSuites(on, agent))
  return async (agent) => {
    const definition = await definitions.read(db, agent)
    if (inStep.has(definition)) return
    const { steps, removed } = await planFor(db, agent, definition)
    if (steps.length + removed.length > 0)
      await inTransaction(db, async (tx) => {
        const locked = await definitions.lock(tx, agent)
        if (locked) await applySyncPlan(tx, agent, await planFor(tx, agent, locked.definition), world)
      })
    inStep.add(definition)
  }
}
