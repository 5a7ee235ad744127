import { boundedText } from '@parley/findings'
import { attackPacks, CaseDocument } from '@parley/testcase'
import { z } from 'zod'
import { pageQuery } from '../../../platform/http/page.ts'

const { id, examples } = CaseDocument.meta() ?? {}

/**
 * Accepts any value, because lint reports the problems of a case with its own codes. The `$ref` points to the case
 * document, which is in the schema through the compile response.
 */
export const CaseBody = z.unknown().meta({ id: 'TestCaseBody', allOf: [{ $ref: `#/$defs/${id}` }], examples })

/**
 * Room for forty turns and two histories of forty lines each, all of maximum length and fully escaped. The stored form
 * is smaller.
 */
export const maxCaseBytes = 8 * 2 ** 20

export const CasesQuery = z.strictObject({
  ...pageQuery.shape,
  limit: z.coerce.number('must be a whole number').int().min(1).max(200).default(200),
})

export const CopyBody = z
  .strictObject({ suiteId: boundedText({ min: 1, max: 200 }) })
  .meta({ id: 'TestCaseCopy', examples: [{ suiteId: 'suite_01' }] })

const DescriptionGenerateBody = z.strictObject({
  source: z.literal('description').optional(),
  description: boundedText({ min: 1, max: 4000 }),
  count: z.int().min(1).max(15),
  tags: z
    .array(boundedText({ min: 1, max: 60 }))
    .max(20)
    .optional(),
})
export type DescriptionGenerateBody = z.output<typeof DescriptionGenerateBody>

const FactsGenerateBody = z.strictObject({
  source: z.literal('faqs'),
  faqIds: z
    .array(boundedText({ min: 1, max: 200 }))
    .max(1000)
    .optional()
    .meta({ description: 'Default: every enabled Fact.' }),
  wordingsPerFaq: z.int().min(1).max(6).default(2),
})
export type FactsGenerateBody = z.output<typeof FactsGenerateBody>

const CoverageGenerateBody = z.strictObject({ source: z.literal('coverage') })

const AttacksGenerateBody = z.strictObject({
  source: z.literal('attacks'),
  packs: z.array(z.enum(attackPacks)).min(1).max(attackPacks.length),
})

export const GenerateBody = z
  .union([FactsGenerateBody, DescriptionGenerateBody, CoverageGenerateBody, AttacksGenerateBody])
  .meta({
    id: 'TestCaseGenerate',
    examples: [
      { description: 'People who ask when the shop is open.', count: 3 },
      { source: 'faqs', wordingsPerFaq: 2 },
      { source: 'coverage' },
      { source: 'attacks', packs: ['injection', 'leak'] },
    ],
  })
export type GenerateBody = z.output<typeof GenerateBody>
