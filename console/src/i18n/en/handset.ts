import type { Channel } from '@parley/amf'
import { channelNames } from './channel-names.ts'

export const strings = {
  messages: 'Messages',
  phone: (channel: string) => `Phone: ${channel}`,
  agent: 'Agent',
  person: 'Person',
  typing: 'The agent is answering',
  earlier: 'earlier',
  picture: 'Picture',
  video: 'Video',
  audio: 'Recording',
  file: 'File',
  cards: 'Cards',
  choose: 'Choose',
  chooseTime: 'Choose a time',
  send: 'Send choice',
  sendLocation: 'Send location',
  openMap: 'Open map',
  effect: (summary: string) => `Captured, not done: ${summary}`,
  segments: (segments: number, units: number, encoding: string) =>
    `${segments === 1 ? '1 segment' : `${segments} segments`} · ${units} characters · ${encoding}`,
  delivery: { pending: 'On its way', sent: 'Sent', delivered: 'Delivered', read: 'Read', failed: 'Not delivered' },
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
}
