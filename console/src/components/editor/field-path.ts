/** Converts `things[1].name` of an API error to the form path `things.1.name`. */
export const toFormPath = (field: string): string => field.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '')

type FieldError = { field: string; message: string }

/** Groups the API's validation errors by form field; joins several for the same field. */
export function groupErrorsByPath(
  errors: readonly FieldError[],
  toFormField = (field: string) => field,
): Record<string, string> {
  const byPath: Record<string, string> = {}
  for (const { field, message } of errors) {
    const path = toFormPath(toFormField(field))
    byPath[path] = byPath[path] ? `${byPath[path]}; ${message}` : message
  }
  return byPath
}
