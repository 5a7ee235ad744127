type PersonNameFields = { fullName?: string | null; firstName?: string | null; lastName?: string | null }

/** The person's name on one line, if known. */
export function formatPersonName({ fullName, firstName, lastName }: PersonNameFields): string | undefined {
  const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ')
  return name.replace(/\s+/g, ' ').trim() || undefined
}
