import { text } from '@parley/findings'
import { z } from 'zod'

const mostKeys = 500
const fewEnough = (values: object) => Object.keys(values).length <= mostKeys

/** Values by name. */
export const mapOf = <Value extends z.ZodType>(
  value: Value,
  key: z.ZodType<string, string> = text({ min: 1, max: 200 }),
) => z.record(key, value).refine(fewEnough, `must have at most ${mostKeys} entries`).meta({ maxProperties: mostKeys })
