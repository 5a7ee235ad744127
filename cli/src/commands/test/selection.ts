import type { AgentClient } from '@parley/sdk'
import { allOf } from '../../connection/all.ts'
import { misused } from '../../exit.ts'
import { shortened } from '../../layout/width.ts'
import { plain } from '../../text/plain.ts'
import type { Asked } from './arguments.ts'

export type Suite = { id: string; name: string }
type Case = { id: string; key?: string }
export type Selection = { suiteIds?: string[]; caseIds?: string[]; tags?: string[]; samplesOverride?: number }

/** Listing them has Parley catch up with the Examples of playbooks, too. */
export const suitesOf = (at: AgentClient): Promise<Suite[]> =>
  allOf(at.each('/tests/suites', { query: { limit: 1000 } }))

/** The body of a run: names and keys become ids. */
export async function selectionOf(asked: Asked, suites: readonly Suite[], at: AgentClient): Promise<Selection> {
  const suiteIds = asked.suites.map((wanted) => suiteOf(wanted, suites).id)
  const within = suiteIds.length > 0 ? suites.filter(({ id }) => suiteIds.includes(id)) : suites
  const caseIds = asked.cases.length > 0 ? await casesOf(asked.cases, within, at) : []
  return {
    ...(suiteIds.length > 0 && { suiteIds }),
    ...(caseIds.length > 0 && { caseIds }),
    ...(asked.tags.length > 0 && { tags: asked.tags }),
    ...(asked.samples !== undefined && { samplesOverride: asked.samples }),
  }
}

function suiteOf(wanted: string, suites: readonly Suite[]): Suite {
  const byId = suites.find(({ id }) => id === wanted)
  if (byId) return byId
  const alike = suites.filter(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase())
  const [only, ...others] = alike
  if (only && others.length === 0) return only
  const named = plain(wanted)
  if (only)
    throw misused(`Several suites are called ${named}; name one by its id: ${listed(alike.map(({ id }) => id))}`)
  const there = suites.length > 0 ? `There are: ${listed(suites.map(({ name }) => name))}` : 'The agent has none'
  throw misused(`There is no suite ${named}. ${there}`)
}

/** Ids are taken as they are; keys are looked for, and may stand for a case in each of several suites. */
async function casesOf(wanted: readonly string[], suites: readonly Suite[], at: AgentClient): Promise<string[]> {
  if (wanted.every((one) => one.startsWith('case_'))) return [...wanted]
  const found: Case[] = []
  for (const { id } of suites) {
    const cases = at.each('/tests/suites/{suiteId}/cases', { path: { suiteId: id }, query: { limit: 1000 } })
    found.push(...(await allOf(cases)))
  }
  return wanted.flatMap((one) => {
    const alike = found.filter(({ id, key }) => id === one || key === one)
    if (alike.length === 0)
      throw misused(`There is no case with the id or key ${plain(one)} in the suites that were chosen`)
    return alike.map(({ id }) => id)
  })
}

const listed = (names: readonly string[]): string => shortened(names.map(plain).join(', '), 400)
