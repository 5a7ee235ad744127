import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAgent } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import {
  changeSection,
  type KnowledgeSectionName,
  type KnowledgeSections,
  readSection,
  type SectionEdit,
  type SectionVersion,
} from './knowledge-section.ts'

type PendingEdit<Item> = { edit: SectionEdit<Item>; query?: Record<string, string>; onError?: (error: unknown) => void }
/** The shown list may include edits that are not saved yet. */
type ShownItems<Item> = SectionVersion<Item> & { saved: SectionVersion<Item> }

/** A list of the knowledge catalog. Edits appear at once, are saved one at a time, and are rolled back if rejected. */
export function useSection<N extends KnowledgeSectionName>(name: N) {
  type Item = KnowledgeSections[N]
  const agent = useAgent()
  const queries = useQueryClient()
  const key = agent.key('knowledge', name)
  const mutationKey = [...key, 'change']
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<ShownItems<Item>> => applyPending(await readSection(agent.api, name, signal)),
  })
  const cached = () => queries.getQueryData<ShownItems<Item>>(key)
  const put = (list: ShownItems<Item>) => queries.setQueryData(key, list)
  const changing = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ edit, query }: PendingEdit<Item>) => {
      const base = cached()?.saved ?? (await readSection(agent.api, name))
      return changeSection(agent.api, name, { edit, base, query })
    },
    onMutate: async ({ edit }) => {
      await queries.cancelQueries({ queryKey: key, exact: true })
      const current = cached()
      if (current) put({ ...current, items: [...edit(current.items)] })
    },
    onSuccess: (saved) => {
      const isLast = queries.isMutating({ mutationKey }) <= 1
      const current = cached()
      put(isLast || !current ? applyPending(saved) : { ...current, saved })
      void queries.invalidateQueries({ queryKey: agent.key('lint') })
      void queries.invalidateQueries({ queryKey: agent.key('export') })
      if (name === 'collections') void queries.invalidateQueries({ queryKey: agent.key('knowledge', 'things') })
    },
    onError: (error, { onError = notify.error }) => {
      const current = cached()
      if (current) put(applyPending(current.saved))
      onError(error)
    },
  })
  const { mutateAsync, isPending } = changing
  return useMemo(
    () => ({
      items: query.data?.items as Item[] | undefined,
      etag: query.data?.saved.etag,
      error: query.error,
      refetch: query.refetch,
      saving: isPending,
      /** Resolves to whether it was saved; an error has already been shown. */
      change: (edit: SectionEdit<Item>, more: Omit<PendingEdit<Item>, 'edit'> = {}) =>
        mutateAsync({ edit, ...more }).then(
          () => true,
          () => false,
        ),
      /** Saves and throws if rejected, for undo handlers. */
      insist: (edit: SectionEdit<Item>, query?: Record<string, string>) =>
        mutateAsync({ edit, query, onError: () => {} }),
    }),
    [query.data, query.error, query.refetch, mutateAsync, isPending],
  )
}

const applyPending = <Item>(saved: SectionVersion<Item>): ShownItems<Item> => ({ ...saved, saved })
