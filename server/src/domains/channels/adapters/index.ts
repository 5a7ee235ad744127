import type { Channel } from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Adapter } from '../adapter.ts'
import { appleAdapter } from './apple/index.ts'
import { createGoogleRbmAdapter } from './google-rbm/index.ts'
import { httpSmsAdapter } from './http-sms/index.ts'
import { signHeaders } from './http-sms/webhook.ts'
import {
  createAssistantStore,
  createMcpAdapter,
  deleteAssistantEntries,
  deleteOldAssistantEntries,
} from './mcp/index.ts'
import { metaAdapters } from './meta/index.ts'
import { slackAdapter } from './slack/index.ts'
import { twilioRcsAdapter, twilioSmsAdapter } from './twilio/index.ts'

export const providerAdapters = {
  adapters: ({ db, world }: { db: Db; world: World }): Adapter[] => [
    createGoogleRbmAdapter(),
    twilioSmsAdapter,
    twilioRcsAdapter,
    httpSmsAdapter,
    ...metaAdapters,
    slackAdapter,
    appleAdapter,
    createMcpAdapter({ store: createAssistantStore(db, world), world }),
  ],
  signHttpSmsHeaders: signHeaders,
  deleteOldEntries: deleteOldAssistantEntries,
  async deleteEntriesOfAddresses(tx: Db, agent: AgentKey, addresses: readonly { channel: Channel; address: string }[]) {
    const conversations = addresses.flatMap(({ channel, address }) => (channel === 'aiChatE' ? [address] : []))
    await deleteAssistantEntries(tx, agent, conversations)
  },
}
