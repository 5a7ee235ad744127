import type { AgentClient } from '@parley/sdk'
import { collectItems } from '../../connection/connect.ts'
import { usageError } from '../../exit.ts'
import { truncateToWidth } from '../../layout/width.ts'
import { toPrintable } from '../../text/printable.ts'
import type { TestArguments } from './test-arguments.ts'

export type SuiteRef = { id: string; name: string }
type Case = { id: string; key?: string }
export type RunSelection = {
  suiteIds?: string[]
  caseIds?: string[]
  tags?: string[]
  samplesOverride?: number
  draftId?: string
}

/** Listing the suites also makes Parley sync the Examples of playbooks. */
export const readSuites = (client: AgentClient): Promise<SuiteRef[]> =>
  collectItems(client.each('/tests/suites', { query: { limit: 1000 } }))

/** Builds the request body of a run by resolving names and keys to ids. */
export async function resolveSelection(
  testArguments: TestArguments,
  suites: readonly SuiteRef[],
  client: AgentClient,
): Promise<RunSelection> {
  const suiteIds = testArguments.suites.map((wanted) => findSuite(wanted, suites).id)
  const within = suiteIds.length > 0 ? suites.filter(({ id }) => suiteIds.includes(id)) : suites
  const caseIds = testArguments.cases.length > 0 ? await findCases(testArguments.cases, within, client) : []
  return {
    ...(suiteIds.length > 0 && { suiteIds }),
    ...(caseIds.length > 0 && { caseIds }),
    ...(testArguments.tags.length > 0 && { tags: testArguments.tags }),
    ...(testArguments.draft !== undefined && { draftId: testArguments.draft }),
    ...(testArguments.samples !== undefined && { samplesOverride: testArguments.samples }),
  }
}

function findSuite(wanted: string, suites: readonly SuiteRef[]): SuiteRef {
  const byId = suites.find(({ id }) => id === wanted)
  if (byId) return byId
  const alike = suites.filter(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase())
  const [only, ...others] = alike
  if (only && others.length === 0) return only
  const named = toPrintable(wanted)
  if (only) throw usageError(`Several suites are named ${named}; use the id: ${splitList(alike.map(({ id }) => id))}`)
  const there = suites.length > 0 ? `Suites: ${splitList(suites.map(({ name }) => name))}` : 'The agent has no suites'
  throw usageError(`Unknown suite ${named}. ${there}`)
}

/** Uses ids as they are. A key is looked up and may match a case in each of several suites. */
async function findCases(
  wanted: readonly string[],
  suites: readonly SuiteRef[],
  client: AgentClient,
): Promise<string[]> {
  if (wanted.every((one) => one.startsWith('case_'))) return [...wanted]
  const found: Case[] = []
  for (const { id } of suites) {
    const cases = client.each('/tests/suites/{suiteId}/cases', { path: { suiteId: id }, query: { limit: 1000 } })
    found.push(...(await collectItems(cases)))
  }
  return wanted.flatMap((one) => {
    const alike = found.filter(({ id, key }) => id === one || key === one)
    if (alike.length === 0) throw usageError(`No case in the selected suites has the id or key ${toPrintable(one)}`)
    return alike.map(({ id }) => id)
  })
}

const splitList = (names: readonly string[]): string => truncateToWidth(names.map(toPrintable).join(', '), 400)
