import type { Schema } from '@parley/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useAgent } from '../../../app/current-org.ts'
import { describeError } from '../../../components/PageStates.tsx'

export type MediaItem = Schema<'MediaItem'>

/** All media items of the agent, newest first. */
export function useMedia() {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('media', 'all'),
    queryFn: async ({ signal }) => {
      const items: MediaItem[] = []
      for await (const item of agent.api.each('/media', { query: { limit: 200 }, signal })) items.push(item)
      return items
    },
  })
}

export function useMediaUrls(): ReadonlyMap<string, string> {
  const { data } = useMedia()
  return useMemo(() => new Map(data?.map(({ id, url }) => [id, url])), [data])
}

type UploadingFile = {
  key: string
  name: string
  state: 'waiting' | 'going' | 'done' | 'failed'
  error?: string
}
export type Upload = { files: UploadingFile[]; add: (files: readonly File[]) => void; clear: () => void }

/** Uploads files one at a time; later files wait. */
export function useUpload(): Upload {
  const agent = useAgent()
  const queries = useQueryClient()
  const [files, setFiles] = useState<UploadingFile[]>([])
  const line = useRef(Promise.resolve())
  const mark = (key: string, change: Partial<UploadingFile>) =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const send = async (key: string, file: File) => {
    mark(key, { state: 'going' })
    const body = new FormData()
    body.set('file', file)
    try {
      await agent.api.post('/media', { body })
      mark(key, { state: 'done' })
      await queries.invalidateQueries({ queryKey: agent.key('media') })
    } catch (error) {
      mark(key, { state: 'failed', error: describeError(error).text })
    }
  }
  const add = (chosen: readonly File[]) => {
    const added = chosen.map((file) => ({ key: crypto.randomUUID(), file }))
    setFiles((before) => [
      ...before.filter(({ state }) => state !== 'done'),
      ...added.map(({ key, file }) => ({ key, name: file.name, state: 'waiting' as const })),
    ])
    for (const { key, file } of added) line.current = line.current.then(() => send(key, file))
  }
  return { files, add, clear: () => setFiles([]) }
}

export type MediaUse = { section: string; name: string }

type Named = { id?: unknown; name?: unknown; question?: unknown }

/** Finds where an agent's document uses media: as the picture of a Thing, or as `image:<id>` in a text. */
export function mediaUses(document: Record<string, unknown>): Map<string, MediaUse[]> {
  const uses = new Map<string, MediaUse[]>()
  const add = (id: string, use: MediaUse) => {
    const here = uses.get(id) ?? []
    if (!here.some(({ section, name }) => section === use.section && name === use.name)) uses.set(id, [...here, use])
  }
  for (const [section, list] of listsOf(document))
    for (const item of list) {
      const name = nameOf(item as Named)
      for (const id of findMediaIds(item, section === 'things')) add(id, { section, name })
    }
  return uses
}

/**
 * Returns every list of items with the last key on its path; a value outside a list counts as a single entry of its
 * section.
 */
function listsOf(value: unknown, key = ''): [section: string, items: unknown[]][] {
  if (Array.isArray(value)) return [[key, value]]
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? [[key, [value]]] : []
  return Object.entries(value).flatMap(([name, inner]) => listsOf(inner, name))
}

function* findMediaIds(value: unknown, isThing: boolean): Generator<string> {
  if (typeof value === 'string') for (const [, id] of value.matchAll(/image:\s*([\w.-]+)/g)) yield id as string
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (isThing && key === 'media' && typeof inner === 'string') yield inner
    else yield* findMediaIds(inner, false)
  }
}

function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return ''
  const { name, question, id } = item as Named
  return ([name, question, id].find((one) => typeof one === 'string') as string | undefined) ?? ''
}
