import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'

/** List entries of a form, each with a stable key that moves with it. */
export function useListItems<Form, Item>(form: UseFormReturnType<Form>, path: string, count: number) {
  const keys = useRef<string[]>([])
  const fresh = useRef<string>(undefined)
  if (keys.current.length !== count) keys.current = Array.from({ length: count }, () => crypto.randomUUID())
  return {
    keys: keys.current,
    /** Just added: focus it for input. */
    isNew: (key: string) => key === fresh.current,
    add: (item: Item) => {
      fresh.current = crypto.randomUUID()
      keys.current = [...keys.current, fresh.current]
      form.insertListItem(path, item as never)
    },
    remove: (at: number) => {
      keys.current = keys.current.toSpliced(at, 1)
      form.removeListItem(path, at)
    },
    move: (from: number, to: number) => {
      const [key] = keys.current.slice(from, from + 1)
      if (key === undefined || to < 0 || to >= keys.current.length) return
      keys.current = keys.current.toSpliced(from, 1).toSpliced(to, 0, key)
      form.reorderListItem(path, { from, to })
    },
  }
}

export type ListItems<Item> = {
  keys: string[]
  isNew: (key: string) => boolean
  add: (item: Item) => void
  remove: (at: number) => void
  move: (from: number, to: number) => void
}
