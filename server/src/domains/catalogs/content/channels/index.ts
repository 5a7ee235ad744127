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

/** The handset lab carries every managed channel but web chat: no carrier is asked, and nothing is registered. */
const lab = {
  steps: [
    'Describe the business: what you enter becomes the profile that people see.',
    'The handset lab on this server takes the channel on within seconds. Its phones are virtual: no message reaches a real one.',
    'To reach real phones, bind the channel with your own account at a provider.',
  ],
  instant: false,
}

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
      provisioning: lab,
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
      provisioning: lab,
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
      provisioning: lab,
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
      provisioning: lab,
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
      provisioning: lab,
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
      provisioning: lab,
    },
    unmanaged: { providers: [appleForm] },
  },
  {
    id: 'workchatD',
    name: 'Slack',
    description: 'Conversations in a Slack workspace, for colleagues, partners or shared channels.',
    managed: {
      fields: businessFields({ required: ['displayName'], optional: ['description', 'smallLogoUrl', 'brandColor'] }),
      provisioning: lab,
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
      provisioning: lab,
    },
    unmanaged: { providers: [mcpForm] },
  },
]
