import { uniqueBy, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'

/** A catalog tool with its configuration; write-only fields are stored elsewhere. */
export const ToolBinding = z.strictObject({
  toolId: z.string().min(1).max(200),
  config: z.record(z.string(), z.unknown()),
  enabled: z.boolean(),
})
export type ToolBinding = z.infer<typeof ToolBinding>

const Portable = withReadOnlyFields(
  {
    toolId: z.string().min(1).max(200),
    config: z.record(z.string(), z.unknown()).optional(),
    enabled: z.boolean().optional(),
  },
  ['secrets', 'configStatus'],
).transform(({ toolId, config = {}, enabled = true }): ToolBinding => ({ toolId, config, enabled }))

/** The list as a document carries it, built from an export or from GET responses. */
export const ToolBindingList = uniqueBy(z.array(Portable).max(200), 'toolId')
