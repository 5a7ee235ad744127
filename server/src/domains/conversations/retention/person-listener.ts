import type { World } from '../../../platform/world.ts'
import type { PersonListener } from '../../people/index.ts'
import { conversationDataExport } from './data-export.ts'
import { deletePersonConversationData } from './late-writes.ts'
import { insertErasedConversations } from './queries.ts'

/** Handles merged and erased people. Conversations belong to addresses, which move with the person. */
export function personListener({ world }: { world: World }): PersonListener {
  return {
    dataExport: conversationDataExport,
    onMerge: async () => {},
    async onErase(tx, agent, _person, identities) {
      const asids = identities.map(({ asid }) => asid)
      await deletePersonConversationData(tx, agent, asids, world.now())
      await insertErasedConversations(tx, agent, asids, world.now())
    },
  }
}
