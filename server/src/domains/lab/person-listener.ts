import type { PersonListener } from '../people/index.ts'
import { forgetHandsets } from './queries.ts'

/** Handsets are addresses: they stay when people are joined, and go when their person is erased. */
export const personListener: PersonListener = {
  merged: async () => {},
  erased: (tx, agent, _person, identities) => forgetHandsets(tx, agent, identities),
}
