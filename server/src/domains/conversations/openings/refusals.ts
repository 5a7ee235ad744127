import type { Channel } from '@parley/amf'
import type { Opened } from './deps.ts'

type Refused = Extract<Opened, { kind: 'refused' }>

export const unknownRecipient = {
  reason: 'unknownRecipient',
  detail: 'The agent knows nobody by this userId',
} as const

export const refusedSignal: Refused = {
  kind: 'refused',
  reason: 'invalidMessage',
  detail: 'A signal opens no conversation',
}

export const refusedNoCarrier = (channel: Channel): Refused => ({
  kind: 'refused',
  reason: 'noRoute',
  detail: `Nobody carries ${channel} on this installation`,
})
