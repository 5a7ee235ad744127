import { boundedText } from '@parley/findings'
import { z } from 'zod'

const maxKeys = 500
const hasFewKeys = (values: object) => Object.keys(values).length <= maxKeys

/** A map of names to values. */
export const createBoundedRecord = <Value extends z.ZodType>(
  value: Value,
  key: z.ZodType<string, string> = boundedText({ min: 1, max: 200 }),
) => z.record(key, value).refine(hasFewKeys, `must have at most ${maxKeys} entries`).meta({ maxProperties: maxKeys })
