import { boundedText, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { DerivedFrom } from './provenance.ts'

const fields = {
  description: boundedText({ max: 1000 }).optional(),
  text: boundedText({ max: 20_000 }),
}

export const AgentPersonality = z
  .strictObject({ ...fields, derivedFrom: DerivedFrom.optional() })
  .meta({ id: 'AgentPersonality', examples: [{ text: 'Speak warmly and briefly.' }] })
export type AgentPersonality = z.infer<typeof AgentPersonality>

export const PersonalityBody = withReadOnlyFields(fields, ['derivedFrom']).meta({
  id: 'PersonalityBody',
  examples: [{ description: 'Warm', text: 'Speak warmly and briefly.' }],
})
export type PersonalityBody = z.output<typeof PersonalityBody>
