import type { Schema } from '@parley/sdk'

export const chatChannels = ['rcs', 'sms', 'messengerA', 'vendorMessages'] as const
export type ChatChannel = (typeof chatChannels)[number]

export type Persona = Pick<Schema<'Persona'>, 'id' | 'channel'>
export type Turn = Schema<'PersonaTurn'>
export type PastTurn = Schema<'PastPersonaTurn'>
export type Inspection = Schema<'TurnInspection'>
export type Message = Pick<Schema<'PersonaMessage'>, 'messageId' | 'rendered'>
export type Rendered = Message['rendered'][number]

/** What a persona does, as document 2 has it, or a finger on one thing. */
export type Directive = Schema<'PersonaTurnBody'>['turn']
