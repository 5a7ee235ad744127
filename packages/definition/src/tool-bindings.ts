import { uniqueBy } from '@parley/findings'
import { z } from 'zod'

/** Document 1, Tool binding: a catalog tool with its configuration; write-only fields are kept elsewhere. */
export const ToolBinding = z.strictObject({
  toolId: z.string().min(1).max(200),
  config: z.record(z.string(), z.unknown()),
  enabled: z.boolean(),
})
export type ToolBinding = z.infer<typeof ToolBinding>

const Portable = z
  .strictObject({
    toolId: z.string().min(1).max(200),
    config: z.record(z.string(), z.unknown()).optional(),
    enabled: z.boolean().optional(),
  })
  .transform(({ toolId, config = {}, enabled = true }): ToolBinding => ({ toolId, config, enabled }))

/** As an export carries them. */
export const ToolBindingList = uniqueBy(z.array(Portable).max(200), 'toolId')
