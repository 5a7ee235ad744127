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
  'From the app dashboard: App settings > Basic. Meta signs its requests with it.',
)
const verifyToken = secretField(
  'verifyToken',
  'Verify token',
  'A token that you choose; enter the same one in the webhook settings of the app.',
)

const twilioAccount: FormField[] = [
  textField('accountSid', 'Account SID', 'From the Twilio console; starts with AC.'),
  secretField(
    'authToken',
    'Auth token',
    'From the Twilio console, next to the account SID. Twilio also signs its requests with it.',
  ),
]

export const googleRbmForm: Provider = {
  id: 'google-rbm',
  name: 'Google RCS for Business',
  description: 'Your own agent in the RCS for Business developer console.',
  fields: [
    textField('agentId', 'Agent id', 'From the console: Agent information. Ends in _agent.'),
    secretField(
      'serviceAccountKey',
      'Service account key',
      'The complete JSON key file of a service account with access to the RCS Business Messaging API.',
    ),
    secretField(
      'clientToken',
      'Webhook client token',
      'A token that you choose; enter the same one where you set up the webhook. Google signs its requests with it.',
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
      'Starts with MG; the RCS sender must be in its sender pool.',
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
      help: 'One of your numbers in international format. Enter either this or the messaging service.',
    }),
    optionalField(
      textField(
        'messagingServiceSid',
        'Messaging service SID',
        'Starts with MG; messages are sent from its pool of numbers.',
      ),
    ),
  ],
  atLeastOneOf: ['from', 'messagingServiceSid'],
}

export const httpSmsForm: Provider = {
  id: 'http-sms',
  name: 'HTTP SMS gateway',
  description: 'Your own gateway or a carrier’s, called over HTTPS.',
  fields: [
    {
      key: 'sendUrl',
      label: 'Send URL',
      type: 'url',
      required: true,
      help: 'Each message is sent here as a JSON POST request.',
    },
    secretField(
      'secret',
      'Shared secret',
      'A long random string that you choose; it signs requests in both directions.',
    ),
    optionalField(textField('from', 'Sender', 'The sender’s number or name, if the gateway requires one.')),
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
      'From the app dashboard: WhatsApp > API setup. Not the phone number itself.',
    ),
    textField('businessAccountId', 'WhatsApp Business account id', 'Shown next to the phone number id.'),
    secretField(
      'accessToken',
      'Access token',
      'A permanent system user token with the whatsapp_business_messaging permission.',
    ),
    appSecret,
    verifyToken,
  ],
}

export const messengerForm: Provider = {
  id: 'meta',
  name: 'Messenger Platform',
  description: 'Your own Facebook page, through a Meta app.',
  fields: [
    textField('pageId', 'Page id', 'From the page: About > Page transparency.'),
    secretField(
      'pageAccessToken',
      'Page access token',
      'From the app dashboard: Messenger > API setup. Requires the pages_messaging permission.',
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
      'The id of the professional account, from the app dashboard: Instagram > API setup.',
    ),
    secretField('accessToken', 'Access token', 'Requires the instagram_business_manage_messages permission.'),
    appSecret,
    verifyToken,
  ],
}

export const appleForm: Provider = {
  id: 'apple',
  name: 'Apple Messages for Business',
  description: 'For companies registered with Apple as a messaging service provider.',
  fields: [
    textField('businessId', 'Business id', 'From Apple Business Register; the id that customers write to.'),
    textField('mspId', 'Provider id', 'The id of your messaging service provider account.'),
    secretField('mspSecret', 'Provider secret', 'The shared secret in Base64; it signs requests in both directions.'),
  ],
}

export const slackForm: Provider = {
  id: 'slack',
  name: 'Slack app',
  description: 'Your own app in a Slack workspace.',
  fields: [
    secretField('botToken', 'Bot token', 'From OAuth & Permissions, with the chat:write scope. Starts with xoxb-.'),
    secretField('signingSecret', 'Signing secret', 'From Basic Information; Slack signs its requests with it.'),
  ],
}

export const mcpForm: Provider = {
  id: 'mcp',
  name: 'MCP / HTTP chat surface',
  description: 'An assistant that talks to the agent as an MCP server, or over plain HTTP.',
  fields: [
    secretField(
      'token',
      'Bearer token',
      'A long random string that you choose; the assistant sends it with every call.',
    ),
  ],
}
