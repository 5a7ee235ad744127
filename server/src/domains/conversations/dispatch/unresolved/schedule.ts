/** When the provider is asked, in seconds after the hand-over broke off. */
const looksAfterSeconds = [15, 60, 120, 240, 420]

/** A list of the provider may be behind: sooner than this nothing that it lacks proves anything. */
const provesAfterSeconds = 60

export const firstLookAt = (since: Date, until: Date): Date => nextLookAt({ since, until }, since)

/** The last look is when the time is over. */
export function nextLookAt({ since, until }: { since: Date; until: Date }, now: Date): Date {
  const looks = looksAfterSeconds.map((seconds) => new Date(since.getTime() + seconds * 1000))
  const next = looks.find((look) => look > now)
  return next && next < until ? next : until
}

export function provesAbsence({ since, until }: { since: Date; until: Date }, now: Date): boolean {
  return now.getTime() - since.getTime() >= provesAfterSeconds * 1000 || now >= until
}
