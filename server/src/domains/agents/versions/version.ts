import { definitionChangeKinds } from '@parley/definition'
import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'

export const ConfigurationAuthor = z
  .strictObject({
    type: z.enum(['user', 'key', 'system']),
    id: z.string(),
    name: z.string().optional().meta({ description: 'Present while the author belongs to the org.' }),
  })
  .meta({ id: 'ConfigurationAuthor', examples: [{ type: 'user', id: 'usr_01', name: 'Ada' }] })

const version = {
  version: z.int().meta({ description: 'Grows with every write of the configuration.' }),
  at: timestamp,
  by: ConfigurationAuthor,
  sections: z.array(z.string()).meta({ description: 'The sections that the write changed.' }),
  summary: z.string(),
  label: z.string().optional(),
  restoredFrom: z.int().optional().meta({ description: 'The version whose document was restored.' }),
}

const versionExample = {
  version: 7,
  at: '2030-01-31T09:00:00.000Z',
  by: { type: 'user', id: 'usr_01', name: 'Ada' },
  sections: ['facts'],
  summary: 'facts: 1 added, 2 changed',
} as const

export const AgentVersion = z.strictObject(version).meta({ id: 'AgentVersion', examples: [versionExample] })
export type AgentVersion = z.infer<typeof AgentVersion>

export const AgentVersionDocument = z
  .strictObject({
    ...version,
    document: z.record(z.string(), z.unknown()).meta({ description: 'The configuration, in the format of an export.' }),
  })
  .meta({ id: 'AgentVersionDocument', examples: [{ ...versionExample, document: { exportVersion: 1 } }] })

const label = boundedText({ min: 1, max: 80 })

export const VersionPatch = z
  .strictObject({ label: label.nullable() })
  .meta({ id: 'VersionPatch', examples: [{ label: 'Summer hours' }] })

export const VersionNumber = z
  .strictObject({ version: z.int() })
  .meta({ id: 'VersionNumber', examples: [{ version: 8 }] })

export const PublishBody = z
  .strictObject({ label: label.optional() })
  .prefault({})
  .meta({ id: 'PublishBody', examples: [{ label: 'Summer hours' }] })

export const ConfigurationDiff = z
  .strictObject({
    changes: z.array(
      z.strictObject({
        section: z.string(),
        path: z.string().meta({ description: 'The path in an export; items of lists are named by their ids.' }),
        kind: z.enum(definitionChangeKinds),
        before: z.unknown().optional(),
        after: z.unknown().optional(),
      }),
    ),
  })
  .meta({
    id: 'ConfigurationDiff',
    examples: [
      { changes: [{ section: 'personality', path: 'personality', kind: 'added', after: { text: 'Warm and brief.' } }] },
    ],
  })
