import type { Edit } from './section.ts'

export function dropItems<Item extends { id: string }>(ids: ReadonlySet<string>): Edit<Item> {
  return (items) => items.filter(({ id }) => !ids.has(id))
}
