import type { AgentClient, Schema } from '@parley/sdk'
import { findingSubjectOf } from '../agent/lint/finding-location.ts'

type Finding = Schema<'Finding'>
type Entry = { id: string }

/** What of the agent names an entry of a section: the linter is asked what it would say without it. */
export async function findUses(api: AgentClient, section: string, id: string): Promise<EntryUse[]> {
  const [exported, { data: before }] = await Promise.all([
    api.raw('GET', '/export', { headers: { accept: 'application/json' } }),
    api.get('/lint', {}),
  ])
  const saved = (await exported.json()) as Record<string, unknown>
  const without = (saved[section] as Entry[]).filter((entry) => entry.id !== id)
  const answer = await api.raw('POST', '/lint', { body: { ...saved, [section]: without } })
  const { data: after } = (await answer.json()) as { data: Finding[] }
  return isNewlyUnknown(before, after).map((path) => ({ path, name: findingSubjectOf(path, saved) ?? path }))
}

/** A place of the document, and what the entry is called that it is in. */
export type EntryUse = { path: string; name: string }

/** The places that would name nothing, and name something now. */
function isNewlyUnknown(before: readonly Finding[], after: readonly Finding[]): string[] {
  const describeFinding = ({ code, message }: Finding) => `${code} ${message}`
  const known = new Set(before.map(describeFinding))
  return after
    .filter((one) => one.code.endsWith('.unknown') && !known.has(describeFinding(one)))
    .map(({ path }) => path)
}
