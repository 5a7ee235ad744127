import { type UseFormReturnType, useForm } from '@mantine/form'
import { Conflict, Invalid } from '@parley/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { strings } from '#i18n/app.ts'
import { useCan } from '../../app/current-org.ts'
import { notify } from '../notify.tsx'
import { groupErrorsByPath } from './field-path.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'

type Fields = Record<string, unknown>

/** Merges the saved value with the edits made in the form since it was sent. */
export function mergeEdits<T>(saved: T, sent: T, now: T): T {
  if (isSame(sent, now)) return saved
  if (isFields(saved) && isFields(sent) && isFields(now)) {
    const keys = Object.keys({ ...saved, ...now }).filter((key) => key in now || !(key in sent))
    return Object.fromEntries(keys.map((key) => [key, mergeEdits(saved[key], sent[key], now[key])])) as T
  }
  if (isList(saved) && isList(sent) && isList(now) && saved.length === sent.length && sent.length === now.length)
    return saved.map((one, at) => mergeEdits(one, sent[at], now[at])) as T
  return now
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !isList(value)

/** An API resource that is read and written as a whole, guarded by its ETag. */
export type EditorSource<T> = {
  key: unknown[]
  /** The raw response: its ETag guards the next write. */
  read: (signal: AbortSignal) => Promise<Response>
  write: (value: T, headers: Record<string, string>) => Promise<Response>
  /** Maps the response to the form's values; defaults to all of it. */
  toForm?: (answer: never) => T
  /** Maps a field of an API error to the form, where its name differs. */
  toFormField?: (field: string) => string
  /** `isDirty`: the user made more changes during the save. */
  onSaved?: (saved: T, isDirty: boolean) => void
  /** Role required to edit; defaults to editor. */
  role?: 'editor' | 'admin' | 'serve'
}

export type VersionedValue<T> = { value: T; etag?: string }
type PendingSave<T> = { sent: T; base: VersionedValue<T> | undefined }
type SaveOutcome<T> =
  | { version: VersionedValue<T>; theirs?: undefined }
  | { version?: undefined; theirs: VersionedValue<T> }

export type Editor<T> = {
  form: UseFormReturnType<T>
  /** Loaded and shown in the form. */
  ready: boolean
  error: Error | null
  refetch: () => unknown
  readOnly: boolean
  dirty: boolean
  saving: boolean
  /** A rejected save, including errors that belong to no field. */
  refusal: Error | undefined
  toFormField: ((field: string) => string) | undefined
  save: () => void
  discard: () => void
  /** The version that another user has saved in the meantime. */
  conflict: VersionedValue<T> | undefined
  overwriteTheirs: () => void
  discardMine: () => void
  keepEditing: () => void
  saved: T | undefined
}

export function useEditor<T extends Record<string, unknown>>(source: EditorSource<T>): Editor<T> {
  const readOnly = !useCan(source.role ?? 'editor')
  const queries = useQueryClient()
  const key = [...source.key, 'versioned']
  const { loaded, form, base, adopt } = useRead<T>(key, source)
  const dirty = base !== undefined && form.isDirty()
  const [conflict, setConflict] = useState<VersionedValue<T>>()
  const underWay = useRef(false)
  const saving = useMutation({
    mutationFn: (sending: PendingSave<T>) =>
      write(source, sending).finally(() => {
        underWay.current = false
      }),
    onSuccess: ({ version, theirs }, { sent }) => {
      if (theirs) return setConflict(theirs)
      queries.setQueryData(key, version)
      // Keeps edits made during the save.
      adopt(version, mergeEdits(version.value, sent, form.getValues()))
      void queries.invalidateQueries({
        queryKey: source.key,
        predicate: (query) => query.queryKey.at(-1) !== 'versioned',
      })
      source.onSaved?.(version.value, form.isDirty())
      notify.success(strings.save.saved)
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(groupErrorsByPath(error.errors, source.toFormField))
    },
  })
  const send = (version: VersionedValue<T> | undefined) => {
    if (underWay.current) return
    underWay.current = true
    saving.mutate({ sent: form.getValues(), base: version })
  }
  useUnsavedGuard(dirty)
  return {
    form,
    ready: base !== undefined,
    error: loaded.error,
    refetch: loaded.refetch,
    readOnly,
    dirty,
    saving: saving.isPending,
    refusal: saving.error ?? undefined,
    toFormField: source.toFormField,
    save: () => send(base),
    discard: () => {
      saving.reset()
      if (base) adopt(loaded.data ?? base)
    },
    conflict,
    overwriteTheirs: () => {
      send(conflict)
      setConflict(undefined)
    },
    discardMine: () => {
      if (conflict) {
        queries.setQueryData(key, conflict)
        adopt(conflict)
      }
      setConflict(undefined)
    },
    keepEditing: () => setConflict(undefined),
    saved: base?.value,
  }
}

/** Loads the latest version into a form. */
function useRead<T extends Record<string, unknown>>(key: unknown[], source: EditorSource<T>) {
  const loaded = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => versionOf<T>(await source.read(signal), source),
  })
  const [base, setBase] = useState<VersionedValue<T>>()
  const form = useForm<T>({ mode: 'controlled' })
  const adopt = (version: VersionedValue<T>, values = version.value) => {
    form.setInitialValues(version.value)
    form.setValues(values)
    form.clearErrors()
    form.resetDirty(version.value)
    setBase(version)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: applies only newly loaded values, and never over an edit
  useEffect(() => {
    if (loaded.data && loaded.data !== base && !(base && form.isDirty())) adopt(loaded.data)
  }, [loaded.data])
  return { loaded, form, base, adopt }
}

/** Saves the edits. On a conflict, reads the version that another user has saved; if that fails too, the save fails. */
async function write<T>(source: EditorSource<T>, { sent, base }: PendingSave<T>): Promise<SaveOutcome<T>> {
  try {
    return { version: await versionOf(await source.write(sent, base?.etag ? { 'if-match': base.etag } : {}), source) }
  } catch (error) {
    if (!isStale(error)) throw error
    return { theirs: await versionOf(await source.read(new AbortController().signal), source) }
  }
}

const isStale = (error: unknown): boolean => error instanceof Conflict && error.status === 412

async function versionOf<T>(answer: Response, { toForm }: EditorSource<T>): Promise<VersionedValue<T>> {
  const body = (await answer.json()) as never
  return { value: toForm ? toForm(body) : body, etag: answer.headers.get('etag') ?? undefined }
}
