import { useMemo, useState } from 'react'
import { deleteWithUndo } from '../../../components/notify.tsx'
import type { SectionEdit } from './knowledge-section.ts'

type EditableSection<Item> = {
  items: Item[] | undefined
  insist: (edit: SectionEdit<Item>, query?: Record<string, string>) => Promise<unknown>
}

/** The items of a section without those being deleted; a deletion can be undone for ten seconds. */
export function useDeleteItems<Item extends { id: string }>(
  section: EditableSection<Item>,
  nameOf: (gone: readonly Item[]) => string,
  query?: Record<string, string>,
) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => section.items?.filter(({ id }) => !hidden.has(id)), [section.items, hidden])
  const drop = (gone: readonly Item[]) => {
    const ids = new Set(gone.map(({ id }) => id))
    const restore = () => setHidden((before) => new Set([...before].filter((id) => !ids.has(id))))
    deleteWithUndo({
      name: nameOf(gone),
      hide: () => setHidden((before) => new Set([...before, ...ids])),
      restore,
      // A later item with the same id is a different one and must be shown.
      remove: () => section.insist(removeItems(ids), query).then(restore),
    })
  }
  return { shown, drop }
}

function removeItems<Item extends { id: string }>(ids: ReadonlySet<string>): SectionEdit<Item> {
  return (items) => items.filter(({ id }) => !ids.has(id))
}
