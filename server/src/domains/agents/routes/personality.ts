import { type AgentDefinition, AgentPersonality, copyPersonality, PersonalityBody } from '@parley/definition'
import { z } from 'zod'
import type { Route } from '../../../platform/http/route.ts'
import type { Catalog } from '../../catalogs/index.ts'
import type { AgentDeps } from '../deps.ts'

import { readSectionRoute, templateImportRoute, writeSectionRoute } from './section.ts'

const PersonalityText = z.strictObject({ description: z.string().optional(), text: z.string() })

const PersonalityDiff = z
  .strictObject({
    current: AgentPersonality.nullable(),
    baseline: PersonalityText.nullable().meta({ description: 'The current catalog template.' }),
    divergence: z.strictObject({ description: z.boolean(), text: z.boolean() }).nullable(),
  })
  .meta({
    id: 'PersonalityDiff',
    examples: [
      {
        current: { description: 'Warm', text: 'Speak warmly.' },
        baseline: { description: 'Warm', text: 'Speak warmly and briefly.' },
        divergence: { description: false, text: true },
      },
    ],
  })

/** A missing personality reads as an empty one, and writing an empty one clears it. */
const none = { text: '' }

const part = {
  path: '/personality',
  tag: 'Personality',
  response: AgentPersonality,
  show: ({ personality }: AgentDefinition) => personality ?? none,
}

export function personalityRoutes({ definitions, catalog }: AgentDeps): Route[] {
  return [
    readSectionRoute(definitions, { ...part, summary: 'Read the personality' }),
    readSectionRoute(definitions, {
      ...part,
      path: '/personality/diff',
      summary: 'Compare the personality with the template it was imported from',
      response: PersonalityDiff,
      show: ({ personality }) => diffPersonality(personality, catalog),
    }),
    writeSectionRoute(definitions, {
      ...part,
      method: 'PUT',
      summary: 'Replace the personality',
      body: PersonalityBody,
      edit: (definition, sent) => {
        const derivedFrom = definition.personality?.derivedFrom
        const personality = sent.text === '' && sent.description === undefined ? null : sent
        return { ...definition, personality: personality && { ...personality, ...(derivedFrom && { derivedFrom }) } }
      },
    }),
    templateImportRoute(definitions, {
      ...part,
      path: '/personality/import',
      summary: 'Import a personality from the catalog',
      find: (id) => catalog.find('personality-templates', id),
      edit: (definition, template) => ({ ...definition, personality: copyPersonality(template) }),
    }),
  ]
}

function diffPersonality(current: AgentPersonality | null, catalog: Catalog): z.input<typeof PersonalityDiff> {
  if (!current) return { current: null, baseline: null, divergence: null }
  const template = current.derivedFrom && catalog.find('personality-templates', current.derivedFrom.templateId)
  if (!template) return { current, baseline: null, divergence: { description: true, text: true } }
  const baseline = { description: template.description, text: template.promptFragment }
  return {
    current,
    baseline,
    divergence: { description: current.description !== baseline.description, text: current.text !== baseline.text },
  }
}
