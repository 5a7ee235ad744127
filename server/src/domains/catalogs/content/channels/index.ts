import type { ChannelForm } from '../../entry.ts'
import { businessFields } from './business-fields.ts'
import {
  appleForm,
  googleRbmForm,
  httpSmsForm,
  instagramForm,
  mcpForm,
  messengerForm,
  slackForm,
  twilioRcsForm,
  twilioSmsForm,
  whatsAppForm,
} from './providers.ts'

const lab =
  'With the handset lab, the carrier of a self-hosted installation, the channel becomes Active within seconds.'

export const channelForms: ChannelForm[] = [
  {
    id: 'rcs',
    name: 'RCS',
    description: 'Branded, verified messages in the phone’s own messaging app, with cards, chips and read receipts.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'description', 'contactEmail', 'privacyPolicyUrl', 'termsOfServiceUrl'],
        optional: ['contactPhone', 'websiteUrl', 'smallLogoUrl', 'largeBannerUrl', 'brandColor', 'optIn'],
      }),
      provisioning: {
        steps: [
          'Describe the business: what you enter becomes the profile that people see.',
          'The brand is verified, and the carriers of each country review the agent: its name, logo, opt-in and both policy pages.',
          lab,
        ],
        instant: false,
        typicalDuration: '2 to 6 weeks with carriers',
      },
    },
    unmanaged: { providers: [googleRbmForm, twilioRcsForm] },
  },
  {
    id: 'sms',
    name: 'SMS',
    description: 'Text messages that reach every phone. Choices are numbered, and links are written out.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'description', 'privacyPolicyUrl', 'termsOfServiceUrl'],
        optional: ['legalName', 'contactEmail', 'contactPhone', 'websiteUrl', 'optIn', 'sampleMessage'],
      }),
      provisioning: {
        steps: [
          'Say who sends the messages and how people agree to receive them.',
          'A number is registered for the business and its use case. In the United States, the brand and the use case are vetted first.',
          lab,
        ],
        instant: false,
        typicalDuration: '1 to 3 weeks with carriers',
      },
    },
    unmanaged: { providers: [twilioSmsForm, httpSmsForm] },
  },
  {
    id: 'webchat',
    name: 'Web chat',
    description: 'A chat on your own website. Every agent has it from the start.',
    managed: {
      fields: businessFields({
        required: [],
        optional: ['displayName', 'smallLogoUrl', 'brandColor', 'privacyPolicyUrl'],
      }),
      provisioning: { steps: ['There is nothing to wait for: add the snippet to your page.'], instant: true },
    },
  },
  {
    id: 'messengerA',
    name: 'WhatsApp',
    description: 'Conversations in WhatsApp. Free-form replies within 24 hours after the person last wrote.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'contactEmail'],
        optional: ['legalName', 'description', 'websiteUrl', 'smallLogoUrl', 'contactPhone'],
      }),
      provisioning: {
        steps: [
          'Describe the business. The display name must have a clear relationship with the business.',
          'The business is verified, a number is registered, and the display name is reviewed.',
          lab,
        ],
        instant: false,
        typicalDuration: '2 to 10 days',
      },
    },
    unmanaged: { providers: [whatsAppForm] },
  },
  {
    id: 'messengerB',
    name: 'Messenger',
    description: 'Conversations with a Facebook page. Replies within 24 hours after the person last wrote.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'contactEmail'],
        optional: ['websiteUrl', 'privacyPolicyUrl', 'smallLogoUrl'],
      }),
      provisioning: {
        steps: [
          'Say which page it is for; the page owner confirms the connection.',
          'Meta reviews the app for messaging.',
          lab,
        ],
        instant: false,
        typicalDuration: '1 to 2 weeks',
      },
    },
    unmanaged: { providers: [messengerForm] },
  },
  {
    id: 'socialC',
    name: 'Instagram',
    description:
      'Direct messages to a professional Instagram account. Replies within 24 hours; the agent must offer a way to reach a human.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'contactEmail'],
        optional: ['contactPhone', 'websiteUrl', 'privacyPolicyUrl'],
      }),
      provisioning: {
        steps: [
          'Say which account it is for; its owner confirms the connection and allows access to messages.',
          'Meta reviews the app for messaging.',
          lab,
        ],
        instant: false,
        typicalDuration: '1 to 2 weeks',
      },
    },
    unmanaged: { providers: [instagramForm] },
  },
  {
    id: 'vendorMessages',
    name: 'Apple Messages for Business',
    description:
      'Conversations that people start from Maps, Search or your site, in the Messages app of their Apple device.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'contactEmail', 'privacyPolicyUrl'],
        optional: ['description', 'contactPhone', 'websiteUrl', 'smallLogoUrl', 'brandColor'],
      }),
      provisioning: {
        steps: [
          'Describe the business. The logo must be recognizable at a very small size.',
          'Apple registers the account and reviews the experience, including how people reach a human.',
          lab,
        ],
        instant: false,
        typicalDuration: '2 to 4 weeks',
      },
    },
    unmanaged: { providers: [appleForm] },
  },
  {
    id: 'workchatD',
    name: 'Slack',
    description: 'Conversations in a Slack workspace, for colleagues, partners or shared channels.',
    managed: {
      fields: businessFields({ required: ['displayName'], optional: ['description', 'smallLogoUrl', 'brandColor'] }),
      provisioning: {
        steps: ['A workspace admin installs and authorizes the app.', lab],
        instant: false,
        typicalDuration: '1 day',
      },
    },
    unmanaged: { providers: [slackForm] },
  },
  {
    id: 'aiChatE',
    name: 'AI assistant',
    description: 'Lets an AI assistant that people already use talk to the agent. Text with simple formatting only.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'description'],
        optional: ['contactEmail', 'websiteUrl', 'privacyPolicyUrl', 'termsOfServiceUrl', 'smallLogoUrl'],
      }),
      provisioning: {
        steps: ['Describe what the agent can do, in the words people would use to ask for it.', lab],
        instant: false,
      },
    },
    unmanaged: { providers: [mcpForm] },
  },
]
