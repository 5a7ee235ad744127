/** Undo and redo stacks around the current value. */
export type EditHistory<T> = { past: readonly T[]; now: T; future: readonly T[]; group?: string }

const maxEntries = 200

export const startHistory = <T>(now: T): EditHistory<T> => ({ past: [], now, future: [] })

/** Edits of one group, such as typing in one field, are undone together. */
export function recordEdit<T>({ past, now, group: last }: EditHistory<T>, next: T, group?: string): EditHistory<T> {
  const joins = group !== undefined && group === last
  return { past: joins ? past : [...past, now].slice(-maxEntries), now: next, future: [], ...(group && { group }) }
}

export function undoEdit<T>(history: EditHistory<T>): EditHistory<T> {
  const { past, now, future } = history
  const before = past.at(-1)
  return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future] }
}

export function redoEdit<T>(history: EditHistory<T>): EditHistory<T> {
  const { past, now, future } = history
  const [next, ...rest] = future
  return next === undefined ? history : { past: [...past, now], now: next, future: rest }
}
