import { z } from 'zod'

export const FlowBrief = z.strictObject({
  brief: z.string().max(4000).optional(),
  uses: z.array(z.string()).max(150).optional(),
  model: z.string().max(200).optional(),
})

const findings = z.array(z.unknown())
export const GeneratedFlow = z
  .object({
    ok: z.boolean(),
    flow: z.unknown().optional(),
    notes: z.unknown().optional(),
    brief: z.string(),
    attempts: z.int(),
    model: z.string(),
    schema: z.object({ ok: z.boolean(), errors: findings }),
    lint: z.object({ errors: findings, warnings: findings, advice: findings }),
    dryRun: z.unknown().optional(),
    usage: z.object({
      input: z.int(),
      output: z.int(),
      cost: z.object({ amount: z.number(), currency: z.string() }).optional().meta({
        description: 'Absent if the model has no price. Authoring does not count towards the budget of the agent.',
      }),
    }),
    error: z.string().optional(),
  })
  .meta({
    id: 'GeneratedFlow',
    examples: [
      {
        ok: false,
        brief: 'Ask for the email address.',
        attempts: 1,
        model: 'openai:gpt',
        schema: { ok: true, errors: [] },
        lint: { errors: [], warnings: [], advice: [] },
        usage: { input: 900, output: 300 },
      },
    ],
  })
