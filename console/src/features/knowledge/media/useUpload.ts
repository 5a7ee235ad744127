import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAgent } from '../../../app/current-org.ts'
import { describeError } from '../../../components/ErrorAlert.tsx'

export type UploadingFile = {
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
