import { createSendApiAdapter } from './send-api/index.ts'

export const messengerAdapter = createSendApiAdapter({
  channel: 'messengerB',
  host: 'meta',
  object: 'page',
  accountField: 'pageId',
  tokenField: 'pageAccessToken',
  envelope: { messaging_type: 'RESPONSE' },
  profile: { fields: 'id,name', id: 'id', shown: 'name' },
})
