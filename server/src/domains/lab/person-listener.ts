import type { PersonListener } from '../people/index.ts'
import { deleteHandsets } from './queries.ts'

/** Handsets belong to addresses: they stay when people are merged, and are deleted when their person is erased. */
export const handsetListener: PersonListener = {
  onMerge: async () => {},
  onErase: (tx, agent, _person, identities) => deleteHandsets(tx, agent, identities),
}
