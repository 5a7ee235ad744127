import type { PersonListener } from '../people/index.ts'
import { deleteHandsets } from './queries.ts'

/** Handsets are addresses: they stay when people are joined, and go when their person is erased. */
export const personListener: PersonListener = {
  onMerge: async () => {},
  onErase: (tx, agent, _person, identities) => deleteHandsets(tx, agent, identities),
}
