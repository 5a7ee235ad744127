import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { PersonListener } from '../people/index.ts'
import { deleteCalls } from '../tools/index.ts'
import { deleteNotices } from './actions/notices/queries.ts'
import { runtimeDataExport } from './state/data-export.ts'
import { deleteConversationRuntime } from './state/queries.ts'
import { deleteToolCalls } from './tools/queries.ts'

/** Erasing a person deletes the runtime data of their conversations. */
export const runtimePersonListener: PersonListener = {
  dataExport: runtimeDataExport,
  onMerge: async () => {},
  onErase: (tx, agent, _person, identities) =>
    deleteErasedConversations(
      tx,
      agent,
      identities.map(({ asid }) => asid),
    ),
}

export async function deleteErasedConversations(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  await deleteConversationRuntime(tx, agent, asids)
  await deleteToolCalls(tx, agent, asids)
  await deleteCalls(tx, agent, asids)
  await deleteNotices(tx, agent, asids)
}
