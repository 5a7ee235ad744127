const maxLength = 2_000

/** A value of the configuration as text: texts as they are, everything else as JSON, and no more than fits. */
export function describeValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text
}
