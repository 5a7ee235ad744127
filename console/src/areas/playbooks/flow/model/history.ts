/** What was, what is, and what was taken back. */
export type History<T> = { past: readonly T[]; now: T; future: readonly T[]; group?: string }

const longest = 200

export const begun = <T>(now: T): History<T> => ({ past: [], now, future: [] })

/** Edits of one group, such as letters typed into one field, are taken back together. */
export function did<T>({ past, now, group: last }: History<T>, next: T, group?: string): History<T> {
  const joins = group !== undefined && group === last
  return { past: joins ? past : [...past, now].slice(-longest), now: next, future: [], ...(group && { group }) }
}

export function undone<T>(history: History<T>): History<T> {
  const { past, now, future } = history
  const before = past.at(-1)
  return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future] }
}

export function redone<T>(history: History<T>): History<T> {
  const { past, now, future } = history
  const [next, ...rest] = future
  return next === undefined ? history : { past: [...past, now], now: next, future: rest }
}
