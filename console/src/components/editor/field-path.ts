/** `things[1].name` of a refusal is `things.1.name` of a form. */
export const formPath = (field: string): string => field.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '')

type FieldError = { field: string; message: string }

/** The errors of a refusal by the fields of the form; several of one field stand together. */
export function errorsByPath(
  errors: readonly FieldError[],
  toFormField = (field: string) => field,
): Record<string, string> {
  const byPath: Record<string, string> = {}
  for (const { field, message } of errors) {
    const path = formPath(toFormField(field))
    byPath[path] = byPath[path] ? `${byPath[path]}; ${message}` : message
  }
  return byPath
}
