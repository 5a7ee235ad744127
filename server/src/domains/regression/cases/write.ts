import type { AgentDefinition } from '@parley/definition'
import type { CaseDocument } from '@parley/testcase'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { createFullProblem } from '../suites/problems.ts'
import type { TestCase } from './case.ts'
import { assertNoLintErrors, createDuplicateKeyProblem } from './lint.ts'
import { countCases, findCaseKeys, insertCases, type NewCase, replaceCase, upsertCases } from './queries.ts'

const maxKeyLength = 119

/** Returns the first free key of `greets`, `greets-2`, `greets-3`, truncated to the maximum length. */
export function findFreeKey(key: string, usedKeys: ReadonlySet<string>): string {
  let free = key
  for (let next = 2; usedKeys.has(free); next++) free = `${key.slice(0, maxKeyLength - `-${next}`.length)}-${next}`
  return free
}

/** Common prefix of all keys that can conflict. */
const getKeyPrefix = (key: string): string => key.slice(0, maxKeyLength - 5)

/** Enough for a thousand Facts in six wordings each. */
export const maxCasesPerSuite = 6000

type TargetSuite = { suiteId: string; definition: AgentDefinition; world: World }

/** Creates a case; the caller has locked the suite. */
export async function createCase(
  tx: Db,
  agent: AgentKey,
  made: Omit<NewCase, 'id'>,
  { suiteId, definition, world }: TargetSuite,
): Promise<TestCase> {
  assertNoLintErrors(made.document, definition)
  await assertCapacity(tx, agent, suiteId, 1)
  const one = { ...made, id: world.newId('case') }
  const [stored] = await insertCases(tx, agent, suiteId, { cases: [one], now: world.now() })
  if (!stored) throw createDuplicateKeyProblem(made.document.key ?? '')
  return stored
}

/** The origin of a case never changes, whatever the request contains. */
export async function editCase(
  tx: Db,
  agent: AgentKey,
  { id, suiteId, document: { origin } }: TestCase,
  { document, now }: { document: CaseDocument; now: Date },
): Promise<TestCase> {
  const replaced = await replaceCase(tx, agent, { id, suiteId, document: { ...document, origin }, now })
  if (!replaced) throw createDuplicateKeyProblem(document.key ?? '')
  return replaced
}

/**
 * Copies a case under the next free key of the target suite, which the caller has locked. The copy drops `origin` but
 * retains `originAsid`, so that erasing the person deletes the copy too.
 */
export async function copyCase(tx: Db, agent: AgentKey, copied: TestCase, into: TargetSuite): Promise<TestCase> {
  const { document, originAsid } = copied
  const { key, origin: _, ...rest } = document
  const usedKeys = key === undefined ? undefined : await findCaseKeys(tx, agent, into.suiteId, getKeyPrefix(key))
  const copy = { ...(key !== undefined && usedKeys && { key: findFreeKey(key, usedKeys) }), ...rest }
  return createCase(tx, agent, { document: copy, originAsid }, into)
}

/** Saves many cases to a locked suite; a case whose key exists replaces the existing one. */
export async function saveCases(
  tx: Db,
  agent: AgentKey,
  documents: readonly CaseDocument[],
  { suiteId, world }: Pick<TargetSuite, 'suiteId' | 'world'>,
): Promise<TestCase[]> {
  const keys = await findCaseKeys(tx, agent, suiteId, '')
  await assertCapacity(tx, agent, suiteId, documents.filter(({ key }) => key === undefined || !keys.has(key)).length)
  // Ascending ids keep cases with the same timestamp in the order of creation.
  const ids = documents.map(() => world.newId('case')).sort()
  const cases = documents.map((document, at) => ({ id: ids[at] as string, document }))
  return upsertCases(tx, agent, suiteId, { cases, now: world.now() })
}

async function assertCapacity(tx: Db, agent: AgentKey, suiteId: string, more: number): Promise<void> {
  if ((await countCases(tx, agent, suiteId)) + more > maxCasesPerSuite)
    throw createFullProblem(`A suite has at most ${maxCasesPerSuite} cases`)
}
