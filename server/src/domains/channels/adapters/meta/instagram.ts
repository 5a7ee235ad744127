import { createSendApiAdapter } from './send-api/index.ts'

/** With tokens of an Instagram login, which have a host of their own. */
export const instagramAdapter = createSendApiAdapter({
  channel: 'socialC',
  host: 'instagram',
  object: 'instagram',
  accountField: 'accountId',
  tokenField: 'accessToken',
  envelope: {},
  // Webhooks name the account by its `user_id`; its `id` is another in every app.
  profile: { fields: 'user_id,username', id: 'user_id', shown: 'username' },
})
