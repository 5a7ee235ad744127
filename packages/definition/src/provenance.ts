import { z } from 'zod'

/** Which catalog template a piece was copied from, and which version of it. */
export const DerivedFrom = z
  .strictObject({ templateId: z.string().min(1).max(200), version: z.string().min(1).max(50) })
  .meta({ id: 'DerivedFrom' })
export type DerivedFrom = z.infer<typeof DerivedFrom>
