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

const lab = 'With the handset lab, the carrier of a self-hosted install, the channel is Active within seconds.'

export const channelForms: ChannelForm[] = [
  {
    id: 'rcs',
    name: 'RCS',
    description: 'Branded, verified messages in the messaging app of the phone, with cards, chips and read receipts.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'description', 'contactEmail', 'privacyPolicyUrl', 'termsOfServiceUrl'],
        optional: ['contactPhone', 'websiteUrl', 'smallLogoUrl', 'largeBannerUrl', 'brandColor', 'optIn'],
      }),
      provisioning: {
        steps: [
          'Tell who the business is: what you enter becomes the profile that people see.',
          'The brand is verified and the carriers of each country review the agent. They look at name, logo, opt-in and both policy pages.',
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
    description: 'Text messages that reach every phone. Choices are numbered, links are written out.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'description', 'privacyPolicyUrl', 'termsOfServiceUrl'],
        optional: ['legalName', 'contactEmail', 'contactPhone', 'websiteUrl', 'optIn', 'sampleMessage'],
      }),
      provisioning: {
        steps: [
          'Tell who sends, and how people agree to receive messages.',
          'A number is registered for the business and what it sends. In the United States brand and use are vetted first.',
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
      provisioning: { steps: ['Nothing to wait for: put the snippet into your page.'], instant: true },
    },
  },
  {
    id: 'messengerA',
    name: 'WhatsApp',
    description: 'Conversations in WhatsApp. Free replies within 24 hours after the person last wrote.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'contactEmail'],
        optional: ['legalName', 'description', 'websiteUrl', 'smallLogoUrl', 'contactPhone'],
      }),
      provisioning: {
        steps: [
          'Tell who the business is. The display name must show how it relates to the business.',
          'The business is verified, a number is registered and the display name reviewed.',
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
          'Tell which page it is for; its owner confirms the connection.',
          'The app is reviewed for messaging.',
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
      'Direct messages to a professional Instagram account. Replies within 24 hours; a way to reach a person must be offered.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'contactEmail'],
        optional: ['contactPhone', 'websiteUrl', 'privacyPolicyUrl'],
      }),
      provisioning: {
        steps: [
          'Tell which account it is for; its owner confirms the connection and allows access to messages.',
          'The app is reviewed for messaging.',
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
          'Tell who the business is. The logo must be recognisable at a very small size.',
          'The account is registered and the experience reviewed, including how people reach a person.',
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
        steps: ['An admin of the workspace installs the app and allows it.', lab],
        instant: false,
        typicalDuration: '1 day',
      },
    },
    unmanaged: { providers: [slackForm] },
  },
  {
    id: 'aiChatE',
    name: 'AI assistant',
    description:
      'The agent as a partner of an AI assistant that people already talk to. Text with simple formatting only.',
    managed: {
      fields: businessFields({
        required: ['displayName', 'description'],
        optional: ['contactEmail', 'websiteUrl', 'privacyPolicyUrl', 'termsOfServiceUrl', 'smallLogoUrl'],
      }),
      provisioning: {
        steps: ['Tell what the agent can do, in the words people would use to ask for it.', lab],
        instant: false,
      },
    },
    unmanaged: { providers: [mcpForm] },
  },
]
