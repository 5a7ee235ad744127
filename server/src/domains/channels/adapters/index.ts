import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Adapter } from '../adapter.ts'
import { apple } from './apple/index.ts'
import { googleRbm } from './google-rbm/index.ts'
import { httpSms } from './http-sms/index.ts'
import { stamp } from './http-sms/seal.ts'
import { assistantStore, forgetEntries, forgetOldEntries, mcpAdapter } from './mcp/index.ts'
import { metaAdapters } from './meta/index.ts'
import { slack } from './slack/index.ts'
import { twilioRcs, twilioSms } from './twilio/index.ts'

/** The providers that an operator can bring along. */
export const providers = {
  adapters: ({ db, world }: { db: Db; world: World }): Adapter[] => [
    googleRbm(),
    twilioSms,
    twilioRcs,
    httpSms,
    ...metaAdapters,
    slack,
    apple,
    mcpAdapter({ store: assistantStore(db, world), world }),
  ],
  /** The headers of a call that an SMS gateway signs. */
  stampHttpSms: stamp,
  /** What assistants have not fetched for long. */
  forgetOld: forgetOldEntries,
  /** All that is kept for these addresses. */
  async forgetAddresses(tx: Db, agent: AgentKey, addresses: readonly { channel: Channel; address: string }[]) {
    const conversations = addresses.flatMap(({ channel, address }) => (channel === 'aiChatE' ? [address] : []))
    await forgetEntries(tx, agent, conversations)
  },
}
