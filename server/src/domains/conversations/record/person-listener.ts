import type { World } from '../../../platform/world.ts'
import type { PersonListener } from '../../people/index.ts'
import { forgetPulled } from '../media/queries.ts'
import { forgetConversationsOf, insertErased } from './queries.ts'

/** What becomes of conversations when people are joined or erased. They hang on addresses, which move with the person. */
export function personListener({ world }: { world: World }): PersonListener {
  return {
    merged: async () => {},
    async erased(tx, agent, _person, identities) {
      const asids = identities.map(({ asid }) => asid)
      await forgetPulled(tx, agent, await forgetConversationsOf(tx, agent, asids))
      await insertErased(tx, agent, asids, world.now())
    },
  }
}
