import type { AgentDefinition } from '@parley/definition'
import type { CaseDocument } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { TestCase } from '../cases/case.ts'
import { lintOf } from '../cases/lint.ts'
import { createCase } from '../cases/write.ts'
import type { RegressionDeps } from '../deps.ts'
import { lockSuite } from '../suites/queries.ts'
import { own, there } from '../suites/refusals.ts'
import type { Suite } from '../suites/suite.ts'
import { createSuite } from '../suites/suites.ts'
import type { RecordBody } from './body.ts'
import { gone, namedSession, readConversation } from './conversation.ts'
import { caseOf } from './document.ts'
import { personBehind } from './person.ts'
import { findSuiteNamed, holdSuites } from './queries.ts'
import { standInOf } from './stand-in.ts'

export type RecordDeps = Pick<RegressionDeps, 'world' | 'definitions' | 'stage' | 'spoken'>
export type Recorded = { suite: Suite; testCase: TestCase; definition: AgentDefinition }

/**
 * Document 2, from-conversation. The suite is held before the person, and the person before anything is read: whoever is
 * erased meanwhile waits, and takes the case along.
 */
export async function record(tx: Db, agent: AgentKey, body: RecordBody, deps: RecordDeps): Promise<Recorded> {
  const { world } = deps
  const named = await namedSession(tx, agent, body, deps.spoken)
  const suite = await suiteFor(tx, agent, body.suiteId, deps)
  const { asid, id: conversationId, channel } = named.session
  const standIn = standInOf(await personBehind(tx, agent, asid, deps))
  const { lines, turns } = await readConversation(tx, agent, named, deps)
  const origin = {
    kind: 'conversation',
    ...{ conversationId, userId: asid, recordedAt: world.now().toISOString() },
    ...(body.turnId !== undefined && { turnId: body.turnId }),
  } as const
  const { title, expectation } = body
  const definition = await deps.definitions.read(tx, agent)
  const made = caseOf({ channel, lines, turns, standIn, origin, title, expectation }, definition)
  if (!made) throw gone()
  const document = withoutLost(made, definition)
  const testCase = await createCase(tx, agent, { document, originAsid: asid }, { suiteId: suite.id, definition, world })
  return { suite, testCase, definition }
}

/** Names what is not there any more no longer: a playbook, a tool. */
function withoutLost(document: CaseDocument, definition: AgentDefinition): CaseDocument {
  const errors = lintOf(definition, document).filter(({ severity }) => severity === 'error')
  const lost = new Set(errors.map(({ path }) => /^\/expect\/checks\/([^/]+)/.exec(path)?.[1]))
  const checks = Object.entries(document.expect?.checks ?? {}).filter(([name]) => !lost.has(name))
  return { ...document, expect: { ...document.expect, checks: Object.fromEntries(checks) } }
}

const usualSuite = 'Recorded from conversations'

async function suiteFor(tx: Db, agent: AgentKey, id: string | undefined, { world }: RecordDeps): Promise<Suite> {
  if (id !== undefined) return own(there(await lockSuite(tx, agent, id), 'suite'))
  return (await usual(tx, agent)) ?? makeUsual(tx, agent, world)
}

async function usual(tx: Db, agent: AgentKey): Promise<Suite | undefined> {
  const id = await findSuiteNamed(tx, agent, usualSuite)
  return id === undefined ? undefined : lockSuite(tx, agent, id)
}

/** Of several who find none at once, the first makes it. */
async function makeUsual(tx: Db, agent: AgentKey, world: World): Promise<Suite> {
  await holdSuites(tx, agent)
  return (await usual(tx, agent)) ?? createSuite(tx, agent, { name: usualSuite }, world)
}
