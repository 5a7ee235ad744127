import type { AgentThing } from '../sections/knowledge-section.ts'

export const isInCollection = (collection: string) => (thing: AgentThing) =>
  thing.collections?.includes(collection) ?? false

/** An absolute position, or an offset from the position at save time: keys arrive faster than lists are saved. */
export type MovePosition = number | { by: number }

export function moveItem<Item extends { id: string }>(items: readonly Item[], id: string, to: MovePosition): Item[] {
  const item = items.find((one) => one.id === id)
  if (!item) return [...items]
  const rest = items.filter((one) => one !== item)
  const wanted = typeof to === 'number' ? to : items.indexOf(item) + to.by
  const at = Math.max(0, Math.min(wanted, rest.length))
  return [...rest.slice(0, at), item, ...rest.slice(at)]
}

/**
 * Things have one order, that of the catalog, and a collection shows its members in it. So the members swap positions
 * among themselves and nothing else moves.
 */
export function moveWithinCollection(
  things: readonly AgentThing[],
  collection: string,
  id: string,
  to: MovePosition,
): AgentThing[] {
  const members = moveItem(things.filter(isInCollection(collection)), id, to).values()
  return things.map((thing) => (isInCollection(collection)(thing) ? (members.next().value ?? thing) : thing))
}
