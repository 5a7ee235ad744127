import { z } from 'zod'

/**
 * A value of one of several forms, told apart before it is read, so that its problems are told in the words of the
 * form that was meant; of a union, each other form would say why the value is not one. `choose` answers a sentence
 * where no form was meant. The value stays as it was written.
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
      const parsed = form.safeParse(value, { reportInput: true })
      if (!parsed.success) issues.push(...(parsed.error.issues as typeof issues))
    })
    .meta({ anyOf }) as z.ZodType<z.infer<Form>>
}
