import type { Channel } from '@parley/amf'
import { translated } from '../translated.ts'
import { channelNames } from './channel-names.ts'

export const strings = translated('handset', {
  lab: {
    name: 'Handset lab',
    short: 'Lab',
    text: 'Carried by the handset lab of this server: no real phone is reached.',
    notice: (channels: string[]) =>
      `${channels.join(', ')}: only in the handset lab. Messages appear on virtual phones, and no real person gets them.`,
    open: 'Open the lab',
    channels: 'Channels',
  },
  messages: 'Messages',
  phone: (channel: string) => `Phone: ${channel}`,
  agent: 'Agent',
  person: 'Person',
  typing: 'The agent is typing',
  earlier: 'earlier',
  picture: 'Image',
  video: 'Video',
  audio: 'Recording',
  file: 'File',
  cards: 'Cards',
  choose: 'Choose',
  chooseTime: 'Choose a time',
  send: 'Send choice',
  sendLocation: 'Send location',
  openMap: 'Open map',
  effect: (summary: string) => `Recorded, not executed: ${summary}`,
  segments: (segments: number, units: number, encoding: string) =>
    `${segments === 1 ? '1 segment' : `${segments} segments`} · ${units} characters · ${encoding}`,
  delivery: { pending: 'Sending', sent: 'Sent', delivered: 'Delivered', read: 'Read', failed: 'Not delivered' },
  channels: channelNames,
  senders: {
    rcs: 'Verified business',
    sms: 'Text message',
    webchat: 'On your site',
    messengerA: 'Business account',
    messengerB: 'Page',
    socialC: 'Business profile',
    vendorMessages: 'Business chat',
    workchatD: 'App',
    aiChatE: 'Assistant',
  } satisfies Record<Channel, string>,
})
