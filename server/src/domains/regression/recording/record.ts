import type { AgentDefinition } from '@parley/definition'
import type { CaseDocument } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { TestCase } from '../cases/case.ts'
import { lintCase } from '../cases/lint.ts'
import { createCase } from '../cases/write.ts'
import type { RegressionDeps } from '../deps.ts'
import { requireEditable, requireTest } from '../suites/problems.ts'
import { lockSuite } from '../suites/queries.ts'
import type { StoredSuite } from '../suites/suite.ts'
import { createSuite } from '../suites/suites.ts'
import type { RecordBody } from './body.ts'
import { createExpiredProblem, loadConversation, resolveSession } from './conversation.ts'
import { buildCaseDocument } from './document.ts'
import { createPseudonymizer } from './pseudonymize.ts'
import { findSuiteByName, lockSuites } from './queries.ts'
import { findRecordedPerson } from './recorded-person.ts'

export type RecordDeps = Pick<RegressionDeps, 'world' | 'definitions' | 'sandbox' | 'transcripts'>
export type RecordResult = { suite: StoredSuite; testCase: TestCase; definition: AgentDefinition }

/**
 * Document 2, from-conversation. The suite is held before the person, and the person before anything is read: whoever is
 * erased meanwhile waits, and takes the case along.
 */
export async function recordCase(tx: Db, agent: AgentKey, body: RecordBody, deps: RecordDeps): Promise<RecordResult> {
  const { world } = deps
  const named = await resolveSession(tx, agent, body, deps.transcripts)
  const suite = await resolveSuite(tx, agent, body.suiteId, deps)
  const { asid, id: conversationId, channel } = named.session
  const pseudonymizer = createPseudonymizer(await findRecordedPerson(tx, agent, asid, deps))
  const { lines, turns } = await loadConversation(tx, agent, named, deps)
  const origin = {
    kind: 'conversation',
    ...{ conversationId, userId: asid, recordedAt: world.now().toISOString() },
    ...(body.turnId !== undefined && { turnId: body.turnId }),
  } as const
  const { title, expectation } = body
  const definition = await deps.definitions.read(tx, agent)
  const made = buildCaseDocument({ channel, lines, turns, pseudonymizer, origin, title, expectation }, definition)
  if (!made) throw createExpiredProblem()
  const document = removeMissingReferences(made, definition)
  const testCase = await createCase(tx, agent, { document, originAsid: asid }, { suiteId: suite.id, definition, world })
  return { suite, testCase, definition }
}

/** Names what is not there any more no longer: a playbook, a tool. */
function removeMissingReferences(document: CaseDocument, definition: AgentDefinition): CaseDocument {
  const errors = lintCase(definition, document).filter(({ severity }) => severity === 'error')
  const lost = new Set(errors.map(({ path }) => /^\/expect\/checks\/([^/]+)/.exec(path)?.[1]))
  const checks = Object.entries(document.expect?.checks ?? {}).filter(([name]) => !lost.has(name))
  return { ...document, expect: { ...document.expect, checks: Object.fromEntries(checks) } }
}

const defaultSuiteName = 'Recorded from conversations'

async function resolveSuite(
  tx: Db,
  agent: AgentKey,
  id: string | undefined,
  { world }: RecordDeps,
): Promise<StoredSuite> {
  if (id !== undefined) return requireEditable(requireTest(await lockSuite(tx, agent, id), 'suite'))
  return (await findDefaultSuite(tx, agent)) ?? createDefaultSuite(tx, agent, world)
}

async function findDefaultSuite(tx: Db, agent: AgentKey): Promise<StoredSuite | undefined> {
  const id = await findSuiteByName(tx, agent, defaultSuiteName)
  return id === undefined ? undefined : lockSuite(tx, agent, id)
}

/** Of several who find none at once, the first makes it. */
async function createDefaultSuite(tx: Db, agent: AgentKey, world: World): Promise<StoredSuite> {
  await lockSuites(tx, agent)
  return (await findDefaultSuite(tx, agent)) ?? createSuite(tx, agent, { name: defaultSuiteName }, world)
}
