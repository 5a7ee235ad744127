import type { Schema } from '@parley/sdk'
import { words } from '#words/emulator.ts'

const { visitor, customer, returning, refuser } = words.presets
type Preset = { says: string; body: Schema<'PersonaCreate'> }

/** Somebody to begin with, in one tap. */
export const presets: readonly Preset[] = [
  { says: visitor.says, body: { name: visitor.name, consent: { status: 'unknown' } } },
  {
    says: customer.says,
    body: {
      name: customer.name,
      consent: { status: 'granted' },
      fields: {
        firstName: 'Alex',
        lastName: 'Example',
        email: 'alex@example.com',
        phone: '+12025550143',
        status: 'converted',
      },
    },
  },
  {
    says: returning.says,
    body: {
      name: returning.name,
      consent: { status: 'granted' },
      fields: { firstName: 'Sam', status: 'contacted' },
      historySeed: [
        { role: 'user', content: returning.wrote },
        { role: 'assistant', content: returning.answered },
      ],
    },
  },
  { says: refuser.says, body: { name: refuser.name, consent: { status: 'denied' }, fields: { firstName: 'Kim' } } },
]
