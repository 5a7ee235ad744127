import type { Adapter } from '../../adapter.ts'
import { createSendApiAdapter } from './send-api/index.ts'
import { whatsappAdapter } from './whatsapp/index.ts'

export const messengerAdapter = createSendApiAdapter({
  channel: 'messengerB',
  host: 'meta',
  object: 'page',
  accountField: 'pageId',
  tokenField: 'pageAccessToken',
  envelope: { messaging_type: 'RESPONSE' },
  profile: { fields: 'id,name', id: 'id', shown: 'name' },
})

/** Uses tokens from an Instagram login, which have a separate host. */
export const instagramAdapter = createSendApiAdapter({
  channel: 'socialC',
  host: 'instagram',
  object: 'instagram',
  accountField: 'accountId',
  tokenField: 'accessToken',
  envelope: {},
  // Webhooks name the account by its `user_id`; its `id` differs in every app.
  profile: { fields: 'user_id,username', id: 'user_id', shown: 'username' },
})

export const metaAdapters: readonly Adapter[] = [whatsappAdapter, messengerAdapter, instagramAdapter]
