const maxLength = 2_000

/** Formats a configuration value: strings unchanged, everything else as JSON, truncated to the available space. */
export function describeValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text
}
