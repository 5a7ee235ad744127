type Named = { fullName?: string | null; firstName?: string | null; lastName?: string | null }

/** What a person is called, as far as that is known; always one line. */
export function nameOf({ fullName, firstName, lastName }: Named): string | undefined {
  const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ')
  return name.replace(/\s+/g, ' ').trim() || undefined
}
