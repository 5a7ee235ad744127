/**
 * What the workers of this process tell each other without the database. It is the process's own, not one worker's:
 * whoever writes a row knows its kind, but not who works here.
 */
type LocalBus = {
  /** A row of this kind may be due; true from whoever has a place for it. */
  onDue: Set<(kind: string) => boolean>
  /** Other processes should hear that a row of this kind may be due, for which nobody here has a place. */
  onBroadcast: Set<(kind: string) => void>
  /** This row was taken out of work. */
  onCancelled: Set<(kind: string, rowId: string) => void>
}

export const localBus: LocalBus = { onDue: new Set(), onBroadcast: new Set(), onCancelled: new Set() }
