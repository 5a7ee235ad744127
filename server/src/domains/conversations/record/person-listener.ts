import type { World } from '../../../platform/world.ts'
import type { PersonListener } from '../../people/index.ts'
import { copied } from './copied.ts'
import { forgetSaid } from './forget.ts'
import { insertErased } from './queries.ts'

/** What becomes of conversations when people are joined or erased. They hang on addresses, which move with the person. */
export function personListener({ world }: { world: World }): PersonListener {
  return {
    copied,
    merged: async () => {},
    async erased(tx, agent, _person, identities) {
      const asids = identities.map(({ asid }) => asid)
      await forgetSaid(tx, agent, asids, world.now())
      await insertErased(tx, agent, asids, world.now())
    },
  }
}
