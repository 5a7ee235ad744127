/** When the provider is asked, in seconds after the hand-over broke off. */
const checkDelaysSeconds = [15, 60, 120, 240, 420]

/** A list of the provider may be behind: sooner than this nothing that it lacks proves anything. */
const absenceProvenAfterSeconds = 60

export const firstOutcomeCheckAt = (since: Date, until: Date): Date => nextOutcomeCheckAt({ since, until }, since)

/** The last look is when the time is over. */
export function nextOutcomeCheckAt({ since, until }: { since: Date; until: Date }, now: Date): Date {
  const checks = checkDelaysSeconds.map((seconds) => new Date(since.getTime() + seconds * 1000))
  const next = checks.find((check) => check > now)
  return next && next < until ? next : until
}

export function isAbsenceProven({ since, until }: { since: Date; until: Date }, now: Date): boolean {
  return now.getTime() - since.getTime() >= absenceProvenAfterSeconds * 1000 || now >= until
}
