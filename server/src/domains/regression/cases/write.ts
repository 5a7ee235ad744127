import type { AgentDefinition } from '@parley/definition'
import type { CaseDocument } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { full } from '../suites/refusals.ts'
import type { TestCase } from './case.ts'
import { freeKey, startOf } from './free-key.ts'
import { keyTaken, refuseFaulty } from './lint.ts'
import { countCases, findKeys, insertCases, type NewCase, putCases, replaceCase } from './queries.ts'

/** Enough for a thousand Facts in six wordings. */
export const mostCases = 6000

type Into = { suiteId: string; definition: AgentDefinition; world: World }

/** Makes a case in a suite that is locked. */
export async function createCase(
  tx: Db,
  agent: AgentKey,
  made: Omit<NewCase, 'id'>,
  { suiteId, definition, world }: Into,
): Promise<TestCase> {
  refuseFaulty(made.document, definition)
  await refuseFull(tx, agent, suiteId, 1)
  const one = { ...made, id: world.newId('case') }
  const [stored] = await insertCases(tx, agent, suiteId, { cases: [one], now: world.now() })
  if (!stored) throw keyTaken(made.document.key ?? '')
  return stored
}

/** Whatever is sent, where a case came from stays. */
export async function editCase(
  tx: Db,
  agent: AgentKey,
  { id, suiteId, document: { origin } }: TestCase,
  { document, now }: { document: CaseDocument; now: Date },
): Promise<TestCase> {
  const replaced = await replaceCase(tx, agent, { id, suiteId, document: { ...document, origin }, now })
  if (!replaced) throw keyTaken(document.key ?? '')
  return replaced
}

/**
 * Under the next free key of the suite that it is copied into, which is locked. Whose conversation it came from is
 * remembered, though the copy does not say so: it goes with them.
 */
export async function copyCase(tx: Db, agent: AgentKey, copied: TestCase, into: Into): Promise<TestCase> {
  const { document, originAsid } = copied
  const { key, origin: _, ...rest } = document
  const taken = key === undefined ? undefined : await findKeys(tx, agent, into.suiteId, startOf(key))
  const copy = { ...(key !== undefined && taken && { key: freeKey(key, taken) }), ...rest }
  return createCase(tx, agent, { document: copy, originAsid }, into)
}

/** Many at once into a suite that is locked; one whose key is there takes the place of that. */
export async function storeCases(
  tx: Db,
  agent: AgentKey,
  documents: readonly CaseDocument[],
  { suiteId, world }: Pick<Into, 'suiteId' | 'world'>,
): Promise<TestCase[]> {
  const keys = await findKeys(tx, agent, suiteId, '')
  await refuseFull(tx, agent, suiteId, documents.filter(({ key }) => key === undefined || !keys.has(key)).length)
  // Ids in ascending order, so that cases of one moment stay in the order in which they were made.
  const ids = documents.map(() => world.newId('case')).sort()
  const cases = documents.map((document, at) => ({ id: ids[at] as string, document }))
  return putCases(tx, agent, suiteId, { cases, now: world.now() })
}

async function refuseFull(tx: Db, agent: AgentKey, suiteId: string, more: number): Promise<void> {
  if ((await countCases(tx, agent, suiteId)) + more > mostCases) throw full(`A suite has at most ${mostCases} cases`)
}
