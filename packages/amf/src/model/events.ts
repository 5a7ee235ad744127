/** Closed sets of names in the events that the gateway sends to an agent. See docs/gateway.md. */

/** How far a message has come. */
export const statusStates = ['queued', 'sent', 'delivered', 'read', 'failed'] as const
export type StatusState = (typeof statusStates)[number]

export const systemKinds = [
  'conversationStarted',
  'optIn',
  'optOut',
  'subscribed',
  'unsubscribed',
  'typing',
  'windowChanged',
] as const
export type SystemKind = (typeof systemKinds)[number]

/** How a person answered a question: with a chip, in a native picker, or in words. */
export type AnswerSource = 'tap' | 'pick' | 'text'
