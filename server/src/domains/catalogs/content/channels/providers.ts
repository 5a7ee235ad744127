import type { ChannelForm, FormField } from '../../entry.ts'

type Provider = NonNullable<ChannelForm['unmanaged']>['providers'][number]

const textField = (key: string, label: string, help: string): FormField => ({
  key,
  label,
  type: 'string',
  required: true,
  help,
})
const secretField = (key: string, label: string, help: string): FormField => ({
  key,
  label,
  type: 'secret',
  required: true,
  help,
})
const optionalField = (field: FormField): FormField => ({ ...field, required: false })
const selectField = (key: string, label: string, help: string, values: Record<string, string>): FormField => ({
  key,
  label,
  type: 'select',
  required: true,
  help,
  options: Object.entries(values).map(([value, optionLabel]) => ({ value, label: optionLabel })),
})

const appSecret = secretField(
  'appSecret',
  'App secret',
  'From the app dashboard, App settings, Basic; it signs what Meta sends.',
)
const verifyToken = secretField(
  'verifyToken',
  'Verify token',
  'A word of your own; enter the same in the webhook settings of the app.',
)

const twilioAccount: FormField[] = [
  textField('accountSid', 'Account SID', 'From the Twilio console; begins with AC.'),
  secretField(
    'authToken',
    'Auth token',
    'From the Twilio console, beside the account SID; it also signs what Twilio sends.',
  ),
]

export const googleRbmForm: Provider = {
  id: 'google-rbm',
  name: 'Google RCS for Business',
  description: 'Your own agent in the RCS for Business developer console.',
  fields: [
    textField('agentId', 'Agent id', 'Ends in _agent; from the console, Agent information.'),
    secretField(
      'serviceAccountKey',
      'Service account key',
      'The whole JSON file of a service account that may use the RCS Business Messaging API.',
    ),
    secretField(
      'clientToken',
      'Webhook client token',
      'A word of your own; enter the same where the webhook is set up. It signs what Google sends.',
    ),
    selectField('region', 'Region', 'Where the agent is hosted.', {
      us: 'North America',
      europe: 'Europe',
      asia: 'Asia Pacific',
    }),
  ],
}

export const twilioRcsForm: Provider = {
  id: 'twilio',
  name: 'Twilio',
  description: 'An RCS sender in a Twilio messaging service.',
  fields: [
    ...twilioAccount,
    textField(
      'messagingServiceSid',
      'Messaging service SID',
      'Begins with MG; the RCS sender must be in its sender pool.',
    ),
  ],
}

export const twilioSmsForm: Provider = {
  id: 'twilio',
  name: 'Twilio',
  description: 'A number or a messaging service of your Twilio account.',
  fields: [
    ...twilioAccount,
    optionalField({
      key: 'from',
      label: 'Sender number',
      type: 'phone',
      required: false,
      help: 'One of your numbers in international form. Fill in this or the messaging service.',
    }),
    optionalField(
      textField('messagingServiceSid', 'Messaging service SID', 'Begins with MG; sends from its pool of numbers.'),
    ),
  ],
  atLeastOneOf: ['from', 'messagingServiceSid'],
}

export const httpSmsForm: Provider = {
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
    secretField('secret', 'Shared secret', 'A long random word of your own; it signs both directions.'),
    optionalField(
      textField('from', 'Sender', 'The number or name that messages come from, if the gateway wants to be told.'),
    ),
  ],
}

export const whatsAppForm: Provider = {
  id: 'meta',
  name: 'WhatsApp Cloud API',
  description: 'A number in your own WhatsApp Business account, through Meta.',
  fields: [
    textField(
      'phoneNumberId',
      'Phone number id',
      'From the app dashboard, WhatsApp, API setup; not the number itself.',
    ),
    textField('businessAccountId', 'WhatsApp Business account id', 'Shown beside the phone number id.'),
    secretField('accessToken', 'Access token', 'A permanent token of a system user with whatsapp_business_messaging.'),
    appSecret,
    verifyToken,
  ],
}

export const messengerForm: Provider = {
  id: 'meta',
  name: 'Messenger Platform',
  description: 'Your own Facebook page, through a Meta app.',
  fields: [
    textField('pageId', 'Page id', 'From the page, About, Page transparency.'),
    secretField(
      'pageAccessToken',
      'Page access token',
      'With pages_messaging; from the app dashboard, Messenger, API setup.',
    ),
    appSecret,
    verifyToken,
  ],
}

export const instagramForm: Provider = {
  id: 'meta',
  name: 'Instagram Messaging',
  description: 'Your own professional Instagram account, through a Meta app.',
  fields: [
    textField(
      'accountId',
      'Instagram account id',
      'Of the professional account, from the app dashboard, Instagram, API setup.',
    ),
    secretField('accessToken', 'Access token', 'With instagram_business_manage_messages.'),
    appSecret,
    verifyToken,
  ],
}

export const appleForm: Provider = {
  id: 'apple',
  name: 'Apple Messages for Business',
  description: 'For those who are registered with Apple as a messaging service provider.',
  fields: [
    textField('businessId', 'Business id', 'From Apple Business Register; the id that customers write to.'),
    textField('mspId', 'Provider id', 'Of your messaging service provider account.'),
    secretField('mspSecret', 'Provider secret', 'The shared secret in Base64; it signs both directions.'),
  ],
}

export const slackForm: Provider = {
  id: 'slack',
  name: 'Slack app',
  description: 'An app of your own in a Slack workspace.',
  fields: [
    secretField('botToken', 'Bot token', 'Begins with xoxb-; from OAuth and Permissions, with the scope chat:write.'),
    secretField('signingSecret', 'Signing secret', 'From Basic Information; it signs what Slack sends.'),
  ],
}

export const mcpForm: Provider = {
  id: 'mcp',
  name: 'MCP / HTTP chat surface',
  description: 'An assistant that talks to the agent as an MCP server, or over plain HTTP.',
  fields: [
    secretField('token', 'Bearer token', 'A long random word of your own; the assistant presents it with every call.'),
  ],
}
