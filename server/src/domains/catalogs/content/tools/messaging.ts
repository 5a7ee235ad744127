import type { CatalogTool } from '../../entry.ts'
import { createConfigSchema, createParametersSchema } from './config-schema.ts'

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const slackWebhook: CatalogTool = {
  id: '@svc/tool.slack-webhook',
  version: '1.0.0',
  name: 'Slack message',
  description: 'Posts a message to a Slack channel through an incoming webhook.',
  category: 'messaging',
  parameters: createParametersSchema(['text'], {
    text: { type: 'string', minLength: 1, maxLength: 3000, description: 'The message, in Slack’s mrkdwn.' },
  }),
  configSchema: createConfigSchema(['webhookUrl'], {
    webhookUrl: {
      type: 'string',
      title: 'Webhook URL',
      description: 'From your Slack app: Incoming Webhooks. Anyone who has it can post, so it is stored as a secret.',
      format: 'uri',
      writeOnly: true,
    },
    username: {
      type: 'string',
      title: 'Shown as',
      description: 'The name above the message; only legacy webhooks support changing it.',
      maxLength: 80,
    },
    iconEmoji: {
      type: 'string',
      title: 'Icon',
      description: 'An emoji code; only legacy webhooks support changing it.',
      pattern: '^:[a-z0-9_+-]+:$',
      examples: [':speech_balloon:'],
    },
  }),
}

const recipient = { type: 'string', format: 'email', description: 'Address of the recipient.' }
const subject = { type: 'string', minLength: 1, maxLength: 998, description: 'Subject line.' }
const text = { type: 'string', minLength: 1, maxLength: 20_000, description: 'The message as plain text.' }
const html = { type: 'string', maxLength: 100_000, description: 'The same message as HTML, if it needs formatting.' }

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
const sendgridMail: CatalogTool = {
  id: '@svc/tool.sendgrid-mail',
  version: '1.0.0',
  name: 'SendGrid email',
  description: 'Sends an email through SendGrid, for example a summary or a requested document.',
  category: 'email',
  parameters: createParametersSchema(['to', 'subject', 'text'], { to: recipient, subject, text, html }),
  configSchema: createConfigSchema(['apiKey', 'fromEmail'], {
    apiKey: {
      type: 'string',
      title: 'API key',
      description: 'A key restricted to Mail Send is enough.',
      minLength: 1,
      maxLength: 200,
      writeOnly: true,
    },
    fromEmail: {
      type: 'string',
      title: 'Sender address',
      description: 'Must be a verified sender or belong to an authenticated domain.',
      format: 'email',
    },
    fromName: {
      type: 'string',
      title: 'Sender name',
      description: 'The sender name that the inbox shows.',
      maxLength: 100,
    },
    replyTo: {
      type: 'string',
      title: 'Reply to',
      description: 'Where replies go. Default: the sender.',
      format: 'email',
    },
    region: {
      type: 'string',
      title: 'Region',
      description: 'The region of the SendGrid account.',
      enum: ['global', 'eu'],
      default: 'global',
    },
  }),
}

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages */
const mailgunMail: CatalogTool = {
  id: '@svc/tool.mailgun-mail',
  version: '1.0.0',
  name: 'Mailgun email',
  description: 'Sends an email through Mailgun, for example a summary or a requested document.',
  category: 'email',
  parameters: createParametersSchema(['to', 'subject', 'text'], { to: recipient, subject, text, html }),
  configSchema: createConfigSchema(['apiKey', 'domain', 'from'], {
    apiKey: {
      type: 'string',
      title: 'Sending key',
      description: 'A domain sending key is enough; the account key is not required.',
      minLength: 1,
      maxLength: 200,
      writeOnly: true,
    },
    domain: {
      type: 'string',
      title: 'Sending domain',
      description: 'The verified domain, for example mg.example.com.',
      minLength: 3,
      maxLength: 253,
    },
    from: {
      type: 'string',
      title: 'Sender address',
      description: 'An address in that domain.',
      format: 'email',
    },
    fromName: {
      type: 'string',
      title: 'Sender name',
      description: 'The sender name that the inbox shows.',
      maxLength: 100,
    },
    tag: { type: 'string', title: 'Tag', description: 'Groups the emails in Mailgun’s statistics.', maxLength: 128 },
    region: {
      type: 'string',
      title: 'Region',
      description: 'The region of the domain.',
      enum: ['us', 'eu'],
      default: 'us',
    },
  }),
}

/** https://www.twilio.com/docs/lookup/v2-api */
const twilioLookup: CatalogTool = {
  id: '@svc/tool.twilio-lookup',
  version: '1.0.0',
  name: 'Phone number check',
  description: 'Asks Twilio Lookup whether a phone number is valid, and whether it is a mobile or a landline.',
  category: 'messaging',
  parameters: createParametersSchema(['phoneNumber'], {
    phoneNumber: {
      type: 'string',
      minLength: 4,
      maxLength: 30,
      description: 'In E.164 format, or a national number together with countryCode.',
    },
    countryCode: {
      type: 'string',
      pattern: '^[A-Z]{2}$',
      description: 'The ISO 3166 country code of a national number.',
    },
    fields: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', enum: ['validation', 'line_type_intelligence', 'caller_name'] },
      description: 'What to look up in addition to the format; Twilio charges for the last two.',
    },
  }),
  configSchema: createConfigSchema(['accountSid', 'authToken'], {
    accountSid: {
      type: 'string',
      title: 'Account SID',
      description: 'From the Twilio console; starts with AC.',
      minLength: 1,
      maxLength: 64,
    },
    authToken: {
      type: 'string',
      title: 'Auth token',
      description: 'From the Twilio console, next to the account SID.',
      minLength: 1,
      maxLength: 200,
      writeOnly: true,
    },
  }),
}

export const messagingTools: CatalogTool[] = [slackWebhook, sendgridMail, mailgunMail, twilioLookup]
