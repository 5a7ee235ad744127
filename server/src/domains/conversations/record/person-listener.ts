import type { PersonListener } from '../../people/index.ts'
import { forgetConversationsOf } from './queries.ts'

/** What becomes of conversations when people are joined or erased. They hang on addresses, which move with the person. */
export const personListener: PersonListener = {
  merged: async () => {},
  erased: (tx, agent, { key }) => forgetConversationsOf(tx, agent, key),
}
