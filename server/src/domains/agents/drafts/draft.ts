import { boundedText, nameText } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { ConfigurationAuthor } from '../versions/version.ts'

export const maxDrafts = 20

export const ConfigurationDraft = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    baseVersion: z.int().meta({ description: 'The version that the draft was made from, or last rebased onto.' }),
    updatedAt: timestamp,
    by: ConfigurationAuthor,
    changes: z.int().meta({ description: 'The number of differences from live.' }),
    canary: z
      .strictObject({ percent: z.int() })
      .optional()
      .meta({ description: 'The share of new sessions that the draft answers.' }),
  })
  .meta({
    id: 'Draft',
    examples: [
      {
        id: 'dft_01',
        name: 'Summer hours',
        baseVersion: 7,
        updatedAt: '2030-01-31T09:00:00.000Z',
        by: { type: 'user', id: 'usr_01', name: 'Ada' },
        changes: 3,
      },
    ],
  })

export const DraftEdit = z
  .strictObject({
    at: timestamp,
    by: ConfigurationAuthor,
    sections: z.array(z.string()).meta({ description: 'The sections that the write changed.' }),
    summary: z.string(),
    paths: z.array(z.string()).meta({ description: 'The paths that it changed, as in a diff; at most 500.' }),
  })
  .meta({
    id: 'DraftEdit',
    examples: [
      {
        at: '2030-01-31T09:00:00.000Z',
        by: { type: 'user', id: 'usr_01', name: 'Ada' },
        sections: ['facts'],
        summary: 'facts: 1 changed',
        paths: ['capabilities.knowledge.facts[hours]'],
      },
    ],
  })
export type DraftEdit = z.infer<typeof DraftEdit>

export const DraftCreate = z
  .strictObject({
    name: nameText,
    from: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .optional()
      .meta({ description: 'The version to copy. Default: live.' }),
  })
  .meta({ id: 'DraftCreate', examples: [{ name: 'Summer hours' }] })

export const DraftPatch = z.strictObject({ name: nameText }).meta({ id: 'DraftPatch', examples: [{ name: 'Summer' }] })

export const RebaseBody = z
  .strictObject({
    resolve: z
      .array(z.strictObject({ path: boundedText({ min: 1, max: 1000 }), take: z.enum(['live', 'draft']) }))
      .max(10_000)
      .optional()
      .meta({ description: 'Decides conflicts by their paths.' }),
  })
  .prefault({})
  .meta({ id: 'RebaseBody', examples: [{ resolve: [{ path: 'personality', take: 'draft' }] }, {}] })

export const CanaryBody = z
  .strictObject({ percent: z.int().min(1).max(99) })
  .meta({ id: 'CanaryBody', examples: [{ percent: 10 }] })

export const PublishingSettings = z
  .strictObject({
    requireDraft: z.boolean(),
    gate: z
      .strictObject({
        suiteIds: z.array(z.string()).optional().meta({ description: 'Default: all suites.' }),
        minPassRate: z.number(),
        maxAgeMinutes: z.number(),
        noFlowErrors: z
          .boolean()
          .optional()
          .meta({ description: 'Whether verification must find no error in any flow of the draft.' }),
      })
      .optional(),
  })
  .meta({ id: 'PublishingSettings', examples: [{ requireDraft: false }] })

export const PublishingSettingsBody = z
  .strictObject({
    requireDraft: z.boolean().default(false),
    gate: z
      .strictObject({
        suiteIds: z.array(z.string().min(1).max(200)).max(1000).optional(),
        minPassRate: z.number().min(0).max(1).default(1),
        maxAgeMinutes: z.number().min(1).max(525_600).default(60),
        noFlowErrors: z.boolean().optional(),
      })
      .nullable()
      .optional(),
  })
  .meta({ id: 'PublishingSettingsBody', examples: [{ requireDraft: true, gate: { minPassRate: 0.95 } }] })

export type PublishingGate = {
  suiteIds?: string[] | undefined
  minPassRate: number
  maxAgeMinutes: number
  noFlowErrors?: boolean | undefined
}
