import type { Schema } from '@parley/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { strings } from '#i18n/people.ts'
import { type CurrentAgent, useAgent } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'

export type BulkProgress = { total: number; done: number; failed: number; firstError?: unknown }

const concurrency = 4

/** Runs an action for each item, a few at a time; stopping lets running ones finish. */
export async function runForEach<One>(
  everyone: readonly One[],
  act: (one: One) => Promise<unknown>,
  { tell, signal }: { tell: (progress: BulkProgress) => void; signal: AbortSignal },
): Promise<BulkProgress> {
  let progress: BulkProgress = { total: everyone.length, done: 0, failed: 0 }
  const waiting = everyone.values()
  const work = async () => {
    for (const one of waiting) {
      if (signal.aborted) return
      const error = await act(one).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('refused'),
      )
      progress = countResult(progress, error)
      tell(progress)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return progress
}

function countResult(progress: BulkProgress, error: unknown): BulkProgress {
  if (error === undefined) return { ...progress, done: progress.done + 1 }
  return { ...progress, failed: progress.failed + 1, firstError: progress.firstError ?? error }
}

export type BulkAction =
  | { kind: 'addTag' | 'removeTag'; tag: string }
  | { kind: 'setStatus'; status: Schema<'Person'>['status'] }
  | { kind: 'recordConsent'; body: Schema<'ConsentBody'> }
  | { kind: 'erase' }

/** Runs one action for many people, one call each, and reports progress. */
export function useBulk() {
  const agent = useAgent()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<BulkProgress>()
  const stop = useRef(new AbortController())
  const run = async (ids: readonly string[], action: BulkAction): Promise<void> => {
    stop.current = new AbortController()
    setProgress({ total: ids.length, done: 0, failed: 0 })
    const end = await runForEach(ids, (id) => performAction(agent, id, action), {
      tell: setProgress,
      signal: stop.current.signal,
    })
    setProgress(undefined)
    await queries.invalidateQueries({ queryKey: agent.key('people') })
    if (end.done > 0) notify.success(strings.bulk.done(end.done))
    if (end.failed > 0) notify.error(new Error(`${strings.bulk.failed(end.failed)}: ${bulkTextOf(end.firstError)}`))
  }
  return { progress, run, stop: () => stop.current.abort() }
}

const bulkTextOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function performAction({ api }: CurrentAgent, personId: string, action: BulkAction): Promise<unknown> {
  const path = { personId }
  if (action.kind === 'erase') return api.delete('/people/{personId}', { path })
  if (action.kind === 'recordConsent') return api.put('/people/{personId}/consent', { path, body: action.body })
  if (action.kind === 'setStatus') return api.patch('/people/{personId}', { path, body: { status: action.status } })
  return withTag(api, personId, action)
}

/** Tags are written as a whole list, so the write is guarded by the version that was read. */
async function withTag(
  api: CurrentAgent['api'],
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
