import type { Schema } from '@parley/sdk'

export type ChatPersona = Pick<Schema<'Persona'>, 'id' | 'channel'>
export type PersonaTurn = Schema<'PersonaTurn'>
export type PastPersonaTurn = Schema<'PastPersonaTurn'>
export type TurnInspection = Schema<'TurnInspection'>
export type ChatMessage = Pick<Schema<'PersonaMessage'>, 'messageId' | 'rendered'>
export type RenderedPart = ChatMessage['rendered'][number]

/** A directive of a persona, or a tap on one offer. */
export type PersonaTurnDirective = Schema<'PersonaTurnBody'>['turn']
