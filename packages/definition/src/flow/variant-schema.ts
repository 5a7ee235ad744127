import { fieldErrorOptions } from '@parley/findings'
import { z } from 'zod'

/**
 * Schema for a value of one of several forms. `choose` picks the form before validation, so that errors refer to the
 * intended form; a union would also report why the value matches none of the others. `choose` returns an error message
 * when no form was intended. The value is not transformed.
 */
export function createVariantSchema<Form extends z.ZodType>(
  forms: readonly Form[],
  choose: (value: unknown) => Form | string,
): z.ZodType<z.infer<Form>> {
  const { anyOf } = z.toJSONSchema(z.union(forms))
  return z
    .unknown()
    .check(({ value, issues }) => {
      const form = choose(value)
      if (typeof form === 'string') {
        issues.push({ code: 'custom', path: [], message: form, input: value })
        return
      }
      const parsed = form.safeParse(value, fieldErrorOptions)
      if (!parsed.success) issues.push(...(parsed.error.issues as typeof issues))
    })
    .meta({ anyOf }) as z.ZodType<z.infer<Form>>
}
