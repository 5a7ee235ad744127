import type { TypedEvent } from '@parley/sdk'

type SystemKind = Extract<TypedEvent, { type: 'system' }>['kind']

const systemKinds = [
  'conversationStarted',
  'optIn',
  'optOut',
  'subscribed',
  'unsubscribed',
  'typing',
  'windowChanged',
] as const satisfies readonly SystemKind[]

/** Event kinds, as the user types them. */
export const triggerKinds = [
  'message',
  'result',
  'action',
  'status',
  ...systemKinds.map((kind) => `system.${kind}` as const),
] as const
export type TriggerKind = (typeof triggerKinds)[number]
