import type { Channel } from '@parley/amf'
import type { InitiationResult } from './deps.ts'

type RefusedInitiation = Extract<InitiationResult, { kind: 'refused' }>

export const unknownRecipientRefusal = {
  reason: 'unknownRecipient',
  detail: 'The agent knows nobody by this userId',
} as const

export const signalRefusal: RefusedInitiation = {
  kind: 'refused',
  reason: 'invalidMessage',
  detail: 'A signal opens no conversation',
}

export const createNoCarrierRefusal = (channel: Channel): RefusedInitiation => ({
  kind: 'refused',
  reason: 'noRoute',
  detail: `Nobody carries ${channel} on this installation`,
})
