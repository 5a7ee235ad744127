import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAgent } from '../../../app/org.ts'
import { tell } from '../../../parts/tell.tsx'
import { changeSection, type Edit, readSection, type SectionName, type Sections, type Version } from './section.ts'

type Change<Item> = { edit: Edit<Item>; query?: Record<string, string>; told?: (error: unknown) => void }
/** What is shown may be ahead of what is saved. */
type Shown<Item> = Version<Item> & { saved: Version<Item> }

/** A list of the knowledge catalog. Edits are shown at once, saved one after the other, and taken back when refused. */
export function useSection<N extends SectionName>(name: N) {
  type Item = Sections[N]
  const agent = useAgent()
  const queries = useQueryClient()
  const key = agent.key('knowledge', name)
  const mutationKey = [...key, 'change']
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Shown<Item>> => shownAs(await readSection(agent.api, name, signal)),
  })
  const held = () => queries.getQueryData<Shown<Item>>(key)
  const put = (shown: Shown<Item>) => queries.setQueryData(key, shown)
  const changing = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ edit, query: asked }: Change<Item>) => {
      const base = held()?.saved ?? (await readSection(agent.api, name))
      return changeSection(agent.api, name, { edit, base, query: asked })
    },
    onMutate: async ({ edit }) => {
      await queries.cancelQueries({ queryKey: key, exact: true })
      const shown = held()
      if (shown) put({ ...shown, items: [...edit(shown.items)] })
    },
    onSuccess: (saved) => {
      const isLast = queries.isMutating({ mutationKey }) <= 1
      const shown = held()
      put(isLast || !shown ? shownAs(saved) : { ...shown, saved })
      void queries.invalidateQueries({ queryKey: agent.key('lint') })
      void queries.invalidateQueries({ queryKey: agent.key('export') })
      if (name === 'collections') void queries.invalidateQueries({ queryKey: agent.key('knowledge', 'things') })
    },
    onError: (error, { told = tell.failed }) => {
      const shown = held()
      if (shown) put(shownAs(shown.saved))
      told(error)
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
      /** Whether it was saved; what was refused has been told. */
      change: (edit: Edit<Item>, more: Omit<Change<Item>, 'edit'> = {}) =>
        mutateAsync({ edit, ...more }).then(
          () => true,
          () => false,
        ),
      /** Saves, and throws what is refused: for those who undo. */
      insist: (edit: Edit<Item>, asked?: Record<string, string>) => mutateAsync({ edit, query: asked, told: () => {} }),
    }),
    [query.data, query.error, query.refetch, mutateAsync, isPending],
  )
}

const shownAs = <Item>(saved: Version<Item>): Shown<Item> => ({ ...saved, saved })
