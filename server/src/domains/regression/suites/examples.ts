import { type AgentDefinition, type AgentPlaybook, sameValue } from '@parley/definition'
import { type CaseDocument, exampleCases } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { DefinitionListener } from '../../agents/index.ts'
import { deleteCases, putCases } from '../cases/queries.ts'
import type { RegressionDeps } from '../deps.ts'
import { type Following, findFollowing, renameSuite } from './queries/examples.ts'
import { deleteSuite, insertSuite, inTransaction } from './queries.ts'

/** Document 2, Examples as tests: for each playbook with Examples a suite that follows them. */

type Wanted = { playbookId: string; name: string; documents: CaseDocument[] }
/** What is missing, or says something else; `suite` is absent where there is none yet. */
type Step = { wanted: Wanted; suite?: Following; put: CaseDocument[]; superfluous: string[]; renamed: boolean }
type Plan = { steps: Step[]; gone: Following[] }

const hasExamples = ({ examples = [] }: AgentPlaybook): boolean => examples.length > 0

function wantedOf(playbooks: readonly AgentPlaybook[]): Wanted[] {
  return playbooks.filter(hasExamples).flatMap((playbook) => {
    const { id: playbookId, name, isDefault } = playbook
    const documents = exampleCases(playbook, { isDefault })
    return documents.length > 0 ? [{ playbookId, name: `Examples: ${name}`, documents }] : []
  })
}

function planOf(wanted: readonly Wanted[], following: ReadonlyMap<string, Following>): Plan {
  const steps = wanted.map((one) => stepOf(one, following.get(one.playbookId)))
  const kept = new Set(wanted.map(({ playbookId }) => playbookId))
  return {
    steps: steps.filter(
      ({ suite, put, superfluous, renamed }) => !suite || renamed || put.length + superfluous.length > 0,
    ),
    gone: [...following.values()].filter(({ playbookId }) => !kept.has(playbookId)),
  }
}

function stepOf(wanted: Wanted, suite: Following | undefined): Step {
  const stored = suite?.cases ?? new Map<string, never>()
  const keys = new Set(wanted.documents.map(({ key }) => key))
  return {
    wanted,
    suite,
    put: wanted.documents.filter((document) => !sameValue(stored.get(document.key ?? '')?.document, document)),
    superfluous: [...stored].flatMap(([key, { id }]) => (keys.has(key) ? [] : [id])),
    renamed: suite !== undefined && suite.name !== wanted.name,
  }
}

/** The agent is locked: nobody else takes the same steps. */
async function take(tx: Db, agent: AgentKey, { steps, gone }: Plan, world: World): Promise<void> {
  const now = world.now()
  for (const { id } of gone) await deleteSuite(tx, agent, id)
  for (const { wanted, suite, put, superfluous, renamed } of steps) {
    const { name, playbookId } = wanted
    const { id: suiteId } = suite ?? (await insertSuite(tx, agent, { id: world.newId('suite'), name, playbookId, now }))
    if (renamed) await renameSuite(tx, agent, suiteId, { name, now })
    if (superfluous.length > 0) await deleteCases(tx, agent, superfluous)
    const ids = put.map(() => world.newId('case')).sort()
    const cases = put.map((document, at) => ({ id: ids[at] as string, document }))
    if (cases.length > 0) await putCases(tx, agent, suiteId, { cases, now })
  }
}

/** What cases are made of, by playbook. */
const sourcesOf = ({ playbooks }: AgentDefinition) =>
  new Map(
    playbooks
      .filter(hasExamples)
      .map(({ id, name, examples, isDefault }) => [id, { name, examples, isDefault }] as const),
  )

/** Those whose Examples, name or start are not what they were. */
function changedIn(before: AgentDefinition, after: AgentDefinition): Set<string> {
  const [was, is] = [sourcesOf(before), sourcesOf(after)]
  return new Set([...was.keys(), ...is.keys()].filter((id) => !sameValue(was.get(id), is.get(id))))
}

/** In the transaction of the change; it looks at nothing but the playbooks that it is about. */
export const examplesListener =
  (world: World): DefinitionListener =>
  async (tx, agent, { before, definition, changed }) => {
    const ids = changed.includes('playbooks') ? changedIn(before, definition) : new Set<string>()
    if (ids.size === 0) return
    const wanted = wantedOf(definition.playbooks.filter(({ id }) => ids.has(id)))
    await take(tx, agent, planOf(wanted, await findFollowing(tx, agent, [...ids])), world)
  }

export type CatchUp = (agent: AgentKey) => Promise<void>

/** For agents whose Examples were there before anybody followed them: looks once at each version of an agent. */
export function catchingUp({ db, world, definitions }: Pick<RegressionDeps, 'db' | 'world' | 'definitions'>): CatchUp {
  const inStep = new WeakSet<AgentDefinition>()
  const planFor = async (on: Db, agent: AgentKey, { playbooks }: AgentDefinition): Promise<Plan> =>
    planOf(wantedOf(playbooks), await findFollowing(on, agent))
  return async (agent) => {
    const definition = await definitions.read(db, agent)
    if (inStep.has(definition)) return
    const { steps, gone } = await planFor(db, agent, definition)
    if (steps.length + gone.length > 0)
      await inTransaction(db, async (tx) => {
        const locked = await definitions.lock(tx, agent)
        if (locked) await take(tx, agent, await planFor(tx, agent, locked.definition), world)
      })
    inStep.add(definition)
  }
}
