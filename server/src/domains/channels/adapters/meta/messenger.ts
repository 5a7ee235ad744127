import { sendApiAdapter } from './send-api/adapter.ts'

export const messenger = sendApiAdapter({
  channel: 'messengerB',
  host: 'meta',
  object: 'page',
  accountField: 'pageId',
  tokenField: 'pageAccessToken',
  envelope: { messaging_type: 'RESPONSE' },
  profile: { fields: 'id,name', id: 'id', shown: 'name' },
})
