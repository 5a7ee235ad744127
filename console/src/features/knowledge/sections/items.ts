import type { SectionEdit } from './knowledge-section.ts'

export function removeItems<Item extends { id: string }>(ids: ReadonlySet<string>): SectionEdit<Item> {
  return (items) => items.filter(({ id }) => !ids.has(id))
}
