import { systemKinds } from '@parley/amf/events'

/** Event kinds, as the user types them. */
export const triggerKinds = [
  'message',
  'result',
  'action',
  'status',
  ...systemKinds.map((kind) => `system.${kind}` as const),
] as const
export type TriggerKind = (typeof triggerKinds)[number]
