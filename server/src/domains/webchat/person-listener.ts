import type { PersonListener } from '../people/index.ts'
import { deleteVisitors } from './queries/visitors.ts'

/**
 * A chat belongs to the address of its visitor: it stays when people are merged, and is deleted when its person is
 * erased.
 */
export const chatListener: PersonListener = {
  onMerge: async () => {},
  async onErase(tx, agent, _person, identities) {
    const theirs = identities.filter(({ channel }) => channel === 'webchat')
    await deleteVisitors(
      tx,
      agent,
      theirs.map(({ address }) => address),
    )
  },
}
