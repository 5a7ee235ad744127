type PersonNameFields = { fullName?: string | null; firstName?: string | null; lastName?: string | null }

/** What a person is called, as far as that is known; always one line. */
export function formatPersonName({ fullName, firstName, lastName }: PersonNameFields): string | undefined {
  const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ')
  return name.replace(/\s+/g, ' ').trim() || undefined
}
