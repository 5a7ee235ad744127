import { useMemo, useRef, useState } from 'react'
import { deleteWithUndo } from '../../parts/tell.tsx'

type Named = { id: string; name?: string }

/** Gone from the list at once, and for good when it is not undone. What names it stands in the way, and is told. */
export function useHidden<Item extends Named>(act: (item: Item) => Promise<unknown>) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(act)
  latest.current = act
  const remove = useMemo(
    () => (item: Item) => {
      const { id, name = id } = item
      deleteWithUndo({
        name,
        hide: () => setHidden((before) => new Set([...before, id])),
        bringBack: () => setHidden((before) => new Set([...before].filter((one) => one !== id))),
        remove: () => latest.current(item),
      })
    },
    [],
  )
  return { hidden, remove }
}
