import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/emulator.ts'

const { visitor, customer, returning, refuser } = strings.presets
type PersonaPreset = { says: string; body: Schema<'PersonaCreate'> }

/** Somebody to begin with, in one tap. */
export const personaPresets: readonly PersonaPreset[] = [
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
