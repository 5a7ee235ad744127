import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { PersonListener } from '../people/index.ts'
import { eraseNotices } from './hands/notices/queries.ts'
import { copied } from './state/copied.ts'
import { forgetRuntimeOf } from './state/queries.ts'
import { eraseCalls } from './tools/queries.ts'

/** What the runtime knows of a person's conversations goes with them. */
export const personListener: PersonListener = {
  copied,
  merged: async () => {},
  erased: (tx, agent, _person, identities) =>
    forgetErased(
      tx,
      agent,
      identities.map(({ asid }) => asid),
    ),
}

/** All that the runtime knows of conversations that went with their person. */
export async function forgetErased(tx: Db, agent: AgentKey, asids: readonly string[]): Promise<void> {
  await forgetRuntimeOf(tx, agent, asids)
  await eraseCalls(tx, agent, asids)
  await eraseNotices(tx, agent, asids)
}
