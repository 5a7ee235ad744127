import type { ChannelForm, FormField } from '../../entry.ts'

type Provider = NonNullable<ChannelForm['unmanaged']>['providers'][number]

const plain = (key: string, label: string, help: string): FormField => ({
  key,
  label,
  type: 'string',
  required: true,
  help,
})
const secret = (key: string, label: string, help: string): FormField => ({
  key,
  label,
  type: 'secret',
  required: true,
  help,
})
const optional = (field: FormField): FormField => ({ ...field, required: false })
const choice = (key: string, label: string, help: string, values: Record<string, string>): FormField => ({
  key,
  label,
  type: 'select',
  required: true,
  help,
  options: Object.entries(values).map(([value, shown]) => ({ value, label: shown })),
})

const appSecret = secret(
  'appSecret',
  'App secret',
  'From the app dashboard, App settings, Basic; it signs what Meta sends.',
)
const verifyToken = secret(
  'verifyToken',
  'Verify token',
  'A word of your own; enter the same in the webhook settings of the app.',
)

const twilioAccount: FormField[] = [
  plain('accountSid', 'Account SID', 'From the Twilio console; begins with AC.'),
  secret(
    'authToken',
    'Auth token',
    'From the Twilio console, beside the account SID; it also signs what Twilio sends.',
  ),
]

export const googleRbm: Provider = {
  id: 'google-rbm',
  name: 'Google RCS for Business',
  description: 'Your own agent in the RCS for Business developer console.',
  fields: [
    plain('agentId', 'Agent id', 'Ends in _agent; from the console, Agent information.'),
    secret(
      'serviceAccountKey',
      'Service account key',
      'The whole JSON file of a service account that may use the RCS Business Messaging API.',
    ),
    secret(
      'clientToken',
      'Webhook client token',
      'A word of your own; enter the same where the webhook is set up. It signs what Google sends.',
    ),
    choice('region', 'Region', 'Where the agent is hosted.', {
      us: 'North America',
      europe: 'Europe',
      asia: 'Asia Pacific',
    }),
  ],
}

export const twilioRcs: Provider = {
  id: 'twilio',
  name: 'Twilio',
  description: 'An RCS sender in a Twilio messaging service.',
  fields: [
    ...twilioAccount,
    plain('messagingServiceSid', 'Messaging service SID', 'Begins with MG; the RCS sender must be in its sender pool.'),
  ],
}

export const twilioSms: Provider = {
  id: 'twilio',
  name: 'Twilio',
  description: 'A number or a messaging service of your Twilio account.',
  fields: [
    ...twilioAccount,
    optional({
      key: 'from',
      label: 'Sender number',
      type: 'phone',
      required: false,
      help: 'One of your numbers in international form. Fill in this or the messaging service.',
    }),
    optional(plain('messagingServiceSid', 'Messaging service SID', 'Begins with MG; sends from its pool of numbers.')),
  ],
  atLeastOneOf: ['from', 'messagingServiceSid'],
}

export const httpSms: Provider = {
  id: 'http-sms',
  name: 'HTTP SMS gateway',
  description: 'A gateway of your own, or of a carrier, that is called over HTTPS.',
  fields: [
    {
      key: 'sendUrl',
      label: 'Send URL',
      type: 'url',
      required: true,
      help: 'Where each message is posted, as JSON.',
    },
    secret('secret', 'Shared secret', 'A long random word of your own; it signs both directions.'),
    optional(plain('from', 'Sender', 'The number or name that messages come from, if the gateway wants to be told.')),
  ],
}

export const whatsApp: Provider = {
  id: 'meta',
  name: 'WhatsApp Cloud API',
  description: 'A number in your own WhatsApp Business account, through Meta.',
  fields: [
    plain('phoneNumberId', 'Phone number id', 'From the app dashboard, WhatsApp, API setup; not the number itself.'),
    plain('businessAccountId', 'WhatsApp Business account id', 'Shown beside the phone number id.'),
    secret('accessToken', 'Access token', 'A permanent token of a system user with whatsapp_business_messaging.'),
    appSecret,
    verifyToken,
  ],
}

export const messenger: Provider = {
  id: 'meta',
  name: 'Messenger Platform',
  description: 'Your own Facebook page, through a Meta app.',
  fields: [
    plain('pageId', 'Page id', 'From the page, About, Page transparency.'),
    secret(
      'pageAccessToken',
      'Page access token',
      'With pages_messaging; from the app dashboard, Messenger, API setup.',
    ),
    appSecret,
    verifyToken,
  ],
}

export const instagram: Provider = {
  id: 'meta',
  name: 'Instagram Messaging',
  description: 'Your own professional Instagram account, through a Meta app.',
  fields: [
    plain(
      'accountId',
      'Instagram account id',
      'Of the professional account, from the app dashboard, Instagram, API setup.',
    ),
    secret('accessToken', 'Access token', 'With instagram_business_manage_messages.'),
    appSecret,
    verifyToken,
  ],
}

export const apple: Provider = {
  id: 'apple',
  name: 'Apple Messages for Business',
  description: 'For those who are registered with Apple as a messaging service provider.',
  fields: [
    plain('businessId', 'Business id', 'From Apple Business Register; the id that customers write to.'),
    plain('mspId', 'Provider id', 'Of your messaging service provider account.'),
    secret('mspSecret', 'Provider secret', 'The shared secret in Base64; it signs both directions.'),
  ],
}

export const slack: Provider = {
  id: 'slack',
  name: 'Slack app',
  description: 'An app of your own in a Slack workspace.',
  fields: [
    secret('botToken', 'Bot token', 'Begins with xoxb-; from OAuth and Permissions, with the scope chat:write.'),
    secret('signingSecret', 'Signing secret', 'From Basic Information; it signs what Slack sends.'),
  ],
}

export const mcp: Provider = {
  id: 'mcp',
  name: 'MCP / HTTP chat surface',
  description: 'An assistant that talks to the agent as an MCP server, or over plain HTTP.',
  fields: [
    secret('token', 'Bearer token', 'A long random word of your own; the assistant presents it with every call.'),
  ],
}
