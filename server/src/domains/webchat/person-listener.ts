import type { PersonListener } from '../people/index.ts'
import { forgetVisitors } from './queries/visitors.ts'

/** A chat belongs to the address of its visitor: it stays when people are joined, and goes when its person is erased. */
export const personListener: PersonListener = {
  merged: async () => {},
  async erased(tx, agent, _person, identities) {
    const theirs = identities.filter(({ channel }) => channel === 'webchat')
    await forgetVisitors(
      tx,
      agent,
      theirs.map(({ address }) => address),
    )
  },
}
