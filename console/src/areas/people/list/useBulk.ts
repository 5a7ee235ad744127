import type { Schema } from '@parley/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { words } from '#words/people.ts'
import { type OpenAgent, useAgent } from '../../../app/org.ts'
import { tell } from '../../../parts/tell.tsx'
import { type BulkProgress, forEveryone } from './bulk.ts'

export type BulkAction =
  | { kind: 'addTag' | 'removeTag'; tag: string }
  | { kind: 'setStatus'; status: Schema<'Person'>['status'] }
  | { kind: 'recordConsent'; body: Schema<'ConsentBody'> }
  | { kind: 'erase' }

/** Does one thing for many people, one call each, and tells how far it is. */
export function useBulk() {
  const agent = useAgent()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<BulkProgress>()
  const stop = useRef(new AbortController())
  const run = async (ids: readonly string[], action: BulkAction): Promise<void> => {
    stop.current = new AbortController()
    setProgress({ total: ids.length, done: 0, failed: 0 })
    const end = await forEveryone(ids, (id) => acted(agent, id, action), {
      tell: setProgress,
      signal: stop.current.signal,
    })
    setProgress(undefined)
    await queries.invalidateQueries({ queryKey: agent.key('people') })
    if (end.done > 0) tell.done(words.bulk.done(end.done))
    if (end.failed > 0) tell.failed(new Error(`${words.bulk.failed(end.failed)}: ${wordsOf(end.firstError)}`))
  }
  return { progress, run, stop: () => stop.current.abort() }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function acted({ api }: OpenAgent, personId: string, action: BulkAction): Promise<unknown> {
  const path = { personId }
  if (action.kind === 'erase') return api.delete('/people/{personId}', { path })
  if (action.kind === 'recordConsent') return api.put('/people/{personId}/consent', { path, body: action.body })
  if (action.kind === 'setStatus') return api.patch('/people/{personId}', { path, body: { status: action.status } })
  return tagged(api, personId, action)
}

/** A list of tags is written as a whole, so that it must be the one that was read. */
async function tagged(
  api: OpenAgent['api'],
  personId: string,
  { kind, tag }: { kind: 'addTag' | 'removeTag'; tag: string },
): Promise<void> {
  const path = { personId }
  const answer = await api.raw('GET', '/people/{personId}', { path })
  const { tags } = (await answer.json()) as Schema<'Person'>
  if (tags.includes(tag) === (kind === 'addTag')) return
  const next = kind === 'addTag' ? [...tags, tag] : tags.filter((one) => one !== tag)
  const etag = answer.headers.get('etag')
  await api.patch('/people/{personId}', { path, body: { tags: next }, headers: etag ? { 'if-match': etag } : {} })
}
