import { z } from 'zod'

/** The catalog template, and its version, that an item was copied from. */
export const DerivedFrom = z
  .strictObject({ templateId: z.string().min(1).max(200), version: z.string().min(1).max(50) })
  .meta({ id: 'DerivedFrom' })
export type DerivedFrom = z.infer<typeof DerivedFrom>
